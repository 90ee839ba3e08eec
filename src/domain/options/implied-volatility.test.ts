import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { americanPrice } from './american.ts';
import { europeanFloor, europeanPrice, intrinsicValue, type OptionTerms } from './black-scholes.ts';
import { rawVega } from './greeks.ts';
import { impliedVolatility } from './implied-volatility.ts';
import { optionTerms, volatilities } from './testing/arbitrary.ts';

const terms: OptionTerms = {
  right: 'C',
  spot: 100,
  strike: 100,
  years: 0.25,
  rate: 0.0125,
  dividendYield: 0,
};

describe('the implied volatility', () => {
  it.each(['european', 'american'] as const)('of a %s price gives that price again', (style) => {
    const priceOf = style === 'european' ? europeanPrice : americanPrice;
    fc.assert(
      fc.property(optionTerms, volatilities, (option, volatility) => {
        const price = priceOf(option, volatility);
        // In the money so far that the time value is lost in the last digits, nothing can be told.
        fc.pre(price - Math.max(europeanFloor(option), intrinsicValue(option)) > 1e-8 * option.spot);
        const implied = impliedVolatility(price, option, style);
        expect(implied).not.toBeNull();
        expect(Math.abs(priceOf(option, implied ?? 0) - price)).toBeLessThan(1e-9 * option.spot);
        if (rawVega(option, volatility) > 1e-3 * option.spot) expect(implied).toBeCloseTo(volatility, 5);
      }),
      { numRuns: 1000 },
    );
  });

  it('is found whatever it is guessed to be', () => {
    for (const guess of [undefined, 0, 1e-9, 0.05, 0.3, 5, 1000, Number.NaN])
      expect(impliedVolatility(europeanPrice(terms, 0.3), terms, 'american', guess)).toBeCloseTo(0.3, 8);
  });

  it('is found far out of the money, for a hundredth of a cent', () => {
    const far = { ...terms, strike: 180 };
    const implied = impliedVolatility(0.0001, far) ?? 0;
    expect(europeanPrice(far, implied)).toBeCloseTo(0.0001, 9);
  });

  it.each([
    ['of nothing', 0, {}],
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
