import { describe, expect, it } from 'vitest';
import { totalFeesE4 } from '../../portfolio/index.ts';
import { Commissions } from './commissions.ts';
import { borrowE4, costRulesOf, distanceE4, shareRoundedUp, sharesOfVolume } from './cost-rules.ts';
import { FillCosts } from './fill-costs.ts';
import { amountProblem, COST_BOUNDS, costProblem, isFreeOfCosts, NO_COSTS } from './settings.ts';
import type { CostSettings } from './settings.ts';

const rules = (change: Partial<CostSettings>) => costRulesOf({ ...NO_COSTS, ...change });
/** The price of a fill in a bar from 99 to 101. */
function priceE4(change: Partial<CostSettings>, side: 'Buy' | 'Sell', barE4: number, limitE4 = 0): number {
  const costs = new FillCosts(rules(change));
  costs.beginBar({ highE4: 1_010_000, lowE4: 990_000, volume: 1_000 });
  return costs.priceE4(side, barE4, limitE4);
}

describe('slippage', () => {
  it.each([
    [{ Slippage: 'Cents', SlippageAmount: 1.5 }, 1_000_150, 999_850],
    [{ Slippage: 'BasisPoints', SlippageAmount: 2 }, 1_000_200, 999_800],
    [{ Slippage: 'RangePercent', SlippageAmount: 10 }, 1_002_000, 998_000],
  ] as const)('%j is against the trader on both sides', (change, bought, sold) => {
    expect(priceE4(change, 'Buy', 1_000_000)).toBe(bought);
    expect(priceE4(change, 'Sell', 1_000_000)).toBe(sold);
  });
  it('is rounded up to a whole 1/10,000 dollar', () => {
    const change = { Slippage: 'BasisPoints', SlippageAmount: 0.01 } as const;
    expect(priceE4(change, 'Buy', 123_400)).toBe(123_401);
    expect(priceE4(change, 'Sell', 123_400)).toBe(123_399);
  });
  it('never makes a price worse than the limit, and never better than that of the bar', () => {
    const change = { Slippage: 'Cents', SlippageAmount: 10 } as const;
    expect(priceE4(change, 'Buy', 1_000_000, 1_000_500)).toBe(1_000_500);
    expect(priceE4(change, 'Sell', 1_000_000, 999_400)).toBe(999_400);
    expect(priceE4(change, 'Buy', 1_000_000, 1_000_000)).toBe(1_000_000);
  });
  it('leaves a sale a price above 0', () => {
    expect(priceE4({ Slippage: 'Cents', SlippageAmount: 500 }, 'Sell', 20_000)).toBe(1);
  });
});

describe('the spread', () => {
  it('costs a fill one half, rounded up', () => {
    expect(priceE4({ Spread: 'Cents', SpreadAmount: 3 }, 'Buy', 1_000_000)).toBe(1_000_150);
    expect(priceE4({ Spread: 'Cents', SpreadAmount: 0.01 }, 'Buy', 1_000_000)).toBe(1_000_001);
    expect(priceE4({ Spread: 'BasisPoints', SpreadAmount: 10 }, 'Sell', 1_000_000)).toBe(999_500);
  });
  it('is added to the slippage', () => {
    const both = { Slippage: 'Cents', SlippageAmount: 1, Spread: 'Cents', SpreadAmount: 2 } as const;
    expect(priceE4(both, 'Buy', 1_000_000)).toBe(1_000_200);
  });
});

describe('a share of the volume', () => {
  it('is rounded down to whole shares', () => {
    expect(sharesOfVolume(1_999, 100_000)).toBe(199);
    expect(sharesOfVolume(9, 100_000)).toBe(0);
    expect(sharesOfVolume(Number.NaN, 100_000)).toBe(0);
    expect(sharesOfVolume(9_007_199_254_740_991, 1_000_000)).toBe(9_007_199_254_740_991);
  });
  it('is shared by the orders of a bar, and not kept for the next one', () => {
    const costs = new FillCosts(rules({ VolumePercent: 10 }));
    const bar = { highE4: 1, lowE4: 1, volume: 1_000 };
    costs.beginBar(bar);
    expect([costs.take(60), costs.take(60), costs.take(60)]).toEqual([60, 40, 0]);
    costs.beginBar(bar);
    expect(costs.take(500)).toBe(100);
  });
  it('does not limit a run without one', () => {
    const costs = new FillCosts(rules({}));
    costs.beginBar({ highE4: 1, lowE4: 1, volume: 0 });
    expect(costs.take(1_000_000)).toBe(1_000_000);
  });
});

describe('commissions', () => {
  /** Fees of the fills of one order. */
  function fees(change: Partial<CostSettings>, quantities: readonly number[], symbol = 'SPY'): number[] {
    const commissions = new Commissions(symbol, rules(change).commission);
    return quantities.map((quantity) =>
      totalFeesE4(commissions.charge(1, { side: 'Buy', quantity, priceE4: 1_000_000, liquidity: 'R' })),
    );
  }
  const perShare = { Commission: 'PerShare', CommissionAmount: 0.005, CommissionMinimum: 1 } as const;
  it('per share have a minimum for the order, which its first fill bears', () => {
    expect(fees(perShare, [100])).toEqual([10_000]);
    expect(fees(perShare, [100, 100, 300])).toEqual([10_000, 0, 15_000]);
  });
  it('per order are charged once', () => {
    expect(fees({ Commission: 'PerOrder', CommissionAmount: 4.95 }, [10, 90])).toEqual([49_500, 0]);
  });
  it('in per cent are those of the whole order, however it is split', () => {
    const percent = { Commission: 'Percent', CommissionAmount: 0.0333 } as const;
    expect(fees(percent, [7])).toEqual([2_331]);
    expect(fees(percent, [3, 4]).reduce((sum, fee) => sum + fee, 0)).toBe(2_331);
    // A contract is 100 shares.
    expect(fees(percent, [7], 'SPY260220C00100000')).toEqual([233_100]);
  });
  it('are nothing at all when there are none, and else those of the account', () => {
    expect(fees({ Commission: 'None' }, [100])).toEqual([0]);
    // 100 × (0.0030 + 0.0002 + 0.000035) dollars.
    expect(fees({}, [100])).toEqual([3_235]);
  });
});

it('borrowing costs a share of the value for each night, rounded up', () => {
  const halfPercent = rules({ BorrowPercent: 3.65 });
  expect(borrowE4(halfPercent, 10_000_000, 1)).toBe(1_000);
  expect(borrowE4(halfPercent, 10_000_000, 3)).toBe(3_000);
  expect(borrowE4(halfPercent, 1, 1)).toBe(1);
  // Ten billion dollars: the product exceeds 2^53.
  expect(borrowE4(halfPercent, 100_000_000_000_000, 3)).toBe(30_000_000_000);
});

it('shares are exact and rounded up, whatever their size', () => {
  expect(shareRoundedUp(10, 1, 3)).toBe(4);
  expect(shareRoundedUp(9_007_199_254_740_991, 999_999, 1_000_000)).toBe(9_007_190_247_541_737);
  expect(distanceE4(rules({}).slippage, 1_000_000, 5_000)).toBe(0);
});

describe('settings', () => {
  it('without costs are known as such', () => {
    expect(isFreeOfCosts(NO_COSTS)).toBe(true);
    expect(isFreeOfCosts({ ...NO_COSTS, SlippageAmount: 5, CommissionMinimum: 1 })).toBe(true);
    for (const change of [
      { Slippage: 'Cents' },
      { Spread: 'Cents' },
      { VolumePercent: 100 },
      { Commission: 'None' },
      { BorrowPercent: 1 },
    ] as const)
      expect(isFreeOfCosts({ ...NO_COSTS, ...change })).toBe(false);
  });
  it.each([
    [{ Slippage: 'Cents', SlippageAmount: 1_000.01 }, 'SlippageAmount'],
    [{ Slippage: 'RangePercent', SlippageAmount: 101 }, 'SlippageAmount'],
    [{ Slippage: 'BasisPoints', SlippageAmount: 0.005 }, 'SlippageAmount'],
    [{ Spread: 'BasisPoints', SpreadAmount: -1 }, 'SpreadAmount'],
    [{ VolumePercent: 0 }, 'VolumePercent'],
    [{ VolumePercent: 101 }, 'VolumePercent'],
    [{ Commission: 'PerShare', CommissionAmount: 0.00001 }, 'CommissionAmount'],
    [{ Commission: 'PerShare', CommissionMinimum: Number.NaN }, 'CommissionMinimum'],
    [{ BorrowPercent: 1_001 }, 'BorrowPercent'],
  ] as const)('%j are outside of the bounds', (change, field) => {
    expect(costProblem({ ...NO_COSTS, ...change })?.field).toBe(field);
  });
  it('ignore amounts that their kinds do not use', () => {
    expect(costProblem({ ...NO_COSTS, SlippageAmount: -1, CommissionAmount: 99_999 })).toBeNull();
  });
  it('say what an amount may be', () => {
    expect(amountProblem(0.1 + 0.2, COST_BOUNDS.spread.Cents)).toBeNull();
    expect(amountProblem(-1, COST_BOUNDS.slippage.Cents)).toBe(
      'must be a number from 0 to 1,000 with at most 2 decimals',
    );
  });
});
