import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { europeanPrice, type OptionTerms } from './black-scholes.ts';
import { POINTS, RISK_FREE_RATE, TRADING_DAYS } from './constants.ts';
import { greeksOf } from './greeks.ts';
import { optionTerms, volatilities } from './testing/arbitrary.ts';

/** Slope of the price in one of its arguments, by differences. */
function slope(price: (at: number) => number, at: number, step: number): number {
  return (price(at + step) - price(at - step)) / (2 * step);
}

describe('the greeks', () => {
  it('are counted with the constants of the chain: theta a trading day, vega and rho a percentage point', () => {
    expect([RISK_FREE_RATE, TRADING_DAYS, POINTS]).toEqual([0.0125, 252, 100]);
    // Hull, chapter on the greeks: 49, 50, 20 weeks, 5 %, 20 %: delta 0.522, gamma 0.066, vega 12.1, theta -4.31, rho 8.91 a year and unit.
    const hull: OptionTerms = {
      right: 'C',
      spot: 49,
      strike: 50,
      years: 0.3846,
      rate: 0.05,
      dividendYield: 0,
    };
    const greeks = greeksOf(hull, 0.2);
    expect(greeks.delta).toBeCloseTo(0.522, 3);
    expect(greeks.gamma).toBeCloseTo(0.066, 3);
    expect(greeks.vega).toBeCloseTo(0.121, 3);
    expect(greeks.theta).toBeCloseTo(-4.31 / 252, 4);
    expect(greeks.rho).toBeCloseTo(0.0891, 3);
  });

  it('are the slopes of the price', () => {
    fc.assert(
      fc.property(optionTerms, volatilities, (option, volatility) => {
        const { spot, years, rate } = option;
        const price = (change: Partial<OptionTerms>, at = volatility): number =>
          europeanPrice({ ...option, ...change }, at);
        const greeks = greeksOf(option, volatility);
        const near = (found: number, expected: number, scale: number): void =>
          expect(Math.abs(found - expected)).toBeLessThan(1e-4 * scale);
        near(
          greeks.delta,
          slope((at) => price({ spot: at }), spot, spot * 1e-5),
          1,
        );
        near(
          greeks.gamma * spot,
          slope((at) => greeksOf({ ...option, spot: at }, volatility).delta, spot, spot * 1e-5) * spot,
          1 + greeks.gamma * spot,
        );
        near(
          greeks.vega * 100,
          slope((at) => price({}, at), volatility, 1e-5),
          spot,
        );
        near(
          greeks.rho * 100,
          slope((at) => price({ rate: at }), rate, 1e-5),
          spot,
        );
        near(
          greeks.theta * 252,
          -slope((at) => price({ years: at }), years, years * 1e-5),
          spot + Math.abs(greeks.theta * 252),
        );
      }),
    );
  });

  it('of call and put differ as parity demands', () => {
    fc.assert(
      fc.property(optionTerms, volatilities, (option, volatility) => {
        const call = greeksOf({ ...option, right: 'C' }, volatility);
        const put = greeksOf({ ...option, right: 'P' }, volatility);
        expect(call.delta - put.delta).toBeCloseTo(Math.exp(-option.dividendYield * option.years), 10);
        expect([put.gamma, put.vega]).toEqual([call.gamma, call.vega]);
      }),
    );
  });

  it('leave only delta at expiration or without volatility, and are never NaN', () => {
    const option: OptionTerms = {
      right: 'P',
      spot: 90,
      strike: 100,
      years: 0,
      rate: 0.0125,
      dividendYield: 0,
    };
    expect(greeksOf(option, 0.3)).toEqual({ delta: -1, gamma: 0, theta: 0, vega: 0, rho: -0 });
    expect(greeksOf({ ...option, right: 'C' }, 0.3)).toMatchObject({ delta: 0, gamma: 0, vega: 0 });
    for (const years of [0, 1])
      for (const volatility of [0, 0.2])
        for (const spot of [100, 50]) {
          expect(Object.values(greeksOf({ ...option, spot, years }, volatility)).every(Number.isFinite)).toBe(
            true,
          );
        }
  });
});
