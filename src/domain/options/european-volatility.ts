import {
  DIRECT_FROM,
  discountedForward,
  europeanCeiling,
  logMoneyness,
  scaledTimeValue,
  type OptionTerms,
} from './black-scholes.ts';
import { expOfSquare } from './error-function.ts';
import { normalCdf } from './normal.ts';

const ROOT_TWO_PI = Math.sqrt(2 * Math.PI);
/** Rounding errors, in units of the last place of the amounts involved, that a time value must exceed to carry information. */
const MIN_TIME_VALUE_ULPS = 4;
const MAX_STEPS = 40;
/** Halley's step triples the correct digits: after a step this small, relative, nothing is left to correct. */
const LAST_STEP = 1e-6;

/**
 * The volatility a year at which the European price is `price`, to the precision of the price; null when the price does not
 * determine it. Works on the option out of the money of the same strike, whose value has no digits that cancel.
 */
export function europeanVolatility(price: number, terms: OptionTerms): number | null {
  const { right, spot, strike, years, rate, dividendYield } = terms;
  if (!(years > 0 && spot > 0 && strike > 0 && price > 0)) return null;
  const forward = discountedForward(terms);
  const floor = right === 'C' ? forward : -forward;
  const timeValue = floor > 0 ? price - floor : price;
  const remainder = europeanCeiling(terms) - price;
  if (!(remainder > 0 && timeValue > uncertainty(price, floor, terms))) return null;
  const moneyness = logMoneyness(terms);
  const asset = moneyness > 0 ? strike * Math.exp(-rate * years) : spot * Math.exp(-dividendYield * years);
  const deviation = deviationOf(timeValue / asset, remainder / asset, -Math.abs(moneyness));
  return deviation === null ? null : deviation / Math.sqrt(years);
}

/** The amount by which rounding may have changed a time value: none out of the money, where nothing was subtracted. */
function uncertainty(
  price: number,
  floor: number,
  { spot, strike, years, rate, dividendYield }: OptionTerms,
): number {
  if (floor <= 0) return 0;
  const amounts = Math.max(
    price,
    Math.abs(spot - strike),
    -spot * Math.expm1(-dividendYield * years),
    -strike * Math.expm1(-rate * years),
  );
  return MIN_TIME_VALUE_ULPS * Number.EPSILON * amounts;
}

/** How far an evaluation is from the target, and the way there. */
interface Step {
  /** Newton's step in the deviation. */
  readonly newton: number;
  /** Second over first derivative of the function that Newton's step is of. */
  readonly bend: number;
}

/**
 * The deviation at which an option out of the money is worth `value` (a part of its asset, `remainder` is 1 less that). Halley's
 * method, inside a bracket, on the function that is nearly a low power of the deviation in the range of the target: the
 * reciprocal of the logarithm of a small value, the value itself, or the logarithm of the remainder.
 */
function deviationOf(value: number, remainder: number, moneyness: number): number | null {
  const turning = Math.sqrt(-2 * moneyness);
  const turningValue = turning > 0 ? 0.5 - Math.exp(-moneyness) * normalCdf(-turning) : 0;
  const isSmall = value < turningValue;
  const stepAt = isSmall ? smallValueStep : value > 0.5 ? smallRemainderStep : middleStep;
  let at = isSmall
    ? firstSmall(value, turningValue, moneyness)
    : turning + (Math.min(value, 0.5) - turningValue) * ROOT_TWO_PI;
  const target = value > 0.5 ? remainder : value;
  let low = 0;
  let high = Infinity;
  for (let count = 0; count < MAX_STEPS; count += 1) {
    const { newton, bend } = stepAt(target, moneyness, at);
    if (newton > 0) low = at;
    else high = at;
    // Halley's correction is limited to halving or doubling Newton's step.
    const halley = newton / Math.min(2, Math.max(0.5, 1 + 0.5 * newton * bend));
    const next = at + halley;
    if (Math.abs(halley) <= LAST_STEP * at) return next;
    at = next > low && next < high ? next : high < Infinity ? (low + high) / 2 : 2 * at;
  }
  return null;
}

/** Start for a small value: the power series of the squared deviation in the reciprocal logarithm, through the turning point. */
function firstSmall(value: number, turningValue: number, moneyness: number): number {
  const reciprocal = -1 / Math.log(value);
  const atTurning = -1 / Math.log(turningValue);
  const slope = (moneyness * moneyness) / 2;
  const curve = (-2 * moneyness - slope * atTurning) / (atTurning * atTurning);
  return Math.sqrt(reciprocal * (slope + curve * reciprocal));
}

function smallValueStep(target: number, moneyness: number, deviation: number): Step {
  const near = moneyness / deviation + deviation / 2;
  const scaled = scaledTimeValue(moneyness, deviation);
  const logarithm = Math.log(scaled) - (near * near) / 2;
  const wanted = Math.log(target);
  // Value over its slope: neither leaves the range of doubles in this form.
  const overSlope = scaled * ROOT_TWO_PI;
  return {
    newton: ((logarithm * (wanted - logarithm)) / wanted) * overSlope,
    bend: -(1 + 2 / logarithm) / overSlope + (near * (near - deviation)) / deviation,
  };
}

function middleStep(target: number, moneyness: number, deviation: number): Step {
  const near = moneyness / deviation + deviation / 2;
  return {
    newton: ((target - valueAt(moneyness, deviation, near)) * ROOT_TWO_PI) / expOfSquare(near, 0.5),
    bend: (near * (near - deviation)) / deviation,
  };
}

function smallRemainderStep(target: number, moneyness: number, deviation: number): Step {
  const near = moneyness / deviation + deviation / 2;
  const remainder = normalCdf(-near) + Math.exp(-moneyness) * normalCdf(near - deviation);
  const overSlope = (remainder * ROOT_TWO_PI) / expOfSquare(near, 0.5);
  return {
    newton: Math.log(remainder / target) * overSlope,
    bend: 1 / overSlope + (near * (near - deviation)) / deviation,
  };
}

function valueAt(moneyness: number, deviation: number, near: number): number {
  return near > DIRECT_FROM
    ? normalCdf(near) - Math.exp(-moneyness) * normalCdf(near - deviation)
    : expOfSquare(near, 0.5) * scaledTimeValue(moneyness, deviation);
}
