import { americanPrice } from './american.ts';
import { intrinsicValue, type OptionTerms } from './black-scholes.ts';
import { greeksOf, type Greeks } from './greeks.ts';

/**
 * Greeks of an option whose theta is what a holder loses over the next trading day, dollars a share. Theta is a rate: on the last day it
 * exceeds the price of an option near the money, which cannot lose more than its time value. Until then both are the same.
 */
export function dayGreeks(terms: OptionTerms, volatility: number): Greeks {
  const greeks = greeksOf(terms, volatility);
  const timeValue = Math.max(0, americanPrice(terms, volatility) - intrinsicValue(terms));
  return { ...greeks, theta: Math.max(greeks.theta, -timeValue) };
}
