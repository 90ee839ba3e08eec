import { americanPrice } from './american.ts';
import { europeanFloor, europeanPrice, intrinsicValue, type OptionTerms } from './black-scholes.ts';
import { rawVega } from './greeks.ts';

/** How an option may be exercised; US stock and fund options are American. */
export type ExerciseStyle = 'american' | 'european';

const LEAST_VOLATILITY = 1e-4;
const MOST_VOLATILITY = 20;
const MOST_STEPS = 100;
const TOLERANCE = 1e-11;
/** A price this close, as a part of the strike, is the one looked for. */
const CLOSE = 1e-10;

/**
 * The volatility at which the model's price is `price`; null when there is none: a price at or below what exercising is worth, at or
 * above what the option could ever pay, or an option that has expired. Newton's method on the price, for small prices on its
 * logarithm, kept inside of a bracket that is halved whenever a step would leave it: it always ends.
 */
export function impliedVolatility(
  price: number,
  terms: OptionTerms,
  style: ExerciseStyle = 'american',
  guess?: number,
): number | null {
  const { right, spot, strike, years, rate, dividendYield } = terms;
  if (!(years > 0 && spot > 0 && strike > 0 && price > 0)) return null;
  const isAmerican = style === 'american';
  const floor = isAmerican ? Math.max(intrinsicValue(terms), europeanFloor(terms)) : europeanFloor(terms);
  const most =
    right === 'C'
      ? spot * (isAmerican ? 1 : Math.exp(-dividendYield * years))
      : strike * (isAmerican ? 1 : Math.exp(-rate * years));
  // Closer to the floor than doubles tell apart nothing is implied.
  const isAboveFloor = floor === 0 || price - floor > 1e-13 * Math.max(spot, strike);
  if (!isAboveFloor || price >= most) return null;

  // The value above the floor of an option in the money is that of its counterpart out of the money: nothing is lost by subtraction.
  const isInMoney = floor > 0;
  const counterpart: OptionTerms = { ...terms, right: right === 'C' ? 'P' : 'C' };
  const valueAt = isAmerican
    ? (volatility: number): number => americanPrice(terms, volatility) - floor
    : (volatility: number): number =>
        isInMoney ? europeanPrice(counterpart, volatility) : europeanPrice(terms, volatility);
  const target = price - floor;

  let low = LEAST_VOLATILITY;
  let high = MOST_VOLATILITY;
  let at =
    guess !== undefined && guess > low && guess < high
      ? guess
      : Math.min(2, Math.max(0.05, firstGuess(terms)));
  let missedBefore = Infinity;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const value = valueAt(at);
    const missed = Math.abs(value - target);
    if (missed <= CLOSE * Math.min(strike, target * 1000)) return at;
    if (value > target) high = at;
    else low = at;
    if (high - low <= TOLERANCE * at) break;
    const slope = rawVega(terms, at);
    // Far below the target the price is nearly flat and its logarithm is not.
    const isSmall = value > 0 && value < target / 2;
    const next = isSmall ? at + (Math.log(target / value) * value) / slope : at + (target - value) / slope;
    // Near the boundary of early exercise the slope is not that of the European price: halving goes on where Newton creeps.
    const creeps = missed > missedBefore / 2;
    missedBefore = creeps ? Infinity : missed;
    at = !creeps && next > low && next < high ? next : (low + high) / 2;
  }
  // At an end of the bracket the price lies beyond what volatility can explain.
  return at > LEAST_VOLATILITY * (1 + 1e-6) && at < MOST_VOLATILITY * (1 - 1e-6) ? at : null;
}

/** Where the price bends from convex to concave (Manaster and Koehler); at the money the price that is 0.4 of the deviation. */
function firstGuess({ spot, strike, years, rate, dividendYield }: OptionTerms): number {
  return Math.sqrt((2 * Math.abs(Math.log(spot / strike) + (rate - dividendYield) * years)) / years);
}
