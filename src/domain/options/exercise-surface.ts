import { boundaryLimit, exerciseBoundary } from './exercise-boundary.ts';

/** Boundaries are solved for at this many volatilities a doubling; between them they are interpolated. */
const KNOTS_A_DOUBLING = 4;
/** Volatilities from 1/512 to 64 have knots; the boundaries at the ends hold beyond them. */
const LOWEST_KNOT = -9 * KNOTS_A_DOUBLING;
const HIGHEST_KNOT = 6 * KNOTS_A_DOUBLING;
/** Horizons are powers of four years from this power on. */
const MIN_HORIZON_POWER = -4;
const SURFACES_KEPT = 512;

type Knots = readonly [Float64Array, Float64Array, Float64Array, Float64Array];

/**
 * The boundaries of early exercise of puts of strike 1 at one rate and yield, for every volatility and time. Solving for one
 * takes a hundred times longer than a price, so it is done once at fixed volatilities and horizons and kept. The result depends
 * on the arguments alone, never on what was requested before.
 */
export class ExerciseSurface {
  readonly rate: number;
  readonly dividendYield: number;
  /** Logarithm of the boundary just before expiration. */
  readonly logLimit: number;
  readonly #single = new Map<number, Float64Array>();
  readonly #groups = new Map<number, Knots>();

  constructor(rate: number, dividendYield: number) {
    this.rate = rate;
    this.dividendYield = dividendYield;
    this.logLimit = Math.log(boundaryLimit(rate, dividendYield));
  }

  /**
   * Writes the coefficients of the boundary at a volatility into `into`: cubic interpolation, in the logarithm of the volatility,
   * of the coefficients over its square. `slopes`, if given, receives their derivatives in the volatility.
   */
  boundary(volatility: number, horizonPower: number, into: Float64Array, slopes?: Float64Array): void {
    const wanted = KNOTS_A_DOUBLING * Math.log2(volatility);
    const place = Math.min(HIGHEST_KNOT, Math.max(LOWEST_KNOT, wanted));
    const first = Math.min(HIGHEST_KNOT - 3, Math.max(LOWEST_KNOT, Math.floor(place) - 1));
    const knots = this.#knots(first, horizonPower);
    const [t0, t1, t2, t3] = [place - first, place - first - 1, place - first - 2, place - first - 3];
    const known = place === wanted ? volatility : 2 ** (place / KNOTS_A_DOUBLING);
    const variance = known * known;
    combine(
      knots,
      (variance * -t1 * t2 * t3) / 6,
      (variance * t0 * t2 * t3) / 2,
      (variance * -t0 * t1 * t3) / 2,
      (variance * t0 * t1 * t2) / 6,
      into,
    );
    if (slopes === undefined) return;
    const scale = place === wanted ? (known * KNOTS_A_DOUBLING) / Math.LN2 : 0;
    combine(
      knots,
      (-scale * (t2 * t3 + t1 * t3 + t1 * t2)) / 6,
      (scale * (t2 * t3 + t0 * t3 + t0 * t2)) / 2,
      (-scale * (t1 * t3 + t0 * t3 + t0 * t1)) / 2,
      (scale * (t1 * t2 + t0 * t2 + t0 * t1)) / 6,
      slopes,
    );
    const growth = scale === 0 ? 0 : 2 / known;
    for (let order = 0; order < into.length; order += 1)
      slopes[order] = (slopes[order] ?? 0) + growth * (into[order] ?? 0);
  }

  /** The four knots from one on. */
  #knots(first: number, horizonPower: number): Knots {
    const key = first * 64 + horizonPower;
    const known = this.#groups.get(key);
    if (known) return known;
    const made: Knots = [
      this.#knot(first, horizonPower),
      this.#knot(first + 1, horizonPower),
      this.#knot(first + 2, horizonPower),
      this.#knot(first + 3, horizonPower),
    ];
    this.#groups.set(key, made);
    return made;
  }

  /** Coefficients over the squared volatility at a fixed volatility. */
  #knot(index: number, horizonPower: number): Float64Array {
    const key = index * 64 + horizonPower;
    const known = this.#single.get(key);
    if (known) return known;
    const volatility = 2 ** (index / KNOTS_A_DOUBLING);
    const { rate, dividendYield } = this;
    const coefficients = exerciseBoundary({
      rate,
      dividendYield,
      volatility,
      horizonYears: 4 ** horizonPower,
    });
    const made = coefficients.map((coefficient) => coefficient / (volatility * volatility));
    this.#single.set(key, made);
    return made;
  }
}

/** Weighted sum of four knots. */
function combine(
  [first, second, third, fourth]: Knots,
  a: number,
  b: number,
  c: number,
  d: number,
  into: Float64Array,
): void {
  for (let order = 0; order < into.length; order += 1)
    into[order] =
      a * (first[order] ?? 0) + b * (second[order] ?? 0) + c * (third[order] ?? 0) + d * (fourth[order] ?? 0);
}

/** The horizon of the boundary that covers a time is four years to this power. */
export function horizonPowerOf(years: number): number {
  return Math.max(MIN_HORIZON_POWER, Math.ceil(Math.log2(years) / 2));
}

const surfaces = new Map<number, Map<number, ExerciseSurface>>();
let surfaceCount = 0;

/** The surface of a rate and yield. */
export function exerciseSurface(rate: number, dividendYield: number): ExerciseSurface {
  const known = surfaces.get(rate)?.get(dividendYield);
  if (known) return known;
  if (surfaceCount >= SURFACES_KEPT) {
    surfaces.clear();
    surfaceCount = 0;
  }
  const made = new ExerciseSurface(rate, dividendYield);
  const ofRate = surfaces.get(rate) ?? new Map<number, ExerciseSurface>();
  surfaces.set(rate, ofRate.set(dividendYield, made));
  surfaceCount += 1;
  return made;
}
