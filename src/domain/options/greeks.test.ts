import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { americanPrice } from './american.ts';
import { europeanPrice, intrinsicValue, type OptionTerms } from './black-scholes.ts';
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

  it('match the slopes of the price of a European option', () => {
    fc.assert(
      fc.property(optionTerms, volatilities, (option, volatility) => {
        const { spot, years, rate } = option;
        const price = (change: Partial<OptionTerms>, at = volatility): number =>
          europeanPrice({ ...option, ...change }, at);
        const greeks = greeksOf(option, volatility, 'european');
        const near = (found: number, expected: number, scale: number): void =>
          expect(Math.abs(found - expected)).toBeLessThan(1e-4 * scale);
        near(
          greeks.delta,
          slope((at) => price({ spot: at }), spot, spot * 1e-5),
          1,
        );
        near(
          greeks.gamma * spot,
          slope((at) => greeksOf({ ...option, spot: at }, volatility, 'european').delta, spot, spot * 1e-5) *
            spot,
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

  it('of European call and put differ as parity demands', () => {
    fc.assert(
      fc.property(optionTerms, volatilities, (option, volatility) => {
        const call = greeksOf({ ...option, right: 'C' }, volatility, 'european');
        const put = greeksOf({ ...option, right: 'P' }, volatility, 'european');
        expect(call.delta - put.delta).toBeCloseTo(Math.exp(-option.dividendYield * option.years), 10);
        expect([put.gamma, put.vega]).toEqual([call.gamma, call.vega]);
      }),
    );
  });

  it('match the slopes of the price of an American option', () => {
    let compared = 0;
    for (const right of ['C', 'P'] as const)
      for (const strike of [50, 80, 90, 97, 100, 103, 110, 125, 200])
        for (const years of [0.02, 0.2, 0.9, 2.5])
          for (const [rate, dividendYield] of [
            [0.0125, 0],
            [0.0125, 0.05],
            [0.06, 0.02],
          ] as const)
            for (const volatility of [0.1, 0.2, 0.4, 0.8]) {
              const option: OptionTerms = { right, spot: 100, strike, years, rate, dividendYield };
              const price = (change: Partial<OptionTerms>, at = volatility): number =>
                americanPrice({ ...option, ...change }, at);
              // Next to the boundary of exercise differences reach over it.
              const isHeld = price({}) > intrinsicValue(option) + 0.05;
              if (!isHeld && intrinsicValue(option) > 0) continue;
              compared += 1;
              const greeks = greeksOf(option, volatility);
              const label = JSON.stringify({ option, volatility });
              const near = (found: number, expected: number, within: number): void =>
                expect(Math.abs(found - expected), label).toBeLessThan(within);
              near(
                greeks.delta,
                slope((spot) => price({ spot }), 100, 0.01),
                1e-4,
              );
              near(
                greeks.vega * 100,
                slope((at) => price({}, at), volatility, volatility * 1e-4),
                1e-4,
              );
              near(
                greeks.rho * 100,
                slope((at) => price({ rate: at }), rate, 5e-4),
                1e-3,
              );
              near(greeks.theta * 252, -slope((at) => price({ years: at }), years, years * 1e-3), 1e-3);
              near(
                greeks.gamma,
                slope((spot) => greeksOf({ ...option, spot }, volatility).delta, 100, 0.05),
                0.02 * greeks.gamma + 1e-3,
              );
            }
    expect(compared).toBeGreaterThan(400);
  });

  it('equal those of the share for an option worth exercising at once', () => {
    const option: OptionTerms = {
      right: 'P',
      spot: 50,
      strike: 100,
      years: 0.5,
      rate: 0.04,
      dividendYield: 0,
    };
    expect(greeksOf(option, 0.2)).toEqual({ delta: -1, gamma: 0, theta: 0, vega: 0, rho: 0 });
    expect(greeksOf(option, 0.2, 'european').rho).toBeLessThan(-0.4);
  });

  it.each([
    ['C', 100, 180, 0.1, 0, 0.2, 1.197_849_068_766_411e-21],
    ['C', 100, 150, 0.02, 0.01, 0.15, 2.481_106_927_134_83e-83],
    ['P', 660, 400, 0.1, 0.011, 0.2, -6.099_310_989_668_773e-16],
    ['P', 100, 60, 0.02, 0, 0.12, -2.358_329_576_044_865e-201],
    ['P', 5, 7, 0.25, 0, 0.1, -0.017_445_397_860_086_55],
    ['P', 100, 100, 1, 0.02, 0.2, -0.547_791_830_631_612],
  ] as const)(
    'keep every digit of rho (%s, spot %d, strike %d)',
    (right, spot, strike, years, dividendYield, volatility, expected) => {
      const option = { right, spot, strike, years, rate: 0.0125, dividendYield };
      expect(Math.abs(greeksOf(option, volatility, 'european').rho / expected - 1)).toBeLessThan(5e-13);
    },
  );

  it('stay finite for every price, strike, time and volatility', () => {
    for (const right of ['C', 'P'] as const)
      for (const spot of [0, 1e-9, 100, 1e9])
        for (const strike of [0, 100])
          for (const years of [-1, 0, 1e-9, 1, 30])
            for (const volatility of [0, 1e-9, 0.2, 50])
              for (const [rate, dividendYield] of [
                [0, 0],
                [0.05, 0],
                [0, 0.05],
                [0.03, 0.05],
              ] as const)
                for (const style of ['american', 'european'] as const) {
                  const option = { right, spot, strike, years, rate, dividendYield };
                  const numbers = [
                    ...Object.values(greeksOf(option, volatility, style)),
                    americanPrice(option, volatility),
                    europeanPrice(option, volatility),
                  ];
                  expect(numbers.every(Number.isFinite), JSON.stringify({ option, volatility })).toBe(true);
                }
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
