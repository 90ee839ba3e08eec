import type { OptionRight } from '../symbols/symbol.ts';
import { normalCdf } from './normal.ts';

/** What the price of an option depends on besides volatility. Amounts in dollars a share: a model has no ticks. */
export interface OptionTerms {
  readonly right: OptionRight;
  readonly spot: number;
  readonly strike: number;
  /** Time to expiration, years of 365 days; 0 or less = expired. */
  readonly years: number;
  /** Risk-free rate a year, continuous. */
  readonly rate: number;
  /** Dividend yield a year, continuous. */
  readonly dividendYield: number;
}

/** What the holder would get by exercising at once. */
export function intrinsicValue({
  right,
  spot,
  strike,
}: Pick<OptionTerms, 'right' | 'spot' | 'strike'>): number {
  return Math.max(0, right === 'C' ? spot - strike : strike - spot);
}

/** The least a European option can be worth: the discounted forward value of exercising. */
export function europeanFloor({ right, spot, strike, years, rate, dividendYield }: OptionTerms): number {
  const time = Math.max(0, years);
  const forward = spot * Math.exp(-dividendYield * time) - strike * Math.exp(-rate * time);
  return Math.max(0, right === 'C' ? forward : -forward);
}

/** Black–Scholes–Merton price of a European option at a volatility a year (0.25 = 25 %). */
export function europeanPrice(terms: OptionTerms, volatility: number): number {
  const { right, spot, strike, years, rate, dividendYield } = terms;
  if (years <= 0) return intrinsicValue(terms);
  const deviation = volatility * Math.sqrt(years);
  if (!(deviation > 0)) return europeanFloor(terms);
  const stock = spot * Math.exp(-dividendYield * years);
  const cash = strike * Math.exp(-rate * years);
  const d1 = Math.log(stock / cash) / deviation + deviation / 2;
  const d2 = d1 - deviation;
  return right === 'C'
    ? stock * normalCdf(d1) - cash * normalCdf(d2)
    : cash * normalCdf(-d2) - stock * normalCdf(-d1);
}
