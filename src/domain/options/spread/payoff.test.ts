import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { greeksOf } from '../greeks.ts';
import { flipLegs } from './leg.ts';
import { gainAt, horizonMs, spreadGreeks, type PricedSpread } from './payoff.ts';
import { probabilityAbove, probabilityOfProfit } from './probability.ts';
import { profileOf } from './profile.ts';
import { smileOf } from './smile.ts';
import { costs, legsOf, market, oneExpiration, twoExpirations, valued } from './testing/legs.ts';

const spread = (cost: number, ...texts: string[]): PricedSpread => ({
  legs: valued(legsOf(...texts)),
  cost,
  market,
});
const prices = fc.integer({ min: 0, max: 40_000 }).map((cents) => cents / 100);
const flat = smileOf([{ strike: 100, volatility: 0.25 }]);
const skewed = smileOf(
  [70, 80, 90, 100, 110, 120].map((strike) => ({ strike, volatility: 0.25 + (100 - strike) / 400 })),
);
if (flat === null || skewed === null) throw new Error('no smile');

describe('the profile of a spread', () => {
  it.each([
    ['a vertical', spread(2, '+1 C 100', '-1 C 105'), [102], 300, 200],
    ['a credit vertical', spread(-1.5, '+1 P 95', '-1 P 100'), [98.5], 150, 350],
    ['a long straddle', spread(6, '+1 C 100', '+1 P 100'), [94, 106], null, 600],
    ['a short strangle', spread(-3, '-1 C 105', '-1 P 95'), [92, 108], 300, null],
    ['a butterfly', spread(1, '+1 C 95', '-2 C 100', '+1 C 105'), [96, 104], 400, 100],
    ['an iron condor', spread(-2, '+1 P 90', '-1 P 95', '-1 C 105', '+1 C 110'), [93, 107], 200, 300],
    ['a covered call', spread(97, '+1 S', '-1 C 105'), [97], 800, 9700],
    ['a ratio spread', spread(0.5, '+1 C 100', '-2 C 105'), [100.5, 109.5], 450, null],
    ['a vertical below its least value', spread(-1, '+1 C 100', '-1 C 105'), [], 600, 0],
    ['a free vertical', spread(0, '+1 C 100', '-1 C 105'), [100], 500, 0],
    ['a synthetic share', spread(1, '+1 C 100', '-1 P 100'), [101], null, 10_100],
  ] as const)('is exact for %s', (_name, priced, breakEvens, maxGain, maxLoss) => {
    const profile = profileOf(priced);
    expect(profile?.breakEvens.length).toBe(breakEvens.length);
    breakEvens.forEach((price, index) => expect(profile?.breakEvens[index]).toBeCloseTo(price, 9));
    if (maxGain === null) expect(profile?.maxGain).toBeNull();
    else expect(profile?.maxGain).toBeCloseTo(maxGain, 7);
    if (maxLoss === null) expect(profile?.maxLoss).toBeNull();
    else expect(profile?.maxLoss).toBeCloseTo(maxLoss, 7);
  });

  it('values the later leg of a calendar by the model when the nearer one expires', () => {
    const calendar = spread(1.2, '-1 C 100', '+1 C 100 later');
    const profile = profileOf(calendar);
    const atMs = horizonMs(calendar);
    expect(profile?.breakEvens).toHaveLength(2);
    for (const price of profile?.breakEvens ?? []) expect(gainAt(calendar, price, atMs)).toBeCloseTo(0, 6);
    // It gains most at the strike, and loses its price at most.
    expect(profile?.maxGain).toBeCloseTo(gainAt(calendar, 100, atMs) ?? 0, 3);
    expect(profile?.maxLoss).toBeCloseTo(120, 6);
  });

  it('is unknown where a later leg has no volatility, and needs none where all legs expire together', () => {
    const legs = valued(legsOf('-1 C 100', '+1 C 100 later')).map((leg) => ({ ...leg, volatility: null }));
    expect(profileOf({ legs, cost: 1, market })).toBeNull();
    const near = valued(legsOf('+1 C 100', '-1 C 105')).map((leg) => ({ ...leg, volatility: null }));
    expect(profileOf({ legs: near, cost: 2, market })?.breakEvens).toEqual([102]);
    expect(gainAt({ legs: near, cost: 2, market }, 100, market.nowMs)).toBeNull();
    expect(profileOf({ legs: [], cost: 0, market })).toBeNull();
  });

  it('never shows a gain or a loss beyond its largest one, and none at a break-even', () => {
    const check = (legs: ReturnType<typeof legsOf>, cost: number, price: number, tolerance: number) => {
      const priced = { legs: valued(legs), cost, market };
      const profile = profileOf(priced);
      const atMs = horizonMs(priced);
      const gain = gainAt(priced, price, atMs) ?? Number.NaN;
      expect(gain).toBeLessThanOrEqual((profile?.maxGain ?? Infinity) + tolerance);
      expect(-gain).toBeLessThanOrEqual((profile?.maxLoss ?? Infinity) + tolerance);
      for (const zero of profile?.breakEvens ?? []) {
        expect(zero).toBeGreaterThan(0);
        expect(Math.abs(gainAt(priced, zero, atMs) ?? Number.NaN)).toBeLessThan(1e-5);
      }
    };
    fc.assert(
      fc.property(oneExpiration, costs, prices, (legs, cost, price) => check(legs, cost, price, 1e-6)),
    );
    fc.assert(
      fc.property(twoExpirations, costs, prices, (legs, cost, price) => check(legs, cost, price, 1e-3)),
      { numRuns: 25 },
    );
  });

  it('is the mirror image of the same spread from the other side', () => {
    fc.assert(
      fc.property(oneExpiration, costs, prices, (legs, cost, price) => {
        const bought = { legs: valued(legs), cost, market };
        const sold = { legs: valued(flipLegs(legs)), cost: -cost, market };
        for (const atMs of [market.nowMs, horizonMs(bought)])
          expect(gainAt(sold, price, atMs)).toBeCloseTo(-(gainAt(bought, price, atMs) ?? Number.NaN), 6);
        const profiles = [profileOf(bought), profileOf(sold)];
        expect(profiles[0]?.breakEvens).toEqual(profiles[1]?.breakEvens);
        expect(profiles[0]?.maxGain).toBe(profiles[1]?.maxLoss);
        expect(profiles[0]?.maxLoss).toBe(profiles[1]?.maxGain);
      }),
    );
  });

  it('gives a call bought and a put sold the payoff of the share bought at the strike', () => {
    fc.assert(
      fc.property(prices, (price) => {
        const synthetic = spread(0, '+1 C 100', '-1 P 100');
        const share = spread(100, '+1 S');
        expect(gainAt(synthetic, price, horizonMs(synthetic))).toBeCloseTo(
          gainAt(share, price, market.nowMs) ?? Number.NaN,
          8,
        );
      }),
    );
  });
});

describe('the greeks of a spread', () => {
  it('are the sums over its legs for 100 shares a contract', () => {
    const terms = { spot: 100, strike: 100, years: 30 / 365, rate: 0.0125, dividendYield: 0 };
    const call = greeksOf({ ...terms, right: 'C' }, 0.25);
    const put = greeksOf({ ...terms, right: 'P' }, 0.25);
    const greeks = spreadGreeks(valued(legsOf('+2 C 100', '-1 P 100', '+1 S')), market);
    expect(greeks?.delta).toBeCloseTo(100 * (2 * call.delta - put.delta + 1), 9);
    expect(greeks?.gamma).toBeCloseTo(100 * (2 * call.gamma - put.gamma), 9);
    expect(greeks?.theta).toBeCloseTo(100 * (2 * call.theta - put.theta), 9);
    expect(greeks?.vega).toBeCloseTo(100 * (2 * call.vega - put.vega), 9);
  });

  it('are unknown when a leg has no volatility or has expired', () => {
    const legs = valued(legsOf('+1 C 100', '-1 C 105'));
    expect(
      spreadGreeks(
        legs.map((leg) => ({ ...leg, volatility: null })),
        market,
      ),
    ).toBeNull();
    expect(spreadGreeks(legs, { ...market, nowMs: Date.parse('2026-12-18T21:00:00Z') })).toBeNull();
  });
});

describe('a smile', () => {
  it('goes through its points, without highs or lows of its own, and is level beyond them', () => {
    const points = [90, 95, 100, 105, 110].map((strike, index) => ({
      strike,
      volatility: [0.4, 0.3, 0.22, 0.22, 0.28][index] ?? 0,
    }));
    const smile = smileOf(points);
    for (const { strike, volatility } of points)
      expect(smile?.volatilityAt(strike)).toBeCloseTo(volatility, 12);
    for (let strike = 80; strike <= 120; strike += 0.5) {
      const volatility = smile?.volatilityAt(strike) ?? Number.NaN;
      expect(volatility).toBeGreaterThanOrEqual(0.22);
      expect(volatility).toBeLessThanOrEqual(0.4);
      const change = (smile?.volatilityAt(strike + 1e-5) ?? 0) - (smile?.volatilityAt(strike - 1e-5) ?? 0);
      expect(smile?.slopeAt(strike)).toBeCloseTo(change / 2e-5, 5);
    }
    expect(smile?.volatilityAt(1)).toBe(0.4);
    expect(smile?.volatilityAt(1000)).toBe(0.28);
  });

  it('leaves out points without a usable volatility', () => {
    expect(
      smileOf([
        { strike: 100, volatility: Number.NaN },
        { strike: 105, volatility: 0 },
      ]),
    ).toBeNull();
    expect(
      smileOf([
        { strike: 100, volatility: 0.2 },
        { strike: 105, volatility: 0 },
      ])?.volatilityAt(105),
    ).toBe(0.2);
  });
});

describe('the probability of profit', () => {
  const profitOf = (priced: PricedSpread, smile = flat) => {
    const profile = profileOf(priced);
    return profile === null ? null : probabilityOfProfit(priced, profile, smile);
  };

  it('is N(d2) of the break-even without a skew', () => {
    // ln(100/102) = -0.0198026, deviation 0.25 sqrt(30/365) = 0.0716730, drift 0.0010274: d2 = -0.2977959.
    expect(profitOf(spread(2, '+1 C 100', '-1 C 105'))).toBeCloseTo(0.38293, 4);
    // Both tails of a straddle: above 106 and below 94.
    const above = probabilityAbove(106, market, horizonMs(spread(6, '+1 C 100')), flat);
    const below = 1 - probabilityAbove(94, market, horizonMs(spread(6, '+1 C 100')), flat);
    expect(profitOf(spread(6, '+1 C 100', '+1 P 100'))).toBeCloseTo(above + below, 12);
  });

  it('is the slope of the call price in the strike along a skewed smile', () => {
    const atMs = horizonMs(spread(0, '+1 C 100'));
    const years = 30 / 365;
    const vertical = (strike: number): number => {
      const at = (each: number) =>
        gainAt(
          {
            legs: valued(legsOf(`+1 C ${each}`), skewed.volatilityAt(each)),
            cost: 0,
            market,
          },
          100,
          market.nowMs,
        ) ?? Number.NaN;
      return ((at(strike - 0.01) - at(strike + 0.01)) / 0.02 / 100) * Math.exp(0.0125 * years);
    };
    for (const strike of [85, 95, 102, 115])
      expect(probabilityAbove(strike, market, atMs, skewed)).toBeCloseTo(vertical(strike), 4);
  });

  it('lies between 0 and 1, and with that of the other side gives 1', () => {
    fc.assert(
      fc.property(oneExpiration, costs, fc.constantFrom(flat, skewed), (legs, cost, smile) => {
        fc.pre(legs.some(({ kind }) => kind !== 'stock'));
        const gained = profitOf({ legs: valued(legs), cost, market }, smile) ?? Number.NaN;
        const flipped = profitOf({ legs: valued(flipLegs(legs)), cost: -cost, market }, smile) ?? Number.NaN;
        expect(gained).toBeGreaterThanOrEqual(0);
        expect(gained).toBeLessThanOrEqual(1);
        // A payoff at exactly 0 is a profit of neither.
        expect(gained + flipped).toBeLessThanOrEqual(1 + 1e-12);
        const levels = legs.map(
          ({ strike }) =>
            gainAt(
              { legs: valued(legs), cost, market },
              strike,
              horizonMs({ legs: valued(legs), cost, market }),
            ) ?? 0,
        );
        if (levels.every((gain) => Math.abs(gain) > 1)) expect(gained + flipped).toBeCloseTo(1, 9);
      }),
    );
  });

  it('is 1 for a sure gain, 0 for a sure loss, and unknown after expiration', () => {
    expect(profitOf(spread(-1, '+1 C 100', '-1 C 105'))).toBe(1);
    expect(profitOf(spread(6, '+1 C 100', '-1 C 105'))).toBe(0);
    const late = { ...market, nowMs: Date.parse('2026-12-18T21:00:00Z') };
    expect(profitOf({ ...spread(2, '+1 C 100', '-1 C 105'), market: late })).toBeNull();
  });
});
