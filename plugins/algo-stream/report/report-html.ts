import { formatInteger, formatSignedMoney } from '../../../src/domain/columns/index.ts';
import { formatSignedPercent } from '../../../src/domain/format/format-number.ts';
import { fromE4 } from '../../../src/domain/money/price.ts';
import type { ReportDocument } from '../../../src/domain/strategy/report/document.ts';
import { FIGURE_GROUPS, figureText } from '../../../src/domain/strategy/report/figures.ts';
import type { PeriodReturn, StrategyReport } from '../../../src/domain/strategy/report/types.ts';
import { formatTime, UNKNOWN_TEXT } from '../../../src/plugin-api/index.ts';
import { heatOf, largestOf, monthRows } from './month-table.ts';
import { plotLayout } from './plot-layout.ts';
import { equityPlot, rollingPlot, type PlotData } from './report-panes.ts';
import { REPORT_PAGE_STYLE } from './report-page-style.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as HTML, also within quoted attributes. Names and parameters are the user's. */
const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter);

const PLOT_WIDTH_PX = 1080;

/** Panes as SVG without a script. The classes take their colours from the style of the page. */
function plotSvg({ panes, times }: PlotData, heightPx: number, label: string): string {
  const layout = plotLayout(panes, times, PLOT_WIDTH_PX, heightPx);
  const { right, bottom } = layout;
  const rule = (kind: string, x1: number, x2: number, y1: number, y2: number): string =>
    `<line class="${kind}" x1="${x1}" x2="${x2}" y1="${y1}" y2="${y2}"/>`;
  const timeMarks = layout.timeTicks.map(
    ({ x, text }) =>
      `${rule('grid', x, x, 0, bottom)}<text class="time" x="${x}" y="${bottom + 15}">${escapeHtml(text)}</text>`,
  );
  const drawn = layout.panes.map(({ pane, top, ticks, zeroY, paths }) =>
    [
      ...ticks.map(
        ({ y, text }) =>
          `${rule('grid', 0, right, y, y)}<text x="${right + 6}" y="${y + 4}">${escapeHtml(text)}</text>`,
      ),
      zeroY === null ? '' : rule('axis', 0, right, zeroY, zeroY),
      ...paths.map(
        ({ id, line, area }) =>
          `${area === null ? '' : `<path class="area ${id}" d="${area}"/>`}<path class="line ${id}" d="${line}"/>`,
      ),
      `<text x="8" y="${top - 6}">${escapeHtml(pane.title)}</text>`,
    ].join(''),
  );
  const frame = rule('axis', right, right, 0, bottom) + rule('axis', 0, PLOT_WIDTH_PX, bottom, bottom);
  return `<svg viewBox="0 0 ${PLOT_WIDTH_PX} ${heightPx}" role="img" aria-label="${escapeHtml(label)}">${timeMarks.join('')}${drawn.join('')}${frame}</svg>`;
}

/** A table with its headers; cells are HTML. `firstTexts`: so many columns hold texts, the others numbers. */
const table = (
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  caption: string,
  firstTexts: number,
): string => {
  const kind = (at: number): string => (at < firstTexts ? ' class="text"' : '');
  const head = headers.map((header, at) => `<th scope="col"${kind(at)}>${escapeHtml(header)}</th>`).join('');
  const body = rows.map(
    (row) =>
      `<tr>${row.map((cell, at) => (cell.startsWith('<td') ? cell : `<td${kind(at)}>${cell}</td>`)).join('')}</tr>`,
  );
  return `<table><caption>${escapeHtml(caption)}</caption><thead><tr>${head}</tr></thead><tbody>${body.join('\n')}</tbody></table>`;
};

function figuresHtml(report: StrategyReport | null): string {
  const groups = FIGURE_GROUPS.map(({ title, figures }) => {
    const rows = figures.map(
      (figure) =>
        `<div><dt>${escapeHtml(figure.label)}</dt><dd>${escapeHtml((report && figureText(figure, report)) ?? UNKNOWN_TEXT)}</dd></div>`,
    );
    return `<section><h2>${escapeHtml(title)}</h2><dl>${rows.join('')}</dl></section>`;
  });
  return `<div class="figures">${groups.join('')}</div>`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function monthsHtml(report: StrategyReport): string {
  const [largest, largestYear] = [largestOf(report.months), largestOf(report.years)];
  const cell = (period: PeriodReturn | null, most: number): string => {
    if (period === null) return '';
    const { share, netE4 } = period;
    const heat = heatOf(share, most);
    const text = share === null ? formatSignedMoney(fromE4(netE4)) : formatSignedPercent(share * 100);
    return heat === 0
      ? escapeHtml(text)
      : `<td class="${(share ?? 0) > 0 ? 'up' : 'down'}" style="--heat:${heat}%">${escapeHtml(text)}</td>`;
  };
  const rows = monthRows(report).map(({ year, months, whole }) => [
    year,
    ...months.map((month) => cell(month, largest)),
    cell(whole, largestYear),
    formatSignedMoney(fromE4(whole.netE4)),
  ]);
  return table(['Year', ...MONTHS, 'Whole', 'Net P&L'], rows, 'Months and years', 1);
}

const timeText = (iso: string | null): string =>
  iso === null ? UNKNOWN_TEXT : formatTime(Date.parse(iso), 'YYYY-MM-DD HH:mm:ss');
const moneyText = (dollars: number | null): string =>
  dollars === null ? UNKNOWN_TEXT : formatSignedMoney(dollars);

const tradesHtml = ({ trades }: ReportDocument): string =>
  table(
    ['Side', 'Opened', 'Closed', '#', 'Quantity', 'Entry', 'Exit', 'Fees', 'Net P&L', 'MAE', 'MFE'],
    trades.map((trade) => [
      trade.side,
      timeText(trade.opened),
      timeText(trade.closed),
      formatInteger(trade.number),
      formatInteger(trade.quantity),
      trade.entryPrice.toFixed(2),
      trade.exitPrice === null ? UNKNOWN_TEXT : trade.exitPrice.toFixed(2),
      trade.fees.toFixed(2),
      moneyText(trade.net),
      moneyText(trade.mae),
      moneyText(trade.mfe),
    ]),
    'Trades, times of New York',
    3,
  );

const dateText = (iso: string | null): string =>
  iso === null ? UNKNOWN_TEXT : formatTime(Date.parse(iso), 'YYYY-MM-DD');

const logHtml = ({ log }: ReportDocument): string =>
  log.length === 0
    ? '<p>The log has no lines.</p>'
    : table(
        ['Time', 'Line'],
        log.map(({ time, text }) => [timeText(time), escapeHtml(text)]),
        'Log, times of New York',
        2,
      );

/** The report of a run without fills as a page: why it has none, its figures as not available, and its log. */
export const reportHtmlWithoutFills = (content: ReportDocument, title: string): string =>
  pageHtml(
    content,
    title,
    `<p class="parameters">No fills: ${escapeHtml(content.noFills ?? '')}</p>
${figuresHtml(null)}
${logHtml(content)}`,
  );

/** The report as a page of its own: one file without scripts and without requests, in the theme that the reader prefers. */
export const reportHtml = (report: StrategyReport, content: ReportDocument, title: string): string =>
  pageHtml(
    content,
    title,
    `${figuresHtml(report)}
<p class="legend"><span class="equity">Equity</span> <span class="hold">Buy and hold</span> <span class="drawdown">Drawdown</span></p>
${plotSvg(equityPlot(report, false), 460, 'Equity and drawdown by day')}
${monthsHtml(report)}
${report.rolling.length === 0 ? '' : `<h2>Rolling figures, 63 days</h2>${plotSvg(rollingPlot(report), 300, 'Volatility and Sharpe ratio of the last 63 days')}`}
${report.tradeFigures === null ? '' : tradesHtml(content)}`,
  );

/** A page about a run. `body`: HTML. */
function pageHtml({ run }: ReportDocument, title: string, body: string): string {
  const facts = [
    run.isBacktest ? 'Backtest' : 'Live run',
    run.symbol,
    `${dateText(run.from)} to ${dateText(run.to)}`,
    `account ${run.account}`,
  ].filter((fact) => fact !== '');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${REPORT_PAGE_STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(facts.join(', '))}</p>
<p class="parameters">${escapeHtml(run.parameters)}</p>
${run.assumptions === null ? '' : `<p>Assumptions: ${escapeHtml(run.assumptions)}.</p>`}
${body}
</main>
</body>
</html>
`;
}
