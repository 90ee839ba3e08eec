import { timeRule } from './gauss-legendre.ts';
import { normalCdf, normalDensity } from './normal.ts';

/** The option that a boundary belongs to: an American put of strike 1. For rate > 0, dividendYield >= 0, volatility > 0. */
interface PutModel {
  readonly rate: number;
  readonly dividendYield: number;
  readonly volatility: number;
  /** The boundary holds for times left up to this one. */
  readonly horizonYears: number;
}

/** Degree of the polynomial that stands for a boundary. */
export const DEGREE = 8;
/**
 * Where the boundary is solved for: Chebyshev nodes of the root of the time left, as a part of the root of the horizon,
 * descending.
 */
const PLACES = Float64Array.from(
  { length: DEGREE + 1 },
  (_, index) => 0.5 * (1 + Math.cos((Math.PI * index) / DEGREE)),
);
const RULE = timeRule(12);
/** Always the same number: the boundary is a smooth function of its arguments. */
const ITERATIONS = 12;
/** Part of each step that is taken. A whole step makes the iteration cycle where the rate equals the yield. */
const DAMPING = 0.8;

/** Just before expiration a put of strike 1 is exercised below this price: where its interest earns more than the dividends. */
export function boundaryLimit(rate: number, dividendYield: number): number {
  return rate < dividendYield ? rate / dividendYield : 1;
}

/**
 * The boundary of early exercise by the time left until expiration, after L. Andersen, M. Lake and D. Offengenden ("High
 * performance American option pricing", 2016): the squared logarithm of the boundary over its limit at expiration is a Chebyshev
 * polynomial in the root of the time left. Returns its coefficients, found by iterating their equation B at the nodes.
 */
export function exerciseBoundary(model: PutModel): Float64Array {
  const limit = boundaryLimit(model.rate, model.dividendYield);
  const endless = perpetualBoundary(model);
  const boundaries = PLACES.map((place) => {
    const deviation = model.volatility * Math.sqrt(model.horizonYears) * place;
    return endless + (limit - endless) * Math.exp((-2 * deviation * limit) / (limit - endless));
  });
  let coefficients = fit(boundaries, limit);
  for (let iteration = 0; iteration < ITERATIONS; iteration += 1) {
    for (let index = 0; index < DEGREE; index += 1) {
      const before = boundaries[index] ?? limit;
      const after = before + DAMPING * correction(before, PLACES[index] ?? 0, coefficients, model);
      boundaries[index] = Math.min(limit, Math.max(endless, after));
    }
    coefficients = fit(boundaries, limit);
  }
  return coefficients;
}

/** Logarithm of the limit at expiration over the boundary, at a root of the time left (as a part of the root of the horizon). */
export function logLimitOverBoundary(coefficients: Float64Array, place: number): number {
  const square = chebyshev(coefficients, place);
  return square > 0 ? Math.sqrt(square) : 0;
}

/** The sum of a Chebyshev series on 0 to 1, by Clenshaw's recurrence. */
export function chebyshev(coefficients: Float64Array, place: number): number {
  const twice = 4 * place - 2;
  let next = 0;
  let after = 0;
  for (let degree = coefficients.length - 1; degree > 0; degree -= 1) {
    const now = twice * next - after + (coefficients[degree] ?? 0);
    after = next;
    next = now;
  }
  return (twice / 2) * next - after + (coefficients[0] ?? 0);
}

/** The boundary of a put that never expires. */
function perpetualBoundary({ rate, dividendYield, volatility }: PutModel): number {
  const variance = volatility * volatility;
  const drift = (rate - dividendYield) / variance - 0.5;
  const root = Math.sqrt(drift * drift + (2 * rate) / variance);
  const power = drift > 0 ? -drift - root : (-2 * rate) / (variance * (root - drift));
  return power / (power - 1);
}

/**
 * A step of Newton's method on the equation of the boundary at one node; the slope of its integrals is left out, which would not
 * converge.
 */
function correction(boundary: number, place: number, coefficients: Float64Array, model: PutModel): number {
  const { rate, dividendYield, volatility, horizonYears } = model;
  const root = Math.sqrt(horizonYears) * place;
  const years = root * root;
  const drift = rate - dividendYield;
  const deviation = volatility * root;
  const far = (Math.log(boundary) + drift * years) / deviation - deviation / 2;
  const cashDiscount = Math.exp(-rate * years);
  const shareDiscount = Math.exp(-dividendYield * years);
  let cash = cashDiscount * normalCdf(far);
  let share = shareDiscount * normalCdf(far + deviation);
  const logOverLimit = Math.log(boundary / boundaryLimit(rate, dividendYield));
  for (let index = 0; index < RULE.weights.length; index += 1) {
    const rootPassed = (RULE.passed[index] ?? 0) * root;
    const passed = rootPassed * rootPassed;
    const spread = volatility * rootPassed;
    const weight = (RULE.weights[index] ?? 0) * years;
    const logRatio = logOverLimit + logLimitOverBoundary(coefficients, place * (RULE.left[index] ?? 0));
    const later = (logRatio + drift * passed) / spread - spread / 2;
    cash += weight * rate * Math.exp(-rate * passed) * normalCdf(later);
    share += weight * dividendYield * Math.exp(-dividendYield * passed) * normalCdf(later + spread);
  }
  const cashSlope = (cashDiscount * normalDensity(far)) / deviation;
  const shareSlope = (shareDiscount * normalDensity(far + deviation)) / deviation;
  const slope = (cashSlope * share - cash * shareSlope) / (share * share * boundary);
  return (cash / share - boundary) / (1 - slope);
}

/** Chebyshev coefficients of the squared logarithms at the nodes. */
function fit(boundaries: Float64Array, limit: number): Float64Array {
  const squares = boundaries.map((boundary) => Math.log(boundary / limit) ** 2);
  return squares.map((_, order) => {
    let sum = 0;
    for (let index = 0; index <= DEGREE; index += 1) {
      const part = index === 0 || index === DEGREE ? 0.5 : 1;
      sum += part * (squares[index] ?? 0) * (COSINES[(index * order) % (2 * DEGREE)] ?? 0);
    }
    return (sum * (order === 0 || order === DEGREE ? 1 : 2)) / DEGREE;
  });
}

const COSINES = Float64Array.from({ length: 2 * DEGREE }, (_, index) => Math.cos((Math.PI * index) / DEGREE));
