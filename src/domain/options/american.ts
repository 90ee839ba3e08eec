import { europeanPrice, intrinsicValue, type OptionTerms } from './black-scholes.ts';
import { scaledErfc } from './error-function.ts';
import { chebyshev, DEGREE, logLimitOverBoundary } from './exercise-boundary.ts';
import { exerciseSurface, horizonPowerOf } from './exercise-surface.ts';
import { timeRule, type TimeRule } from './gauss-legendre.ts';
import { normalCdf, normalDensity } from './normal.ts';

/** Points of the integral over the time left, by the horizon: what early exercise adds is small for short times. */
const RULES = { months: timeRule(5), quarter: timeRule(7), years: timeRule(10) };

function ruleOf(horizonPower: number): TimeRule {
  return horizonPower <= -2 ? RULES.months : horizonPower === -1 ? RULES.quarter : RULES.years;
}

/**
 * Price of an American option: the European price and what early exercise adds, the interest less the dividends while the share
 * is beyond the boundary (I. J. Kim, 1990). Never below the European price nor below what exercising brings. Where the rate (of a
 * put) or the yield (of a call) is at most 1e-7, early exercise never pays.
 */
export function americanPrice(terms: OptionTerms, volatility: number): number {
  const held = europeanPrice(terms, volatility) + Math.max(0, exercisePremium(terms, volatility) ?? 0);
  return Math.max(intrinsicValue(terms), held);
}

/** The put of strike 1 that an option is worth `unit` times. A call is the put with spot and strike, rate and yield exchanged. */
interface UnitPut {
  readonly ratio: number;
  readonly rate: number;
  readonly dividendYield: number;
  readonly unit: number;
}

function unitPut({ right, spot, strike, rate, dividendYield }: OptionTerms): UnitPut {
  return right === 'P'
    ? { ratio: spot / strike, rate, dividendYield, unit: strike }
    : { ratio: strike / spot, rate: dividendYield, dividendYield: rate, unit: spot };
}

/** Rate (of a put) or yield (of a call) up to which early exercise is worth nothing. */
const MIN_EARNINGS = 1e-7;

/** Whether early exercise can be worth anything: exercising a put earns the rate, exercising a call the yield. */
export function paysToExerciseEarly({ right, rate, dividendYield }: OptionTerms): boolean {
  return (right === 'P' ? rate : dividendYield) > MIN_EARNINGS;
}

/** Coefficients of the boundary in use and their slopes, written over by every evaluation. */
const boundary = new Float64Array(DEGREE + 1);
const boundarySlopes = new Float64Array(DEGREE + 1);

/** An option whose premium of early exercise is an integral: what the integral needs, apart from the boundary. */
interface Premium {
  readonly unit: number;
  readonly ratio: number;
  readonly rate: number;
  readonly dividendYield: number;
  /** Logarithm of the share's price over the boundary just before expiration. */
  readonly logOverLimit: number;
  /** Root of the time left, as a part of the root of the boundary's horizon. */
  readonly place: number;
  readonly rule: TimeRule;
}

/**
 * Prepares the integral of early exercise and writes its boundary; 'none' where early exercise adds nothing, 'exercised' where
 * the option is worth exercising at once.
 */
function premiumOf(
  terms: OptionTerms,
  volatility: number,
  horizonPower: number,
  slopes?: Float64Array,
): Premium | 'none' | 'exercised' {
  const { years } = terms;
  const { ratio, rate, dividendYield, unit } = unitPut(terms);
  if (!(years > 0 && ratio > 0 && ratio < Infinity)) return 'none';
  if (!(volatility > 0 && paysToExerciseEarly(terms))) return 'none';
  const surface = exerciseSurface(rate, dividendYield);
  surface.boundary(volatility, horizonPower, boundary, slopes);
  const place = Math.sqrt(years / 4 ** horizonPower);
  const logOverLimit = Math.log(ratio) - surface.logLimit;
  if (logOverLimit <= -logLimitOverBoundary(boundary, place)) return 'exercised';
  return { unit, ratio, rate, dividendYield, logOverLimit, place, rule: ruleOf(horizonPower) };
}

/** What early exercise adds to the European price; null where the option is worth exercising at once. */
export function exercisePremium(
  terms: OptionTerms,
  volatility: number,
  horizonPower: number = horizonPowerOf(terms.years),
): number | null {
  const premium = premiumOf(terms, volatility, horizonPower);
  if (premium === 'none') return 0;
  if (premium === 'exercised') return null;
  const { unit, ratio, rate, dividendYield, logOverLimit, place, rule } = premium;
  const { years } = terms;
  const drift = rate - dividendYield;
  let sum = 0;
  for (let index = 0; index < rule.weights.length; index += 1) {
    const part = rule.passed[index] ?? 0;
    const passed = part * part * years;
    const spread = volatility * Math.sqrt(passed);
    const overBoundary = logOverLimit + logLimitOverBoundary(boundary, place * (rule.left[index] ?? 0));
    const far = (overBoundary + drift * passed) / spread - spread / 2;
    // Both tails are of one density: (share / boundary) e^(-yield t) density(near) = e^(-rate t) density(far).
    const density = 0.5 * Math.exp(-0.5 * far * far - rate * passed);
    const cash = density * scaledErfc(Math.abs(far) * Math.SQRT1_2);
    let flow = rate * (far > 0 ? cash : Math.exp(-rate * passed) - cash);
    if (dividendYield > 0) {
      const near = far + spread;
      const share = ratio * Math.exp(-overBoundary) * density * scaledErfc(Math.abs(near) * Math.SQRT1_2);
      flow -= dividendYield * (near > 0 ? share : ratio * Math.exp(-dividendYield * passed) - share);
    }
    sum += (rule.weights[index] ?? 0) * flow;
  }
  return unit * years * sum;
}

/** What early exercise adds to the European price and its slopes, for a dollar of the underlying and a volatility of 1. */
export interface PremiumSlopes {
  readonly premium: number;
  readonly delta: number;
  readonly vega: number;
}

const NO_SLOPES: PremiumSlopes = { premium: 0, delta: 0, vega: 0 };

/** The integral of early exercise and its derivatives; null where the option is worth exercising at once. */
export function exercisePremiumSlopes(terms: OptionTerms, volatility: number): PremiumSlopes | null {
  const premium = premiumOf(terms, volatility, horizonPowerOf(terms.years), boundarySlopes);
  if (premium === 'none') return NO_SLOPES;
  if (premium === 'exercised') return null;
  const { unit, ratio, rate, dividendYield, logOverLimit, place, rule } = premium;
  const { years } = terms;
  const drift = rate - dividendYield;
  const sums = { value: 0, slope: 0, vega: 0 };
  for (let index = 0; index < rule.weights.length; index += 1) {
    const part = rule.passed[index] ?? 0;
    const passed = part * part * years;
    const spread = volatility * Math.sqrt(passed);
    const atPlace = place * (rule.left[index] ?? 0);
    const logOver = logLimitOverBoundary(boundary, atPlace);
    const overBoundary = logOverLimit + logOver;
    const far = (overBoundary + drift * passed) / spread - spread / 2;
    const near = far + spread;
    const weight = (rule.weights[index] ?? 0) * years;
    const shares = weight * dividendYield * Math.exp(-dividendYield * passed) * normalCdf(-near);
    const atBoundary = ratio * Math.exp(-overBoundary);
    const density = weight * Math.exp(-rate * passed) * normalDensity(far);
    // Interest less dividends of a share that stands at the boundary: what a shift of the boundary gains or loses.
    const edge = ((rate - dividendYield * atBoundary) * density) / spread;
    const boundarySlope = logOver > 0 ? chebyshev(boundarySlopes, atPlace) / (2 * logOver) : 0;
    sums.value += weight * rate * Math.exp(-rate * passed) * normalCdf(-far) - ratio * shares;
    sums.slope -= edge / ratio + shares;
    sums.vega +=
      (density * (rate * near - dividendYield * atBoundary * far)) / volatility - edge * boundarySlope;
  }
  const { value, slope, vega } = sums;
  return {
    premium: unit * value,
    delta: terms.right === 'P' ? slope : value - ratio * slope,
    vega: unit * vega,
  };
}
