import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { americanPrice } from './american.ts';
import { europeanFloor, europeanPrice, intrinsicValue, type OptionTerms } from './black-scholes.ts';
import { normalCdf, normalDensity } from './normal.ts';
import { optionTerms, volatilities } from './testing/arbitrary.ts';
import { treePrice } from './testing/tree.ts';

const terms = (change: Partial<OptionTerms>): OptionTerms => ({
  right: 'C',
  spot: 100,
  strike: 100,
  years: 1,
  rate: 0.05,
  dividendYield: 0,
  ...change,
});

describe('the normal distribution', () => {
  it('agrees with published values and with its own density', () => {
    // Abramowitz and Stegun, table 26.1.
    for (const [x, expected] of [
      [0, 0.5],
      [0.5, 0.691_462_461_274_013],
      [1, 0.841_344_746_068_543],
      [2, 0.977_249_868_051_821],
      [3, 0.998_650_101_968_37],
      [-1.96, 0.024_997_895_148_22],
    ] as const) {
      expect(normalCdf(x)).toBeCloseTo(expected, 13);
    }
    for (let x = -6; x <= 6; x += 0.37)
      expect((normalCdf(x + 1e-4) - normalCdf(x - 1e-4)) / 2e-4).toBeCloseTo(normalDensity(x), 7);
  });

  it('keeps the relative accuracy of a tail far out, and joins its two formulas without a step', () => {
    expect(normalCdf(-10) / 7.619_853_024_160_527e-24).toBeCloseTo(1, 7);
    expect(normalCdf(-7.071_067_811_865_47) / normalCdf(-7.071_067_811_865_48)).toBeCloseTo(1, 7);
    expect([normalCdf(-50), normalCdf(50), normalCdf(-Infinity), normalCdf(Infinity)]).toEqual([0, 1, 0, 1]);
  });
});

describe('the price of a European option', () => {
  it.each([
    [
      'Hull: 42, 40, half a year, 10 %, 20 %: call',
      { spot: 42, strike: 40, years: 0.5, rate: 0.1 },
      0.2,
      4.7594,
    ],
    ['Hull: the put of the same', { right: 'P', spot: 42, strike: 40, years: 0.5, rate: 0.1 }, 0.2, 0.8086],
    ['Haug: 60, 65, a quarter, 8 %, 30 %', { spot: 60, strike: 65, years: 0.25, rate: 0.08 }, 0.3, 2.1334],
    [
      'Haug: put with a yield of 5 %',
      { right: 'P', spot: 100, strike: 95, years: 0.5, rate: 0.1, dividendYield: 0.05 },
      0.2,
      2.4648,
    ],
  ] as const)('is the one of the textbook (%s)', (_, change, volatility, expected) => {
    expect(europeanPrice(terms(change), volatility)).toBeCloseTo(expected, 4);
  });

  it('keeps put-call parity', () => {
    fc.assert(
      fc.property(optionTerms, volatilities, (option, volatility) => {
        const call = europeanPrice({ ...option, right: 'C' }, volatility);
        const put = europeanPrice({ ...option, right: 'P' }, volatility);
        const forward =
          option.spot * Math.exp(-option.dividendYield * option.years) -
          option.strike * Math.exp(-option.rate * option.years);
        expect(Math.abs(call - put - forward)).toBeLessThan(1e-12 * option.spot);
      }),
    );
  });

  it('lies between its floor and what it could pay, and rises with volatility', () => {
    fc.assert(
      fc.property(optionTerms, volatilities, (option, volatility) => {
        const price = europeanPrice(option, volatility);
        expect(price).toBeGreaterThanOrEqual(europeanFloor(option) - 1e-12 * option.spot);
        expect(price).toBeLessThanOrEqual((option.right === 'C' ? option.spot : option.strike) * (1 + 1e-12));
        expect(europeanPrice(option, volatility * 1.05)).toBeGreaterThanOrEqual(price - 1e-12 * option.spot);
      }),
    );
  });

  it('is what exercising brings once it has expired, and the discounted forward value without any volatility', () => {
    expect(europeanPrice(terms({ spot: 107, years: 0 }), 0.3)).toBe(7);
    expect(europeanPrice(terms({ right: 'P', spot: 107, years: -1 }), 0.3)).toBe(0);
    expect(europeanPrice(terms({ spot: 120 }), 0)).toBeCloseTo(120 - 100 * Math.exp(-0.05), 12);
  });
});

describe('the price of an American option', () => {
  it.each([
    [
      'Bjerksund and Stensland in Haug: call, 42, 40, 0.75 years, 4 %, yield 8 %, 35 %',
      { spot: 42, strike: 40, years: 0.75, rate: 0.04, dividendYield: 0.08 },
      0.35,
      5.2704,
    ],
  ] as const)('is the one of the textbook (%s)', (_, change, volatility, expected) => {
    expect(americanPrice(terms(change), volatility)).toBeCloseTo(expected, 4);
  });

  it('is within a thousandth of the spot of a binomial tree for a quarter, within two for a year', () => {
    for (const right of ['C', 'P'] as const)
      for (const strike of [80, 95, 100, 105, 120])
        for (const years of [0.02, 0.25, 1])
          for (const volatility of [0.12, 0.3, 0.5])
            for (const dividendYield of [0, 0.012, 0.05]) {
              const option = terms({ right, strike, years, rate: 0.0125, dividendYield });
              const tree = treePrice(option, volatility, 'american', 300);
              // The tree itself is off by some of its steps.
              expect(
                Math.abs(americanPrice(option, volatility) - tree),
                JSON.stringify({ option, volatility }),
              ).toBeLessThan(years === 1 ? 0.2 : 0.1);
            }
  });

  it('is a call without dividends that nobody exercises early', () => {
    fc.assert(
      fc.property(optionTerms, volatilities, (option, volatility) => {
        const call = { ...option, right: 'C', dividendYield: 0 } as const;
        expect(americanPrice(call, volatility)).toBe(
          Math.max(intrinsicValue(call), europeanPrice(call, volatility)),
        );
      }),
    );
  });

  it('is never below the European one nor below what exercising brings, and never above what it could pay', () => {
    fc.assert(
      fc.property(optionTerms, volatilities, (option, volatility) => {
        const price = americanPrice(option, volatility);
        expect(price).toBeGreaterThanOrEqual(
          Math.max(intrinsicValue(option), europeanPrice(option, volatility)),
        );
        expect(price).toBeLessThanOrEqual((option.right === 'C' ? option.spot : option.strike) * (1 + 1e-9));
      }),
      { numRuns: 1000 },
    );
  });

  it('falls with the strike of a call and rises with that of a put, never faster than the strike', () => {
    fc.assert(
      fc.property(
        optionTerms,
        volatilities,
        fc.double({ min: 0.001, max: 0.2, noNaN: true }),
        (option, volatility, step) => {
          const higher = { ...option, strike: option.strike * (1 + step) };
          const gain =
            (americanPrice(higher, volatility) - americanPrice(option, volatility)) *
            (option.right === 'C' ? -1 : 1);
          expect(gain).toBeGreaterThanOrEqual(-1e-6 * option.spot);
          // The boundary of an approximation is not quite the best one: a little slack.
          expect(gain).toBeLessThanOrEqual(option.strike * step + 1e-3 * option.spot);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('stays finite where powers of the formula do not', () => {
    for (const volatility of [1e-6, 0.001, 0.01, 5])
      for (const years of [1e-6, 0.01, 3])
        for (const strike of [1, 99, 101, 5000])
          for (const right of ['C', 'P'] as const) {
            const price = americanPrice(
              terms({ right, strike, years, rate: 0.0125, dividendYield: 0.03 }),
              volatility,
            );
            expect(
              Number.isFinite(price) && price >= 0,
              `${volatility} ${years} ${strike} ${right}: ${price}`,
            ).toBe(true);
          }
  });
});
