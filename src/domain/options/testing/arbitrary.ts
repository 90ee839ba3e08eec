import fc from 'fast-check';
import type { OptionTerms } from '../black-scholes.ts';

const between = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });

/** Any option worth trading: half to double the strike, a day to two and a half years. */
export const optionTerms: fc.Arbitrary<OptionTerms> = fc
  .record({
    right: fc.constantFrom('C' as const, 'P' as const),
    spot: between(1, 2000),
    strike: between(0.5, 2),
    years: between(1 / 365, 2.5),
    rate: between(0, 0.08),
    dividendYield: between(0, 0.08),
  })
  .map((terms) => ({ ...terms, strike: terms.spot * terms.strike }));

export const volatilities: fc.Arbitrary<number> = between(0.05, 1.5);
