import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../calendar/durations.ts';
import {
  formatInteger,
  formatMoney,
  formatPercent,
  formatRatio,
  formatSignedMoney,
  formatSignedPercent,
} from '../../format/format-number.ts';
import { fromE4 } from '../../money/price.ts';
import type { EquityRatios, ReportTradeFigures, StrategyReport } from './types.ts';

/** What a figure counts. Shares are fractions of 1, money is in 1/10,000 dollars, durations are in ms. */
export type FigureUnit =
  'money' | 'signedMoney' | 'share' | 'signedShare' | 'ratio' | 'times' | 'count' | 'days' | 'duration';

/** A figure of a report: its names, its unit, and which of two runs has the better one. */
export interface ReportFigure {
  /** Its name in files. */
  readonly id: string;
  /** As docs/algostream/returns.md names it. */
  readonly label: string;
  readonly unit: FigureUnit;
  /** Null = neither more nor less is better. */
  readonly better: 'more' | 'less' | null;
  /** What it is, in one sentence. */
  readonly help: string;
  value(report: StrategyReport): number | null;
}

/** Figures under a heading. */
export interface FigureGroup {
  readonly title: string;
  readonly figures: readonly ReportFigure[];
}

type Kind = Pick<ReportFigure, 'unit' | 'better'>;
const kind = (unit: FigureUnit, better: ReportFigure['better'] = 'more'): Kind => ({ unit, better });

const figure = (
  id: string,
  label: string,
  unitKind: Kind,
  help: string,
  value: ReportFigure['value'],
): ReportFigure => ({ id, label, ...unitKind, help, value });

const ratio = (
  id: string,
  label: string,
  unitKind: Kind,
  help: string,
  pick: (ratios: EquityRatios) => number | null,
): ReportFigure => figure(id, label, unitKind, help, ({ ratios }) => pick(ratios));

const trade = (
  id: string,
  label: string,
  unitKind: Kind,
  help: string,
  pick: (figures: ReportTradeFigures) => number | null,
): ReportFigure =>
  figure(id, label, unitKind, help, ({ tradeFigures }) =>
    tradeFigures === null ? null : pick(tradeFigures),
  );

const RETURN_FIGURES: readonly ReportFigure[] = [
  figure(
    'netProfit',
    'Net P&L',
    kind('signedMoney'),
    'Profit after fees, the open position included',
    ({ netE4 }) => netE4,
  ),
  figure(
    'capital',
    'Capital base',
    kind('money', null),
    'The capital that returns are counted on',
    ({ baseE4 }) => baseE4,
  ),
  ratio(
    'totalReturn',
    'Total return',
    kind('signedShare'),
    'Net P&L divided by the capital base',
    ({ totalReturn }) => totalReturn,
  ),
  ratio(
    'buyAndHold',
    'Buy and hold',
    kind('signedShare', null),
    'What the capital base in shares of the symbol would have returned, without fees',
    ({ holdReturn }) => holdReturn,
  ),
  ratio(
    'cagr',
    'CAGR',
    kind('signedShare'),
    'Compound annual growth rate of the equity, by calendar time',
    ({ cagr }) => cagr,
  ),
  ratio(
    'volatility',
    'Volatility',
    kind('share', 'less'),
    'Standard deviation of daily returns, for a year of 252 days',
    ({ volatility }) => volatility,
  ),
  ratio(
    'sharpe',
    'Sharpe ratio',
    kind('ratio'),
    'Mean daily return divided by its standard deviation, for a year; the risk-free rate is 0',
    ({ sharpe }) => sharpe,
  ),
  ratio(
    'sortino',
    'Sortino ratio',
    kind('ratio'),
    'The same with the deviation of days that lost',
    ({ sortino }) => sortino,
  ),
  ratio(
    'calmar',
    'Calmar ratio',
    kind('ratio'),
    'CAGR divided by the size of the max drawdown',
    ({ calmar }) => calmar,
  ),
];

const RISK_FIGURES: readonly ReportFigure[] = [
  ratio(
    'maxDrawdown',
    'Max drawdown, daily',
    kind('signedShare'),
    'Deepest fall of the equity from a peak, at daily closes',
    ({ maxDrawdown }) => maxDrawdown?.share ?? null,
  ),
  figure(
    'maxDrawdownOfBars',
    'Max drawdown, bars',
    kind('money', 'less'),
    'Largest fall of the net P&L from a peak, at every bar of the run',
    ({ barDrawdownE4 }) => barDrawdownE4,
  ),
  ratio(
    'maxDrawdownDays',
    'Length of max drawdown',
    kind('days', 'less'),
    'Trading days from its peak to the recovery, or to the end',
    ({ maxDrawdown }) => maxDrawdown?.dayCount ?? null,
  ),
  ratio(
    'daysBelowPeakMax',
    'Longest drawdown',
    kind('days', 'less'),
    'Most trading days below a peak',
    ({ daysBelowPeakMax }) => daysBelowPeakMax,
  ),
  ratio('bestDay', 'Best day', kind('signedShare'), 'Highest daily return', ({ bestDay }) => bestDay),
  ratio('worstDay', 'Worst day', kind('signedShare'), 'Lowest daily return', ({ worstDay }) => worstDay),
  ratio(
    'exposure',
    'Exposure',
    kind('share', null),
    'Time with a position, of the time of all sessions',
    ({ exposure }) => exposure,
  ),
  ratio(
    'turnover',
    'Annual turnover',
    kind('times', null),
    'How often the mean equity was bought and sold in a year',
    ({ turnover }) => turnover,
  ),
];

const TRADE_FIGURES: readonly ReportFigure[] = [
  trade('trades', 'Closed trades', kind('count', null), 'Round trips that have ended', ({ count }) => count),
  trade('winRate', 'Win rate', kind('share'), 'Trades with a net profit', ({ winRate }) => winRate),
  trade(
    'profitFactor',
    'Profit factor',
    kind('ratio'),
    'Profits divided by losses',
    ({ profitFactor }) => profitFactor,
  ),
  trade(
    'expectancy',
    'Expectancy',
    kind('signedMoney'),
    'Mean net profit of a trade',
    ({ expectancyE4 }) => expectancyE4,
  ),
  trade(
    'averageWin',
    'Average win',
    kind('signedMoney'),
    'Mean net profit of the trades that won',
    ({ averageWinE4 }) => averageWinE4,
  ),
  trade(
    'averageLoss',
    'Average loss',
    kind('signedMoney'),
    'Mean net profit of the trades that lost',
    ({ averageLossE4 }) => averageLossE4,
  ),
  trade(
    'payoff',
    'Payoff ratio',
    kind('ratio'),
    'Average win divided by the size of the average loss',
    ({ payoff }) => payoff,
  ),
  trade('bestTrade', 'Best trade', kind('signedMoney'), 'Highest net profit', ({ bestE4 }) => bestE4),
  trade('worstTrade', 'Worst trade', kind('signedMoney'), 'Lowest net profit', ({ worstE4 }) => worstE4),
  trade('winStreak', 'Most wins in a row', kind('count'), 'Trades', ({ winStreak }) => winStreak),
  trade(
    'lossStreak',
    'Most losses in a row',
    kind('count', 'less'),
    'Trades',
    ({ lossStreak }) => lossStreak,
  ),
  trade(
    'averageHeld',
    'Average holding time',
    kind('duration', null),
    'From the first entry to the last exit of a trade',
    ({ averageHeldMs }) => averageHeldMs,
  ),
];

/** The figures of a report, as the report, the comparison and the files list them. */
export const FIGURE_GROUPS: readonly FigureGroup[] = [
  { title: 'Return', figures: RETURN_FIGURES },
  { title: 'Risk', figures: RISK_FIGURES },
  { title: 'Trades', figures: TRADE_FIGURES },
];

/** All figures in one list. */
export const REPORT_FIGURES: readonly ReportFigure[] = FIGURE_GROUPS.flatMap(({ figures }) => figures);

/** `2 d 4 h`, `3 h 5 min`, `12 min`: the two largest units. */
export function durationText(ms: number): string {
  const [days, hours, minutes] = [
    Math.floor(ms / DAY_MS),
    Math.floor((ms % DAY_MS) / HOUR_MS),
    Math.floor((ms % HOUR_MS) / MINUTE_MS),
  ];
  if (days > 0) return `${formatInteger(days)} d ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`;
}

const TEXTS: Readonly<Record<FigureUnit, (value: number) => string>> = {
  money: (value) => formatMoney(fromE4(value)),
  signedMoney: (value) => formatSignedMoney(fromE4(value)),
  share: (value) => formatPercent(value * 100),
  signedShare: (value) => formatSignedPercent(value * 100),
  ratio: formatRatio,
  times: (value) => `${formatRatio(value)}×`,
  count: formatInteger,
  days: (value) => `${formatInteger(value)} ${value === 1 ? 'day' : 'days'}`,
  duration: durationText,
};

/** A figure as text; null when it is not known. */
export function figureText({ unit, value }: ReportFigure, report: StrategyReport): string | null {
  const known = value(report);
  return known === null ? null : TEXTS[unit](known);
}

/** A figure as files have it: dollars, seconds, fractions of 1. Null when it is not known. */
export function figureNumber({ unit, value }: ReportFigure, report: StrategyReport): number | null {
  const known = value(report);
  if (known === null) return null;
  if (unit === 'money' || unit === 'signedMoney') return fromE4(known);
  return unit === 'duration' ? known / 1000 : known;
}

/** Places of the best of several reports; none when a figure has no better, and when fewer than two reports have it. */
export function bestOf(
  { better, value }: Pick<ReportFigure, 'better' | 'value'>,
  reports: readonly StrategyReport[],
): ReadonlySet<number> {
  const values = reports.map(value);
  const known = values.filter((number) => number !== null);
  if (better === null || known.length < 2) return new Set();
  const best = better === 'more' ? Math.max(...known) : Math.min(...known);
  return known.every((number) => number === best)
    ? new Set()
    : new Set(values.flatMap((number, at) => (number === best ? [at] : [])));
}
