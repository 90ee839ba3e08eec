import { describe, expect, it } from 'vitest';
import { newYorkMs, nextSession, sessionOn } from '../../calendar/us-equity.ts';
import { toMoneyE4 } from '../../money/price.ts';
import { reportOf } from './report.ts';
import { runOfFills, type TestFill } from './testing/run-of-fills.ts';
import type { ReportInput, StrategyReport } from './types.ts';

const at = (date: string, hour = 10): number => newYorkMs(date, hour * 60);

/** Sessions from a date on. */
function sessionsFrom(date: string, count: number): readonly string[] {
  const dates: string[] = [];
  let session = sessionOn(date) ?? nextSession(date);
  for (; dates.length < count; session = nextSession(session.date)) dates.push(session.date);
  return dates;
}
const closesOf = (dates: readonly string[], prices: readonly number[]): Record<string, number> =>
  Object.fromEntries(dates.map((date, n) => [date, prices[n] ?? prices.at(-1) ?? 0]));

function reportOfRun(
  fills: readonly TestFill[],
  closes: Readonly<Record<string, number>>,
  change: Partial<ReportInput> = {},
): StrategyReport {
  const dates = Object.keys(closes);
  const { input } = runOfFills(fills, {
    closes,
    fromMs: at(dates[0] ?? '', 0),
    toMs: at(dates.at(-1) ?? '', 23),
  });
  return reportOf({ ...input, ...change });
}

describe('the worked example of docs/algostream/returns.md', () => {
  // 100 shares at 100.00; closes of 100, 102 and 100.98 until the twentieth day.
  const dates = sessionsFrom('2026-03-02', 20);
  const report = reportOfRun(
    [{ timeMs: at(dates[0] ?? ''), shares: 100, price: 100 }],
    closesOf(dates, [100, 102, 100.98]),
  );

  it('has the capital, the equity and the drawdown of the example', () => {
    expect(report.baseE4).toBe(toMoneyE4(10_000));
    expect(report.days.slice(0, 4).map(({ equityE4 }) => equityE4 / 10_000)).toEqual([
      10_000, 10_200, 10_098, 10_098,
    ]);
    expect(report.ratios.maxDrawdown).toEqual({
      share: expect.closeTo(-0.01, 12),
      amountE4: toMoneyE4(102),
      peakDate: dates[1],
      troughDate: dates[2],
      recoveredDate: null,
      dayCount: 18,
    });
    expect(report.ratios.daysBelowPeakMax).toBe(18);
  });

  it('has the ratios of the example', () => {
    const { ratios } = report;
    expect(ratios.totalReturn).toBeCloseTo(0.0098, 12);
    expect(ratios.holdReturn).toBeCloseTo(0.0098, 12);
    // Mean 0.0005; sum of squares 0.0005, less 20 times the mean squared, by 19.
    const deviation = Math.sqrt((0.0005 - 20 * 0.0005 ** 2) / 19);
    expect(ratios.volatility).toBeCloseTo(deviation * Math.sqrt(252), 10);
    expect(ratios.volatility).toBeCloseTo(0.08103, 5);
    expect(ratios.sharpe).toBeCloseTo(1.555, 3);
    expect(ratios.sortino).toBeCloseTo(3.5496, 4);
    // 25 days and 22 hours: the clocks change.
    const years = (report.toMs - report.fromMs) / 31_536_000_000;
    expect(ratios.cagr).toBeCloseTo(1.0098 ** (1 / years) - 1, 12);
    expect(ratios.cagr).toBeCloseTo(0.1472, 4);
    expect(ratios.calmar).toBeCloseTo((ratios.cagr ?? 0) / 0.01, 9);
    expect([ratios.bestDay, ratios.worstDay]).toEqual([expect.closeTo(0.02, 12), expect.closeTo(-0.01, 12)]);
  });

  it('has the exposure and the turnover of the example', () => {
    // Half an hour of the first of twenty sessions was without a position.
    expect(report.ratios.exposure).toBeCloseTo(1 - 0.5 / (20 * 6.5), 12);
    const meanEquity = (10_000 + 10_200 + 18 * 10_098) / 20;
    const years = (report.toMs - report.fromMs) / 31_536_000_000;
    expect(report.ratios.turnover).toBeCloseTo(5_000 / meanEquity / years, 10);
  });
});

describe('the days of a report', () => {
  const dates = ['2026-01-29', '2026-01-30', '2026-02-02', '2026-02-03'];

  it('count the position at the close of each day, less the fees, and end with the net P&L of the run', () => {
    const report = reportOfRun(
      [
        { timeMs: at('2026-01-29'), shares: 10, price: 100, feesE4: 5_000 },
        { timeMs: at('2026-02-02'), shares: -10, price: 103, feesE4: 7_000 },
      ],
      closesOf(dates, [101, 99, 104, 90]),
    );
    expect(report.days.map(({ date, netE4 }) => [date, netE4 / 10_000])).toEqual([
      ['2026-01-29', 9.5],
      ['2026-01-30', -10.5],
      ['2026-02-02', 28.8],
      ['2026-02-03', 28.8],
    ]);
    expect(report.netE4).toBe(toMoneyE4(28.8));
    expect(report.days.map(({ dailyReturn }) => dailyReturn)).toEqual([
      expect.closeTo(0.0095, 12),
      expect.closeTo(989.5 / 1009.5 - 1, 12),
      expect.closeTo(1028.8 / 989.5 - 1, 12),
      0,
    ]);
    expect(report.months).toEqual([
      { period: '2026-01', netE4: toMoneyE4(-10.5), share: expect.closeTo(-0.0105, 12) },
      { period: '2026-02', netE4: toMoneyE4(39.3), share: expect.closeTo(1028.8 / 989.5 - 1, 12) },
    ]);
    expect(report.years.map(({ period }) => period)).toEqual(['2026']);
  });

  it('hold the symbol from the last close before the start', () => {
    const { input } = runOfFills([{ timeMs: at('2026-01-30'), shares: 10, price: 100 }], {
      closes: closesOf(dates, [80, 100, 120, 60]),
      fromMs: at('2026-01-30', 0),
      toMs: at('2026-02-03', 23),
    });
    const report = reportOf(input);
    expect(report.days.map(({ holdE4 }) => (holdE4 ?? 0) / 10_000)).toEqual([1_250, 1_500, 750]);
    expect(report.ratios.holdReturn).toBeCloseTo(-0.25, 12);
  });

  it('contain a day with a fill and no bar, at the price before it, and cut a session at the end of the run', () => {
    const report = reportOfRun(
      [
        { timeMs: at('2026-01-30'), shares: 10, price: 100 },
        { timeMs: at('2026-02-02'), shares: 10, price: 102 },
      ],
      { '2026-01-30': 101, '2026-02-03': 104 },
      { toMs: at('2026-02-03', 11) },
    );
    expect(report.days.map(({ date, netE4 }) => [date, netE4 / 10_000])).toEqual([
      ['2026-01-30', 10],
      ['2026-02-02', 20],
      ['2026-02-03', 60],
    ]);
    expect(report.days.at(-1)?.timeMs).toBe(at('2026-02-03', 11));
  });

  it('follow the marks of the run when it sent multi-leg orders', () => {
    const report = reportOfRun([], closesOf(dates, [100]), {
      fills: null,
      baseE4: toMoneyE4(1_000),
      netE4: toMoneyE4(7),
      marks: [
        { timeMs: at(dates[0] ?? '', 11), netE4: toMoneyE4(5) },
        { timeMs: at(dates[0] ?? '', 15), netE4: toMoneyE4(-3) },
        { timeMs: at(dates[2] ?? '', 15), netE4: toMoneyE4(4) },
      ],
    });
    expect(report.days.map(({ netE4 }) => netE4 / 10_000)).toEqual([-3, -3, 4, 7]);
    expect([report.tradeFigures, report.ratios.exposure, report.ratios.turnover]).toEqual([null, null, null]);
  });

  it('of a drawdown that was recovered name its peak, its low and the day back', () => {
    const closes = closesOf(dates, [110, 99, 88, 115]);
    const report = reportOfRun([{ timeMs: at(dates[0] ?? ''), shares: 1, price: 100 }], closes);
    expect(report.ratios.maxDrawdown).toMatchObject({
      share: expect.closeTo(88 / 110 - 1, 12),
      peakDate: dates[0],
      troughDate: dates[2],
      recoveredDate: dates[3],
      dayCount: 3,
    });
  });
});

describe('a report with little to count', () => {
  it('of no order has days without ratios', () => {
    const report = reportOfRun([], closesOf(sessionsFrom('2026-03-02', 25), [100]));
    expect(report.days).toHaveLength(25);
    expect(
      report.days.every(
        ({ netE4, dailyReturn, drawdown }) => netE4 === 0 && dailyReturn === null && drawdown === null,
      ),
    ).toBe(true);
    expect(report.ratios).toEqual({
      totalReturn: null,
      holdReturn: null,
      cagr: null,
      volatility: null,
      sharpe: null,
      sortino: null,
      calmar: null,
      maxDrawdown: null,
      daysBelowPeakMax: 0,
      bestDay: null,
      worstDay: null,
      exposure: 0,
      turnover: null,
    });
    expect(report.tradeFigures).toMatchObject({
      count: 0,
      winRate: null,
      profitFactor: null,
      expectancyE4: null,
      bestE4: null,
      averageHeldMs: null,
    });
  });

  it('of one day annualises nothing', () => {
    const report = reportOfRun([{ timeMs: at('2026-03-02'), shares: 10, price: 100 }], { '2026-03-02': 101 });
    expect(report.ratios).toMatchObject({
      totalReturn: expect.closeTo(0.01, 12),
      cagr: null,
      volatility: null,
      sharpe: null,
      sortino: null,
      turnover: null,
      maxDrawdown: null,
    });
    expect(report.rolling).toEqual([]);
  });

  it('without bars has the days of its fills', () => {
    const { input } = runOfFills([{ timeMs: at('2026-03-02'), shares: 10, price: 100 }], {
      closes: {},
      fromMs: at('2026-03-02', 0),
      toMs: at('2026-03-05', 0),
    });
    const report = reportOf(input);
    expect(report.days.map(({ date, holdE4 }) => [date, holdE4])).toEqual([['2026-03-02', null]]);
  });

  it('of a run that lost all its capital has no ratios of returns, and a drawdown', () => {
    const dates = sessionsFrom('2026-03-02', 25);
    const report = reportOfRun(
      [{ timeMs: at(dates[0] ?? ''), shares: -100, price: 10 }],
      closesOf(dates, [10, 25, 12]),
    );
    expect(report.ratios).toMatchObject({ cagr: null, volatility: null, sharpe: null, bestDay: null });
    expect(report.ratios.maxDrawdown?.share).toBeCloseTo(-1.5, 12);
    expect(report.days[2]?.dailyReturn).toBeNull();
  });

  it('of a run that holds one price throughout has a volatility of 0 and no Sharpe ratio', () => {
    const dates = sessionsFrom('2026-03-02', 70);
    const report = reportOfRun(
      [{ timeMs: at(dates[0] ?? ''), shares: 1, price: 100 }],
      closesOf(dates, [100]),
    );
    expect(report.ratios).toMatchObject({
      volatility: 0,
      sharpe: null,
      sortino: null,
      calmar: null,
      cagr: 0,
    });
    expect(report.rolling.map(({ volatility, sharpe }) => [volatility, sharpe])).toEqual(
      Array.from({ length: 8 }, () => [0, null]),
    );
  });
});

describe('rolling figures', () => {
  it('are those of the last 63 daily returns', () => {
    const dates = sessionsFrom('2026-01-02', 64);
    const prices = dates.map((_, n) => 100 + (n % 2));
    const report = reportOfRun(
      [{ timeMs: at(dates[0] ?? ''), shares: 1, price: 100 }],
      closesOf(dates, prices),
    );
    expect(report.rolling.map(({ date }) => date)).toEqual(dates.slice(62));
    const returns = report.days.slice(1).map(({ dailyReturn }) => dailyReturn ?? 0);
    const mean = returns.reduce((sum, value) => sum + value, 0) / 63;
    const deviation = Math.sqrt(returns.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 62);
    expect(report.rolling[1]?.volatility).toBeCloseTo(deviation * Math.sqrt(252), 10);
    expect(report.rolling[1]?.sharpe).toBeCloseTo((mean / deviation) * Math.sqrt(252), 8);
  });
});
