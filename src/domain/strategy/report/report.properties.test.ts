import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newYorkMs, nextSession, sessionOn } from '../../calendar/us-equity.ts';
import { deepestDrawdown } from './drawdowns.ts';
import { reportOf } from './report.ts';
import { runOfFills } from './testing/run-of-fills.ts';
import type { ReportDay } from './types.ts';

const SESSIONS = 90;
const dates: string[] = [];
for (
  let session = sessionOn('2025-11-03') ?? nextSession('2025-11-03');
  dates.length < SESSIONS;
  session = nextSession(session.date)
)
  dates.push(session.date);

/** Runs over up to 90 sessions: prices walk, orders buy and sell at any price near them. */
const anyRun = fc
  .record({
    steps: fc.array(fc.integer({ min: -400, max: 450 }), { minLength: 1, maxLength: SESSIONS }),
    orders: fc.array(
      fc.record({
        day: fc.nat({ max: SESSIONS - 1 }),
        minute: fc.integer({ min: 570, max: 959 }),
        shares: fc.integer({ min: -50, max: 50 }).filter((shares) => shares !== 0),
        offset: fc.integer({ min: -200, max: 200 }),
        feesE4: fc.nat({ max: 5_000 }),
      }),
      { maxLength: 60 },
    ),
  })
  .map(({ steps, orders }) => {
    let cents = 10_000;
    const closes: Record<string, number> = {};
    for (const [at, step] of steps.entries()) closes[dates[at] ?? ''] = (cents += step) / 100;
    const days = Object.entries(closes);
    const fills = orders
      .map(({ day, minute, shares, offset, feesE4 }) => {
        const [date, close] = days[day % days.length] ?? ['', 1];
        return { timeMs: newYorkMs(date, minute), shares, price: close + offset / 100, feesE4 };
      })
      .toSorted((left, right) => left.timeMs - right.timeMs);
    return runOfFills(fills, {
      closes,
      fromMs: newYorkMs(dates[0] ?? '', 0),
      toMs: newYorkMs(days.at(-1)?.[0] ?? '', 23 * 60),
      // Enough that no run loses it all.
      baseE4: 1e10,
    });
  });

describe('the report of any run', () => {
  it('has trades whose net profits add up to the net P&L of the run, and as many as its returns count', () => {
    fc.assert(
      fc.property(anyRun, ({ input, returns }) => {
        const { trades, tradeFigures } = reportOf(input);
        expect(trades.reduce((sum, { netE4 }) => sum + netE4, 0)).toBe(returns.netE4);
        expect(trades.every(({ grossE4, feesE4, netE4 }) => grossE4 - feesE4 === netE4)).toBe(true);
        expect(tradeFigures?.count).toBe(returns.tradeCount);
        expect(tradeFigures?.winRate).toBe(returns.profitableShare);
        expect(tradeFigures?.averageWinE4).toBe(returns.averageProfitE4);
        expect(tradeFigures?.averageLossE4).toBe(returns.averageLossE4);
      }),
    );
  });

  it('comes to the net P&L of the run at the last close without being set to it', () => {
    fc.assert(
      fc.property(anyRun, ({ input, returns }) => {
        // One more day at the same price: the day before it is the last close of the run.
        const last = input.closes.at(-1);
        if (last === undefined) return;
        const next = nextSession(last.date).date;
        const { days } = reportOf({
          ...input,
          toMs: newYorkMs(next, 23 * 60),
          closes: [...input.closes, { date: next, closeE4: last.closeE4 }],
          netE4: 0,
        });
        expect(days.at(-2)?.netE4).toBe(returns.netE4);
      }),
    );
  });

  it('has months and years that compound to the total return and add up to the net P&L', () => {
    fc.assert(
      fc.property(anyRun, ({ input }) => {
        const { months, years, ratios, netE4 } = reportOf(input);
        for (const periods of [months, years]) {
          expect(periods.reduce((sum, period) => sum + period.netE4, 0)).toBe(netE4);
          const compound = periods.reduce((product, { share }) => product * (1 + (share ?? Number.NaN)), 1);
          expect(compound - 1).toBeCloseTo(ratios.totalReturn ?? Number.NaN, 9);
        }
      }),
    );
  });

  it('has a drawdown in dollars that a larger capital does not change, and a share that it reduces', () => {
    fc.assert(
      fc.property(anyRun, fc.integer({ min: 1, max: 1e9 }), ({ input }, addedE4) => {
        const fallOf = (baseE4: number) => {
          const { days } = reportOf({ ...input, baseE4 });
          let peakE4 = baseE4;
          return Math.max(0, ...days.map(({ equityE4 }) => (peakE4 = Math.max(peakE4, equityE4)) - equityE4));
        };
        expect(fallOf(input.baseE4 + addedE4)).toBe(fallOf(input.baseE4));
        const [small, large] = [input.baseE4, input.baseE4 + addedE4].map(
          (baseE4) => reportOf({ ...input, baseE4 }).ratios.maxDrawdown?.share ?? 0,
        );
        expect(large).toBeGreaterThanOrEqual((small ?? 0) - 1e-12);
      }),
    );
  });

  it('is exposed between 0 and 1 of the time, and all of it by an order at the first open that stays', () => {
    fc.assert(
      fc.property(anyRun, ({ input }) => {
        const { exposure } = reportOf(input).ratios;
        expect(exposure).toBeGreaterThanOrEqual(0);
        expect(exposure).toBeLessThanOrEqual(1);
        const [first] = dates;
        const held = runOfFills([{ timeMs: newYorkMs(first ?? '', 570), shares: 1, price: 100 }], {
          closes: Object.fromEntries(input.closes.map(({ date, closeE4 }) => [date, closeE4 / 10_000])),
          fromMs: input.fromMs,
          toMs: input.toMs,
        });
        expect(reportOf(held.input).ratios.exposure).toBe(1);
      }),
      { numRuns: 30 },
    );
  });
});

it('the deepest drawdown is the largest share among all pairs of a peak and a later day', () => {
  const baseE4 = 1_000;
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 3_000 }), { maxLength: 40 }), (equities) => {
      // Only what the drawdown reads.
      const days = equities.map((equityE4, at) => ({ date: `d${at}`, equityE4 })) as unknown as ReportDay[];
      const all = [baseE4, ...equities];
      let worst = 0;
      for (let from = 0; from < all.length; from += 1)
        for (let to = from + 1; to < all.length; to += 1)
          worst = Math.min(worst, (all[to] ?? 0) / (all[from] ?? 1) - 1);
      expect(deepestDrawdown(days, baseE4)?.share ?? 0).toBeCloseTo(worst, 12);
    }),
  );
});
