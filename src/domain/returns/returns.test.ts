import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyFill, createPosition, feesOf, totalFeesE4 } from '../portfolio/index.ts';
import { newYorkMs } from '../calendar/us-equity.ts';
import { annualise, coversSession, ReturnsRun, returnsOf, YEAR_MS } from './returns.ts';
import type { ReturnsFill, ReturnsPeriod } from './returns.ts';

const DAY = 86_400_000;
const fill = (
  day: number,
  side: 'Buy' | 'Sell' | 'Short',
  quantity: number,
  dollars: number,
  feesE4 = 0,
): ReturnsFill => ({ timeMs: day * DAY, side, quantity, priceE4: Math.round(dollars * 10_000), feesE4 });
const period = (toDay: number, first: number | null = null, last: number | null = null): ReturnsPeriod => ({
  fromMs: 0,
  toMs: toDay * DAY,
  firstPriceE4: first === null ? null : first * 10_000,
  lastPriceE4: last === null ? null : last * 10_000,
});

it('are as the documented example says', () => {
  const { returns, figures } = returnsOf(
    [fill(0, 'Buy', 100, 10, 3_000), fill(182.5, 'Sell', 100, 11, 4_000)],
    period(182.5, 10, 11),
  );
  expect(returns).toMatchObject({
    grossE4: 1_000_000,
    netE4: 993_000,
    cumulativeGrossE4: 1_000_000,
    cumulativeNetE4: 993_000,
    capitalE4: 10_000_000,
    averageCapitalE4: 10_000_000,
    tradeCount: 1,
    longTradeCount: 1,
    shortTradeCount: 0,
    profitableShare: 1,
    longProfitableShare: 1,
    shortProfitableShare: null,
    averageProfitE4: 993_000,
    averageLossE4: null,
    startMs: 0,
    finishMs: 182.5 * DAY,
  });
  for (const name of ['roi', 'roac', 'roc'] as const) expect(returns[name]).toBeCloseTo(0.0993, 12);
  for (const name of ['roiAnnualised', 'roacAnnualised', 'rocAnnualised'] as const)
    expect(returns[name]).toBeCloseTo(0.1986, 12);
  expect(returns.symbolRoi).toBeCloseTo(0.1, 12);
  expect(returns.symbolRoiAnnualised).toBeCloseTo(0.2, 12);
  expect(
    figures.map(({ fifoProfitE4, netProfitE4, grossAmountE4, netAmountE4, cumulativeProfitE4 }) => [
      fifoProfitE4,
      netProfitE4,
      grossAmountE4,
      netAmountE4,
      cumulativeProfitE4,
    ]),
  ).toEqual([
    [0, -3_000, -10_000_000, -10_003_000, -3_000],
    [1_000_000, 996_000, 11_000_000, 10_996_000, 993_000],
  ]);
});

it('of no orders are empty, and the symbol still has its own', () => {
  expect(returnsOf([], period(365, 100, 90)).returns).toEqual({
    cumulativeGrossE4: 0,
    cumulativeNetE4: 0,
    grossE4: 0,
    netE4: 0,
    feesE4: 0,
    borrowE4: 0,
    roi: null,
    roiAnnualised: null,
    symbolRoi: -0.1,
    symbolRoiAnnualised: -0.1,
    roac: null,
    roacAnnualised: null,
    roc: null,
    rocAnnualised: null,
    capitalE4: 0,
    averageCapitalE4: 0,
    tradeCount: 0,
    longTradeCount: 0,
    shortTradeCount: 0,
    profitableShare: null,
    losingShare: null,
    longProfitableShare: null,
    shortProfitableShare: null,
    averageProfitE4: null,
    averageLossE4: null,
    longNetE4: 0,
    shortNetE4: 0,
    startMs: 0,
    finishMs: 365 * DAY,
  });
});

it('count what is open at the last price, and as no trade yet', () => {
  const { returns } = returnsOf([fill(0, 'Short', 10, 100, 5_000)], period(10, 100, 90));
  expect(returns).toMatchObject({
    cumulativeGrossE4: 0,
    cumulativeNetE4: -5_000,
    grossE4: 1_000_000,
    netE4: 995_000,
    tradeCount: 0,
    shortNetE4: -5_000,
    longNetE4: 0,
  });
  expect(returns.roc).toBeCloseTo(0.0995, 12);
});

describe('capital', () => {
  it('is the most that was in use at once; its average weighs each amount by its time, and leaves the time without a position out', () => {
    const { returns, figures } = returnsOf(
      [
        fill(0, 'Buy', 10, 10),
        fill(1, 'Buy', 10, 20),
        fill(4, 'Sell', 20, 20),
        fill(100, 'Short', 5, 10),
        fill(102, 'Buy', 5, 10),
      ],
      period(200),
    );
    expect(figures.map(({ capitalE4 }) => capitalE4 / 10_000)).toEqual([100, 300, 300, 300, 300]);
    expect(figures.map(({ averageCapitalE4 }) => Math.round(averageCapitalE4) / 10_000)).toEqual([
      100, 100, 250, 250, 183.3333,
    ]);
    expect(returns.averageCapitalE4 / 10_000).toBeCloseTo((100 + 3 * 300 + 2 * 50) / 6, 9);
  });
});

describe('trades', () => {
  it('are round trips: adding and taking away in between makes none, turning round makes one and begins another', () => {
    const { returns } = returnsOf(
      [
        fill(0, 'Buy', 10, 10),
        fill(1, 'Buy', 10, 11),
        fill(2, 'Sell', 5, 12),
        fill(3, 'Sell', 15, 12),
        fill(4, 'Short', 10, 10),
        fill(5, 'Buy', 30, 11),
        fill(6, 'Sell', 20, 11),
      ],
      period(7),
    );
    expect(returns).toMatchObject({
      tradeCount: 3,
      longTradeCount: 2,
      shortTradeCount: 1,
      longNetE4: 300_000,
      shortNetE4: -100_000,
    });
    expect([
      returns.profitableShare,
      returns.losingShare,
      returns.longProfitableShare,
      returns.shortProfitableShare,
    ]).toEqual([1 / 3, 1 / 3, 1 / 2, 0]);
    expect([returns.averageProfitE4, returns.averageLossE4]).toEqual([300_000, -100_000]);
  });
  it('that fees turn into a loss are losing', () => {
    expect(
      returnsOf([fill(0, 'Buy', 10, 10, 100), fill(1, 'Sell', 10, 10.0001, 0)], period(2)).returns,
    ).toMatchObject({ cumulativeGrossE4: 10, cumulativeNetE4: -90, profitableShare: 0, losingShare: 1 });
  });
});

it('are annualised in proportion: a loss of more than everything has a figure', () => {
  expect(annualise(-1.5, YEAR_MS / 2)).toBe(-3);
  expect(annualise(0.1, 0)).toBeNull();
  expect(annualise(null, 5)).toBeNull();
  expect(YEAR_MS).toBe(31_536_000_000);
});

it('count an option by its 100 shares', () => {
  expect(returnsOf([fill(0, 'Buy', 1, 2.5), fill(1, 'Sell', 1, 3)], period(2), 100).returns).toMatchObject({
    cumulativeGrossE4: 500_000,
    capitalE4: 2_500_000,
  });
});

const anyFills = fc
  .array(
    fc.record({
      hours: fc.integer({ min: 0, max: 50 }),
      isBuy: fc.boolean(),
      quantity: fc.integer({ min: 1, max: 500 }),
      priceE4: fc.integer({ min: 100, max: 3_000_000 }),
      liquidity: fc.constantFrom('A' as const, 'R' as const),
    }),
    { maxLength: 60 },
  )
  .map((steps) => {
    let timeMs = 0;
    return steps.map(({ hours, isBuy, quantity, priceE4, liquidity }): ReturnsFill => {
      timeMs += hours * 3_600_000;
      const side = isBuy ? 'Buy' : 'Short';
      return {
        timeMs,
        side,
        quantity,
        priceE4,
        feesE4: totalFeesE4(feesOf(side, quantity, priceE4, liquidity)),
      };
    });
  });

it('reconcile with the books of an account for any orders: cash and position, both sides, every order', () => {
  fc.assert(
    fc.property(anyFills, fc.integer({ min: 100, max: 3_000_000 }), (fills, lastPriceE4) => {
      const position = createPosition();
      let cashE4 = 0;
      for (const { side, quantity, priceE4, feesE4 } of fills) {
        const signedQuantity = side === 'Buy' ? quantity : -quantity;
        applyFill(position, { signedQuantity, priceE4, feesE4 });
        cashE4 -= signedQuantity * priceE4 + feesE4;
      }
      const endMs = (fills.at(-1)?.timeMs ?? 0) + DAY;
      const { figures, returns } = returnsOf(fills, { fromMs: 0, toMs: endMs, firstPriceE4: 1, lastPriceE4 });
      expect(returns.netE4).toBe(cashE4 + position.quantity * lastPriceE4);
      expect(returns.cumulativeGrossE4).toBe(position.closedPlE4);
      expect(returns.cumulativeNetE4).toBe(position.closedPlE4 - position.feesE4);
      expect(returns.longNetE4 + returns.shortNetE4).toBe(returns.cumulativeNetE4);
      expect(figures.reduce((sum, { fifoProfitE4 }) => sum + fifoProfitE4, 0)).toBe(
        returns.cumulativeGrossE4,
      );
      expect(figures.reduce((sum, { netProfitE4 }) => sum + netProfitE4, 0)).toBe(returns.cumulativeNetE4);
      expect(figures.at(-1)?.cumulativeProfitE4 ?? 0).toBe(returns.cumulativeNetE4);
      expect(returns.longTradeCount + returns.shortTradeCount).toBe(returns.tradeCount);
      expect(returns.averageCapitalE4).toBeLessThanOrEqual(returns.capitalE4 * (1 + 1e-12));
      expect((returns.profitableShare ?? 0) + (returns.losingShare ?? 0)).toBeLessThanOrEqual(1 + 1e-12);
      if (position.quantity === 0 && returns.tradeCount > 0) {
        const profits =
          (returns.averageProfitE4 ?? 0) * (returns.profitableShare ?? 0) +
          (returns.averageLossE4 ?? 0) * (returns.losingShare ?? 0);
        expect(profits * returns.tradeCount).toBeCloseTo(returns.cumulativeNetE4, 3);
      }
    }),
  );
});

it('come out the same order by order as all at once', () => {
  fc.assert(
    fc.property(anyFills, (fills) => {
      const run = new ReturnsRun();
      const added = fills.map((step) => {
        const figures = run.add(step);
        run.result({ fromMs: 0, toMs: step.timeMs, firstPriceE4: null, lastPriceE4: null });
        return figures;
      });
      const end = { fromMs: 0, toMs: 1e12, firstPriceE4: 5, lastPriceE4: 6 };
      expect({ figures: added, returns: run.result(end) }).toEqual(returnsOf(fills, end));
    }),
  );
});

describe('a time that is annualised', () => {
  const covers = (fromDate: string, fromMinute: number, toDate: string, toMinute: number): boolean =>
    coversSession(newYorkMs(fromDate, fromMinute), newYorkMs(toDate, toMinute));

  it('holds a whole session, or as much of several', () => {
    expect(covers('2026-01-05', 570, '2026-01-05', 960)).toBe(true);
    expect(covers('2026-01-05', 0, '2026-01-06', 0)).toBe(true);
    expect(covers('2026-01-05', 770, '2026-01-06', 770)).toBe(true);
    // The day after Thanksgiving ends at 13:00.
    expect(covers('2026-11-27', 570, '2026-11-27', 780)).toBe(true);
  });

  it('is not less than a session, however many hours of closed market it has', () => {
    expect(covers('2026-01-05', 600, '2026-01-05', 960)).toBe(false);
    expect(covers('2026-01-05', 959, '2026-01-06', 571)).toBe(false);
    expect(covers('2026-01-03', 0, '2026-01-04', 0)).toBe(false);
  });

  it('leaves the figures of a run of ten seconds without a year', () => {
    const fromMs = newYorkMs('2026-01-05', 600);
    const { returns } = returnsOf(
      [{ timeMs: fromMs, side: 'Buy', quantity: 100, priceE4: 1_000_000, feesE4: 3_000 }],
      { fromMs, toMs: fromMs + 10_000, firstPriceE4: 1_000_000, lastPriceE4: 990_000 },
    );
    expect(returns.roi).not.toBeNull();
    expect([
      returns.roiAnnualised,
      returns.roacAnnualised,
      returns.rocAnnualised,
      returns.symbolRoiAnnualised,
    ]).toEqual([null, null, null, null]);
  });
});

it('keeps a position for each symbol of a multi-leg order, and sums their figures', () => {
  const call = 'SPY260220C00100000';
  const higher = 'SPY260220C00105000';
  const run = new ReturnsRun();
  const leg = (timeMs: number, symbol: string, side: 'Buy' | 'Sell', priceE4: number, quantity = 1) =>
    run.add({ timeMs, symbol, side, quantity, priceE4, feesE4: 100 });
  leg(0, call, 'Buy', 30_000);
  expect(leg(0, higher, 'Sell', 10_000)).toMatchObject({ capitalE4: 4_000_000, grossAmountE4: 1_000_000 });
  const prices = new Map([[call, 35_000]]);
  const at = { fromMs: 0, toMs: 1, firstPriceE4: 1_000_000, lastPriceE4: 1_010_000 };
  // The higher call has no price: it counts at cost.
  expect(run.result({ ...at, lastPriceOf: (symbol) => prices.get(symbol) ?? null })).toMatchObject({
    grossE4: 500_000,
    netE4: 499_800,
    tradeCount: 0,
  });
  leg(1, call, 'Sell', 40_000);
  leg(1, higher, 'Buy', 12_000);
  expect(run.result(at)).toMatchObject({
    cumulativeGrossE4: 800_000,
    cumulativeNetE4: 799_600,
    netE4: 799_600,
    tradeCount: 2,
    longTradeCount: 1,
    shortTradeCount: 1,
    longNetE4: 999_800,
    shortNetE4: -200_200,
  });
});
