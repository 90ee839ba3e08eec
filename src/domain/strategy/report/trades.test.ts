import { describe, expect, it } from 'vitest';
import { resultOf } from '../../collections/steps.ts';
import { runOfFills, type TestFill } from './testing/run-of-fills.ts';
import { tradeFiguresOf } from './trade-figures.ts';
import { tradesInSteps } from './trades.ts';
import type { ReportTrade } from './types.ts';

const fill = (timeMs: number, shares: number, price: number, feesE4 = 0): TestFill => ({
  timeMs,
  shares,
  price,
  feesE4,
});

function tradesOf(fills: readonly TestFill[], lastPrice: number): readonly ReportTrade[] {
  const { input } = runOfFills(fills, { closes: { '2026-03-02': lastPrice }, fromMs: 0, toMs: 1e12 });
  return resultOf(tradesInSteps(input.fills ?? [], input.openProfitE4));
}

describe('the trades of a run', () => {
  it('go from flat to flat with average prices, and an order that reverses belongs to two of them', () => {
    const trades = tradesOf(
      [fill(1, 10, 10, 100), fill(2, 20, 13, 200), fill(3, -40, 14, 400), fill(4, 10, 12, 50)],
      99,
    );
    expect(trades).toMatchObject([
      {
        number: 1,
        isShort: false,
        openedMs: 1,
        closedMs: 3,
        quantity: 30,
        entryPriceE4: 120_000,
        exitPriceE4: 140_000,
        grossE4: 600_000,
        feesE4: 600,
        netE4: 599_400,
      },
      { number: 2, isShort: true, openedMs: 3, closedMs: 4, quantity: 10, grossE4: 200_000, feesE4: 150 },
    ]);
    expect(trades.map(({ fills }) => fills.map(({ signedQuantity }) => signedQuantity))).toEqual([
      [10, 20, -30],
      [-10, 10],
    ]);
  });

  it('end with the one that is open, at the last price', () => {
    const [trade] = tradesOf([fill(1, 10, 10, 100), fill(2, -4, 11)], 12);
    expect(trade).toMatchObject({ closedMs: null, quantity: 10, exitPriceE4: 110_000, feesE4: 100 });
    expect(trade?.netE4).toBe(4 * 10_000 + 6 * 20_000 - 100);
  });
});

describe('the figures of trades', () => {
  it('count wins and losses after fees, without a trade of exactly 0 and without the open one', () => {
    const trades = tradesOf(
      [
        ...[fill(0, 1, 10), fill(10, -1, 13)],
        ...[fill(20, 1, 10), fill(30, -1, 11)],
        ...[fill(40, 1, 10), fill(45, -1, 10)],
        ...[fill(50, 1, 10), fill(60, -1, 8)],
        ...[fill(70, 1, 10), fill(85, -1, 9)],
        fill(90, 1, 10),
      ],
      1_000,
    );
    expect(tradeFiguresOf(trades)).toEqual({
      count: 5,
      wins: 2,
      losses: 2,
      winRate: 0.4,
      profitE4: 40_000,
      lossE4: -30_000,
      profitFactor: 4 / 3,
      expectancyE4: 2_000,
      averageWinE4: 20_000,
      averageLossE4: -15_000,
      payoff: 4 / 3,
      bestE4: 30_000,
      worstE4: -20_000,
      winStreak: 2,
      lossStreak: 2,
      averageHeldMs: 10,
    });
  });

  it('have no profit factor without a loss', () => {
    expect(tradeFiguresOf(tradesOf([fill(0, 1, 10), fill(1, -1, 11)], 1))).toMatchObject({
      profitFactor: null,
      payoff: null,
      averageLossE4: null,
      worstE4: 10_000,
    });
  });
});
