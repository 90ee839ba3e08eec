import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { americanPrice } from './american.ts';
import { europeanFloor, europeanPrice, intrinsicValue, type OptionTerms } from './black-scholes.ts';
import { normalCdf, normalDensity } from './normal.ts';
import { optionTerms, volatilities } from './testing/arbitrary.ts';

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

  it('keeps all digits of a tail far out', () => {
    // 40 digits, mpmath.
    for (const [x, expected] of [
      [-5.65, 8.022_391_850_663_497e-9],
      [-10, 7.619_853_024_160_525e-24],
      [-20, 2.753_624_118_606_233_7e-89],
      [-37.5, 4.605_353_009_581_955e-308],
    ] as const)
      expect(Math.abs(normalCdf(x) / expected - 1), String(x)).toBeLessThan(2e-15);
    expect([normalCdf(-50), normalCdf(50), normalCdf(-Infinity), normalCdf(Infinity)]).toEqual([0, 1, 0, 1]);
    expect([normalDensity(-Infinity), normalDensity(1e200)]).toEqual([0, 0]);
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

  it.each([
    ['C', 100, 180, 0.1, 0, 0.2, 8.015_917_132_708_268e-21],
    ['C', 100, 150, 0.02, 0.01, 0.15, 1.370_298_966_000_685e-82],
    ['P', 660, 400, 0.1, 0.011, 0.2, 4.708_018_939_305_977e-15],
    ['P', 100, 60, 0.02, 0, 0.12, 6.628_361_978_056_087e-201],
    ['P', 5, 7, 0.25, 0, 0.1, 1.978_159_144_112_011_9],
    ['C', 100, 90, 0.5, 0.01, 0.05, 10.063_200_581_987_976],
  ] as const)(
    'keeps all its digits far in and out of the money (%s, spot %d, strike %d)',
    (right, spot, strike, years, dividendYield, volatility, expected) => {
      const option = { right, spot, strike, years, rate: 0.0125, dividendYield };
      // 60 digits, mpmath. Rounding of the inputs of the tail counts by the square of its distance.
      expect(Math.abs(europeanPrice(option, volatility) / expected - 1)).toBeLessThan(5e-13);
    },
  );

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
  /** Leisen-Reimer trees of 10,001 and 20,003 steps, extrapolated; see docs/decisions/0021. */
  const references = readFileSync(
    new URL('../../../tests/fixtures/options/american-prices.csv', import.meta.url),
    'utf8',
  )
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [right, ...numbers] = line.split(',');
      const [spot = 0, strike = 0, years = 0, rate = 0, dividendYield = 0, volatility = 0, price = 0] =
        numbers.map(Number);
      const option: OptionTerms = {
        right: right === 'C' ? 'C' : 'P',
        spot,
        strike,
        years,
        rate,
        dividendYield,
      };
      return { line, option, volatility, price };
    });

  it('is within 0.005 % of the spot of a tree of 20,000 steps, up to three years and a volatility of 1', () => {
    expect(references).toHaveLength(621);
    for (const { line, option, volatility, price } of references)
      expect(Math.abs(americanPrice(option, volatility) - price), line).toBeLessThan(5e-5 * option.spot);
  });

  it('matches the reference where a flat boundary was 0.9 % of the spot too low', () => {
    const option = terms({ right: 'P', strike: 149.6, years: 2.4, rate: 0.0125 });
    expect(americanPrice(option, 0.6)).toBeCloseTo(70.5622, 3);
  });

  it('depends on its arguments alone, whatever was priced before', () => {
    const option = terms({ right: 'P', strike: 110, years: 0.7, rate: 0.031, dividendYield: 0.017 });
    const first = americanPrice(option, 0.33);
    for (let index = 0; index < 600; index += 1)
      americanPrice({ ...option, rate: 0.02 + index * 1e-5 }, 0.33);
    expect(americanPrice(option, 0.33)).toBe(first);
  });

  it('moves by less than 0.001 % of the spot where the boundaries of two horizons meet', () => {
    for (const years of [1 / 16, 0.25, 1])
      for (const strike of [90, 105, 130]) {
        const option = terms({ right: 'P', strike, years, rate: 0.04 });
        const step =
          americanPrice({ ...option, years: years * (1 + 1e-12) }, 0.3) - americanPrice(option, 0.3);
        expect(Math.abs(step), `${years} ${strike}`).toBeLessThan(1e-3);
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
          expect(gain).toBeGreaterThanOrEqual(-5e-5 * option.spot);
          expect(gain).toBeLessThanOrEqual(option.strike * step + 5e-5 * option.spot);
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
