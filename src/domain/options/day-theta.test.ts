import { describe, expect, it } from 'vitest';
import { americanPrice } from './american.ts';
import type { OptionTerms } from './black-scholes.ts';
import { dayGreeks } from './day-theta.ts';
import { greeksOf } from './greeks.ts';

const HOUR_YEARS = 1 / (365.25 * 24);
const terms = (years: number, strike = 100, right: 'C' | 'P' = 'C'): OptionTerms => ({
  right,
  spot: 100,
  strike,
  years,
  rate: 0.0125,
  dividendYield: 0,
});

describe('the theta of a trading day', () => {
  it('is the rate of theta while more than a day is left', () => {
    for (const years of [30 / 365.25, 2])
      expect(dayGreeks(terms(years), 0.2)).toEqual(greeksOf(terms(years), 0.2));
  });

  it.each([0.1, 1, 3])('never exceeds the time value with %f hours left', (hours) => {
    const near = terms(hours * HOUR_YEARS);
    expect(greeksOf(near, 0.2).theta).toBeLessThan(-americanPrice(near, 0.2));
    expect(dayGreeks(near, 0.2).theta).toBeCloseTo(-americanPrice(near, 0.2), 12);
  });

  it('keeps the intrinsic value of an option in the money', () => {
    const deep = terms(HOUR_YEARS, 99);
    const timeValue = americanPrice(deep, 0.2) - 1;
    expect(dayGreeks(deep, 0.2).theta).toBeGreaterThanOrEqual(-timeValue);
    expect(dayGreeks(deep, 0.2).delta).toBe(greeksOf(deep, 0.2).delta);
  });
});
