import type { OptionTerms } from '../black-scholes.ts';

/** The referee: a binomial tree after Cox, Ross and Rubinstein, which shares no formula with what it judges. */
export function treePrice(
  terms: OptionTerms,
  volatility: number,
  style: 'american' | 'european',
  steps = 800,
): number {
  const { right, spot, strike, years, rate, dividendYield } = terms;
  const stepYears = years / steps;
  const up = Math.exp(volatility * Math.sqrt(stepYears));
  const chance = (Math.exp((rate - dividendYield) * stepYears) - 1 / up) / (up - 1 / up);
  const discount = Math.exp(-rate * stepYears);
  const sign = right === 'C' ? 1 : -1;
  const exercised = (step: number, ups: number): number => sign * (spot * up ** (2 * ups - step) - strike);
  const values = Float64Array.from({ length: steps + 1 }, (_, ups) => Math.max(0, exercised(steps, ups)));
  for (let step = steps - 1; step >= 0; step -= 1) {
    for (let ups = 0; ups <= step; ups += 1) {
      const held = discount * (chance * (values[ups + 1] ?? 0) + (1 - chance) * (values[ups] ?? 0));
      values[ups] = style === 'american' ? Math.max(held, exercised(step, ups)) : held;
    }
  }
  return values[0] ?? 0;
}
