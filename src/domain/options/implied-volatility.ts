import { americanPrice, paysToExerciseEarly } from './american.ts';
import { intrinsicValue, type ExerciseStyle, type OptionTerms } from './black-scholes.ts';
import { europeanVolatility } from './european-volatility.ts';
import { rawVega } from './greeks.ts';

/** Below this part of the amounts involved doubles hold a price with fewer digits. */
const MIN_PRICE = 1e-300;
const MIN_VOLATILITY = 1e-4;
const MAX_VOLATILITY = 100;
/** Start where the European price implies none: in the money, near the boundary of exercise. */
const USUAL_VOLATILITY = 0.3;
const MAX_STEPS = 100;
/** Volatilities are found to this, below 1 to this part. */
const PRECISION = 2e-10;
/** A price this many units of the last place away from the one wanted is that price. */
const SAME_PRICE_ULPS = 1;
/** What a price must exceed the value of exercising by, in units of the last place. */
const MIN_TIME_VALUE_ULPS = 4;

/** A volatility and the price of an option at it. */
export interface PricedVolatility {
  readonly volatility: number;
  readonly price: number;
}

/**
 * The volatility a year at which the model's price is `price`, to 1e-9 or as far as the price determines it; null when it does
 * not: a price at or below what exercising is worth, at or above what the option could ever pay, or an option that has expired.
 * `known`, a price of the same option nearby, saves work.
 */
export function impliedVolatility(
  price: number,
  terms: OptionTerms,
  style: ExerciseStyle = 'american',
  known?: PricedVolatility,
): number | null {
  if (price < MIN_PRICE * Math.max(terms.spot, terms.strike)) return null;
  const found =
    style === 'european' ? europeanVolatility(price, terms) : americanVolatility(price, terms, known);
  return found !== null && found >= MIN_VOLATILITY && found <= MAX_VOLATILITY ? found : null;
}

function americanVolatility(
  price: number,
  terms: OptionTerms,
  known: PricedVolatility | undefined,
): number | null {
  const { right, spot, strike, years } = terms;
  if (!(years > 0 && spot > 0 && strike > 0 && price > 0)) return null;
  const intrinsic = intrinsicValue(terms);
  const isAboveIntrinsic = price - intrinsic > MIN_TIME_VALUE_ULPS * Number.EPSILON * intrinsic;
  if (!isAboveIntrinsic || price >= (right === 'C' ? spot : strike)) return null;
  if (!paysToExerciseEarly(terms)) return europeanVolatility(price, terms);
  if (known !== undefined && known.price > intrinsic) return solved(price, terms, known, MAX_VOLATILITY);
  // Early exercise only adds to a price: the European volatility is the start and an upper bound.
  const european = europeanVolatility(price, terms);
  const start = Math.max(MIN_VOLATILITY, european ?? USUAL_VOLATILITY);
  const priced = { volatility: start, price: americanPrice(terms, start) };
  return solved(price, terms, priced, european ?? MAX_VOLATILITY);
}

/**
 * The secant method on the logarithm of what the price exceeds exercising by, inside a bracket, which is halved when a step
 * leaves it or does not gain on the one before.
 */
function solved(
  price: number,
  terms: OptionTerms,
  start: PricedVolatility,
  maxVolatility: number,
): number | null {
  const intrinsic = intrinsicValue(terms);
  const timeValue = price - intrinsic;
  let low = MIN_VOLATILITY;
  let high = maxVolatility;
  let at = start.volatility;
  let before = { at: 0, missed: Infinity };
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const found = step === 0 ? start.price : americanPrice(terms, at);
    if (Math.abs(found - price) <= SAME_PRICE_ULPS * Number.EPSILON * price) return at;
    const missed = Math.log(Math.max(0, found - intrinsic) / timeValue);
    if (missed > 0) high = Math.min(high, at);
    else low = at;
    const slope =
      step === 0 ? rawVega(terms, at) / (found - intrinsic) : (missed - before.missed) / (at - before.at);
    const change = slope > 0 && slope < Infinity ? -missed / slope : Number.NaN;
    if (Math.abs(change) <= PRECISION * Math.min(1, at) && Math.abs(missed) < 0.01) return at + change;
    if (high - low <= Number.EPSILON * high) return null;
    const isSlow = Math.abs(missed) > 0.5 * Math.abs(before.missed);
    before = { at, missed };
    const next = at + change;
    at = !isSlow && next > low && next < high ? next : middle(low, high);
  }
  return null;
}

/** Half way, by ratio while the ends are far apart. */
function middle(low: number, high: number): number {
  return high > 4 * low ? Math.sqrt(low * high) : (low + high) / 2;
}
