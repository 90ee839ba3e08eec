import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { americanPrice } from './american.ts';
import { europeanFloor, europeanPrice, intrinsicValue, type OptionTerms } from './black-scholes.ts';
import { rawVega } from './greeks.ts';
import { impliedVolatility } from './implied-volatility.ts';
import { optionTerms } from './testing/arbitrary.ts';

const terms: OptionTerms = {
  right: 'C',
  spot: 100,
  strike: 100,
  years: 0.25,
  rate: 0.0125,
  dividendYield: 0,
};

describe('the implied volatility', () => {
  /** What the last digits of a price allow, at least 1e-9. */
  const bound = (price: number, vega: number, ulps: number): number =>
    Math.max(1e-9, (ulps * 2 ** (Math.floor(Math.log2(price)) - 52)) / vega);

  const MONEYNESS = [0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 0.999, 1, 1.001, 1.01, 1.05, 1.1, 1.4, 2, 10];
  const grid = (strikes: readonly number[], volatilityGrid: readonly number[]) =>
    [5, 660].flatMap((spot) =>
      strikes.flatMap((moneyness) =>
        [1 / 8760, 1 / 365, 7 / 365, 0.1, 0.25, 1, 3].flatMap((years) =>
          [0, 0.0125, 0.08].flatMap((rate) =>
            [0, 0.02].flatMap((dividendYield) =>
              (['C', 'P'] as const).flatMap((right) =>
                volatilityGrid.map((volatility) => ({
                  option: { right, spot, strike: spot * moneyness, years, rate, dividendYield },
                  volatility,
                })),
              ),
            ),
          ),
        ),
      ),
    );

  it('recovers the volatility of a European price to 1e-9 or ten units of the last place of the price', () => {
    let compared = 0;
    for (const { option, volatility } of grid(MONEYNESS, [0.02, 0.05, 0.1, 0.2, 0.4, 0.8, 1.5, 4, 10])) {
      const price = europeanPrice(option, volatility);
      if (price < 1e-290) continue;
      const tolerance = bound(price, rawVega(option, volatility), 10);
      const implied = impliedVolatility(price, option, 'european');
      // Where rounding moves the volatility by a fiftieth the price need not determine it; if it does, it is that one.
      if (implied === null && tolerance > 0.02 * volatility) continue;
      compared += 1;
      const missed = Math.abs((implied ?? Number.NaN) - volatility);
      if (!(missed <= tolerance))
        expect.fail(`${JSON.stringify(option)} ${volatility}: ${implied}, more than ${tolerance} off`);
    }
    expect(compared).toBeGreaterThan(15_000);
  });

  it('recovers the volatility of an American price to 1e-9 or twenty units of the last place of the price', () => {
    let compared = 0;
    for (const { option, volatility } of grid([0.5, 0.8, 0.95, 1, 1.01, 1.1, 1.4, 2], [0.05, 0.2, 0.8, 2])) {
      const price = americanPrice(option, volatility);
      const timeValue = price - intrinsicValue(option);
      if (price < 1e-290 || timeValue <= 1e-15 * price) continue;
      const step = 1e-5 * volatility;
      const vega =
        (americanPrice(option, volatility + step) - americanPrice(option, volatility - step)) / (2 * step);
      const tolerance = bound(price, vega, 20);
      const implied = impliedVolatility(price, option);
      if (implied === null && tolerance > 0.02 * volatility) continue;
      compared += 1;
      const missed = Math.abs((implied ?? Number.NaN) - volatility);
      if (!(missed <= tolerance))
        expect.fail(`${JSON.stringify(option)} ${volatility}: ${implied}, more than ${tolerance} off`);
    }
    expect(compared).toBeGreaterThan(3000);
  });

  it('finds the same volatility from any known price', () => {
    const option: OptionTerms = { ...terms, right: 'P', strike: 108, dividendYield: 0.01 };
    const price = americanPrice(option, 0.3);
    for (const volatility of [1e-4, 0.05, 0.29, 0.3, 0.31, 2, 50]) {
      const known = { volatility, price: americanPrice(option, volatility) };
      expect(impliedVolatility(price, option, 'american', known)).toBeCloseTo(0.3, 9);
    }
  });

  it.each(['european', 'american'] as const)(
    'gives no volatility that does not reproduce its %s price',
    (style) => {
      const priceOf = style === 'european' ? europeanPrice : americanPrice;
      const anyPrice = fc.tuple(optionTerms, fc.double({ min: 0, max: 1, noNaN: true }), fc.nat({ max: 16 }));
      fc.assert(
        fc.property(anyPrice, ([option, part, decade]) => {
          const least = style === 'european' ? europeanFloor(option) : intrinsicValue(option);
          const price = least + part * 10 ** -decade * Math.max(option.spot, option.strike);
          const implied = impliedVolatility(price, option, style);
          if (implied === null) return;
          const allowed = 1e-9 * (price - least + rawVega(option, implied)) + 5e-15 * price;
          expect(Math.abs(priceOf(option, implied) - price)).toBeLessThan(allowed);
        }),
        { numRuns: 1500 },
      );
    },
  );

  it.each([
    [
      'in the money, high',
      { right: 'C', spot: 5, strike: 1.5, years: 7 / 365 },
      3.508_099_159_698_615_7,
      4,
      1e-9,
    ],
    ['far in the money, low', { right: 'P', spot: 5, strike: 7 }, 1.978_159_144_112_011_9, 0.1, 8.5e-6],
    ['below 1e-12', { strike: 180, years: 0.1 }, 8.015_917_132_708_268e-21, 0.2, 1e-14],
    ['below 1e-200', { right: 'P', strike: 60, years: 0.02 }, 6.628_361_978_056_087e-201, 0.12, 1e-14],
  ] as const)('recovers the volatility of a European price %s', (_, change, price, volatility, tolerance) => {
    const implied = impliedVolatility(price, { ...terms, ...change }, 'european');
    expect(Math.abs((implied ?? Number.NaN) - volatility)).toBeLessThanOrEqual(tolerance);
  });

  it('is found far out of the money, for a hundredth of a cent', () => {
    const far = { ...terms, strike: 180 };
    const implied = impliedVolatility(0.0001, far) ?? 0;
    expect(europeanPrice(far, implied)).toBeCloseTo(0.0001, 9);
  });

  it.each([
    ['of nothing', 0, {}],
    ['that differs from the floor by rounding', 100 - 60 * Math.exp(-0.0125 / 4) + 2e-14, { strike: 60 }],
    ['with less than all digits of a double', 1e-310, { strike: 180 }],
    ['below what exercising brings', 4.99, { spot: 105 }],
    ['equal to what exercising brings', 5, { right: 'P', spot: 95 }],
    ['as dear as the share', 100, {}],
    ['of a put as dear as its strike', 100, { right: 'P' }],
    ['after the expiration', 3, { years: 0 }],
    ['that is not a number', Number.NaN, {}],
    ['without a price of the underlying', 3, { spot: 0 }],
  ] as const)('is null for a price %s', (_, price, change) => {
    expect(impliedVolatility(price, { ...terms, ...change })).toBeNull();
  });
});
