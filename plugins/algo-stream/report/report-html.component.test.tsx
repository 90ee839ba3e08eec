import { expect, it } from 'vitest';
import { newYorkMs, nextSession, sessionOn } from '../../../src/domain/calendar/us-equity.ts';
import { reportDocument, type ReportedRun } from '../../../src/domain/strategy/report/document.ts';
import { reportOf } from '../../../src/domain/strategy/report/report.ts';
import { runOfFills } from '../../../src/domain/strategy/report/testing/run-of-fills.ts';
import { reportHtml } from './report-html.ts';

/** A report of 80 sessions, in which 100 shares are bought and sold with a profit of 500.00. */
function reportOfRun() {
  const closes: Record<string, number> = {};
  let session = sessionOn('2026-01-05');
  for (let count = 0; session && count < 80; count += 1, session = nextSession(session.date))
    closes[session.date] = 100 + (count % 7);
  const dates = Object.keys(closes);
  const { input } = runOfFills(
    [
      { timeMs: newYorkMs('2026-01-05', 600), shares: 100, price: 100 },
      { timeMs: newYorkMs('2026-03-02', 600), shares: -100, price: 105 },
    ],
    { closes, fromMs: newYorkMs(dates[0] ?? '', 0), toMs: newYorkMs(dates.at(-1) ?? '', 1_380) },
  );
  return reportOf(input);
}

const run = (change: Partial<ReportedRun> = {}): ReportedRun => ({
  strategy: 'Cross',
  instanceId: 'i1',
  isBacktest: true,
  symbol: 'SPY',
  account: 'D-1',
  parameters: 'fast = 10',
  assumptions: 'Slippage 2 cents a share; spread none',
  feesPaid: 0,
  slippagePaid: 0,
  borrowPaid: 0,
  ...change,
});
function pageOf(change: Partial<ReportedRun> = {}, title = 'Cross'): Document {
  const report = reportOfRun();
  const html = reportHtml(report, reportDocument(report, run(change), new Map()), title);
  return new DOMParser().parseFromString(html, 'text/html');
}

it('has the figures, both plots, the months and the trades', () => {
  const page = pageOf();
  expect(page.querySelector('h1')?.textContent).toBe('Cross');
  expect(page.querySelector('dl')?.textContent).toContain('Net P&L+500.00');
  const plots = [...page.querySelectorAll('svg')].map((plot) => plot.getAttribute('aria-label'));
  expect(plots).toEqual(['Equity and drawdown by day', 'Volatility and Sharpe ratio of the last 63 days']);
  expect(page.querySelector('svg .line.equity')?.getAttribute('d')).toMatch(/^M[\d.]+,[\d.]+L/);
  expect([...page.querySelectorAll('caption')].map(({ textContent }) => textContent)).toEqual([
    'Months and years',
    'Trades, times of New York',
  ]);
  expect(page.querySelectorAll('table')[1]?.querySelector('tbody tr')?.textContent).toContain('+500.00');
});

it('shows names and parameters of the user as text', () => {
  const hostile = `</style></title><script>alert(1)</script><img src=x onerror="alert(1)">'&`;
  const page = pageOf({ parameters: hostile, account: hostile }, hostile);
  expect(page.querySelectorAll('script, img, [onerror]')).toHaveLength(0);
  expect(page.querySelector('h1')?.textContent).toBe(hostile);
  const texts = [...page.querySelectorAll('main > p')].map(({ textContent }) => textContent);
  expect(texts[0]).toContain(`account ${hostile}`);
  expect(texts[1]).toBe(hostile);
});

it('loads nothing: it has no script, no link and no address', () => {
  const page = pageOf();
  expect(page.querySelectorAll('script, link, iframe, [src], [href]')).toHaveLength(0);
  expect(page.documentElement.innerHTML).not.toMatch(/https?:|url\(|@import/);
});

it('states what a backtest assumes, and nothing of a live run', () => {
  expect(pageOf().body.textContent).toContain('Assumptions: Slippage 2 cents a share; spread none.');
  expect(pageOf({ assumptions: null }).body.textContent).not.toContain('Assumptions');
});
