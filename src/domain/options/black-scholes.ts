import type { OptionRight } from '../symbols/symbol.ts';
import { expOfSquare, scaledErfc } from './error-function.ts';
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

/** How an option may be exercised; US stock and fund options are American. */
export type ExerciseStyle = 'american' | 'european';

/** What the holder would get by exercising at once. */
export function intrinsicValue({
  right,
  spot,
  strike,
}: Pick<OptionTerms, 'right' | 'spot' | 'strike'>): number {
  return Math.max(0, right === 'C' ? spot - strike : strike - spot);
}

/** The least a European option can be worth: the discounted forward value of exercising. */
export function europeanFloor(terms: OptionTerms): number {
  const forward = discountedForward(terms);
  return Math.max(0, terms.right === 'C' ? forward : -forward);
}

/** The most a European option can be worth: what its holder receives, discounted. */
export function europeanCeiling({ right, spot, strike, years, rate, dividendYield }: OptionTerms): number {
  const time = Math.max(0, years);
  return right === 'C' ? spot * Math.exp(-dividendYield * time) : strike * Math.exp(-rate * time);
}

/** Present value of receiving the share and paying the strike at expiration. Near the money no digits cancel. */
export function discountedForward({ spot, strike, years, rate, dividendYield }: OptionTerms): number {
  const time = Math.max(0, years);
  return spot - strike + spot * Math.expm1(-dividendYield * time) - strike * Math.expm1(-rate * time);
}

/** Logarithm of forward price over strike. */
export function logMoneyness({ spot, strike, years, rate, dividendYield }: OptionTerms): number {
  const ratio = spot / strike;
  const atSpot = ratio > 0.5 && ratio < 2 ? Math.log1p((spot - strike) / strike) : Math.log(ratio);
  return atSpot + (rate - dividendYield) * years;
}

/** Black–Scholes–Merton price of a European option at a volatility a year (0.25 = 25 %). */
export function europeanPrice(terms: OptionTerms, volatility: number): number {
  const { right, spot, strike, years, rate, dividendYield } = terms;
  if (years <= 0) return intrinsicValue(terms);
  const deviation = volatility * Math.sqrt(years);
  if (!(deviation > 0 && spot > 0 && strike > 0)) return europeanFloor(terms);
  const moneyness = logMoneyness(terms);
  const isForwardAbove = moneyness > 0;
  // Priced as the option out of the money of the same strike; parity adds the floor without losing digits.
  const timeValue = isForwardAbove
    ? outOfMoneyValue(strike * Math.exp(-rate * years), -moneyness, deviation)
    : outOfMoneyValue(spot * Math.exp(-dividendYield * years), moneyness, deviation);
  return (right === 'C') === isForwardAbove ? europeanFloor(terms) + timeValue : timeValue;
}

/**
 * Value of an option out of the money. `asset` is the present value of what its holder receives (the share of a call, the cash of
 * a put), `moneyness` <= 0 the logarithm of that over what is paid for it, `deviation` the volatility to expiration.
 */
function outOfMoneyValue(asset: number, moneyness: number, deviation: number): number {
  const near = moneyness / deviation + deviation / 2;
  if (near > DIRECT_FROM)
    return asset * (normalCdf(near) - Math.exp(-moneyness) * normalCdf(near - deviation));
  return asset * expOfSquare(near, 0.5) * scaledTimeValue(moneyness, deviation);
}

/** From this d1 on the two terms of the formula differ enough to be subtracted as they are. */
export const DIRECT_FROM = 1;
/** Half deviations over the root of two below which the difference of two error functions is a power series. */
const SERIES_BELOW = 0.01;
const SERIES_WITHIN = 2;
const TWO_OVER_ROOT_PI = 2 / Math.sqrt(Math.PI);

/**
 * Value of an option out of the money over `asset` times e^(-d1² / 2): a number of moderate size however small the value itself is.
 * For d1 <= DIRECT_FROM.
 */
export function scaledTimeValue(moneyness: number, deviation: number): number {
  const middle = (-moneyness / deviation) * Math.SQRT1_2;
  const half = (deviation / 2) * Math.SQRT1_2;
  if (half >= SERIES_BELOW || middle > SERIES_WITHIN)
    return 0.5 * (scaledErfc(middle - half) - scaledErfc(middle + half));
  // Odd derivatives of the scaled error function, by its recurrence.
  const zeroth = scaledErfc(middle);
  const first = 2 * middle * zeroth - TWO_OVER_ROOT_PI;
  const second = 2 * zeroth + 2 * middle * first;
  const third = 4 * first + 2 * middle * second;
  const fourth = 6 * second + 2 * middle * third;
  const fifth = 8 * third + 2 * middle * fourth;
  const sixth = 10 * fourth + 2 * middle * fifth;
  const seventh = 12 * fifth + 2 * middle * sixth;
  const square = half * half;
  return -half * (first + square * (third / 6 + square * (fifth / 120 + (square * seventh) / 5040)));
}
