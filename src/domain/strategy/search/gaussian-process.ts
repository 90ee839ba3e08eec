/** A kernel of a Gaussian process: how far a result reaches in the unit cube, and the share of the variance that is noise. */
interface Kernel {
  readonly length: number;
  readonly noise: number;
}

/** Correlation of two places: Matérn with ν = 5/2, so results are smooth but may bend sharply. */
function correlation(a: readonly number[], b: readonly number[], length: number): number {
  let squares = 0;
  for (const [at, value] of a.entries()) squares += (value - (b[at] ?? 0)) ** 2;
  const scaled = Math.sqrt(5 * squares) / length;
  return (1 + scaled + (scaled * scaled) / 3) * Math.exp(-scaled);
}

/** Keeps the diagonal positive where rounding would not. */
const MIN_PIVOT = 1e-10;

/**
 * A Gaussian process with mean 0 and variance 1 over places in the unit cube. It grows by one result at a time: a row of the Cholesky factor of
 * the covariance costs the square of their number.
 */
export class GaussianProcess {
  readonly #kernel: Kernel;
  readonly #places: (readonly number[])[] = [];
  /** Lower triangle. */
  readonly #rows: Float64Array[] = [];
  /** The factor's solution for the values. */
  readonly #solved: number[] = [];
  #logDeterminant = 0;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  get size(): number {
    return this.#places.length;
  }

  /** Log of the likelihood of all values so far, but for a constant that depends on their number alone. */
  get logLikelihood(): number {
    const squares = this.#solved.reduce((sum, value) => sum + value * value, 0);
    return -squares / 2 - this.#logDeterminant;
  }

  add(place: readonly number[], value: number): void {
    const row = new Float64Array(this.size + 1);
    const rest = this.extend([], 0, place, row);
    const pivot = Math.sqrt(Math.max(MIN_PIVOT, rest + this.#kernel.noise));
    row[this.size] = pivot;
    let sum = value;
    for (const [at, solved] of this.#solved.entries()) sum -= (row[at] ?? 0) * solved;
    this.#solved.push(sum / pivot);
    this.#logDeterminant += Math.log(pivot);
    this.#rows.push(row);
    this.#places.push(place);
  }

  /**
   * Solves the factor for the covariances of a place, from the row after those that `known` has; writes into `known` and returns the variance
   * that is left of the place. `variance`: what was left for the rows of `known`.
   */
  extend(
    known: number[],
    variance: number,
    place: readonly number[],
    into: Float64Array | number[] = known,
  ): number {
    const { length } = this.#kernel;
    let rest = known.length === 0 ? 1 : variance;
    for (let at = known.length; at < this.size; at += 1) {
      const row = this.#rows[at];
      const other = this.#places[at];
      if (row === undefined || other === undefined) break;
      let sum = correlation(place, other, length);
      for (let before = 0; before < at; before += 1) sum -= (row[before] ?? 0) * (into[before] ?? 0);
      const solved = sum / (row[at] ?? 1);
      into[at] = solved;
      rest -= solved * solved;
    }
    return rest;
  }

  /** The mean of a place whose covariances were solved. */
  meanOf(solved: readonly number[]): number {
    let mean = 0;
    for (const [at, value] of solved.entries()) mean += value * (this.#solved[at] ?? 0);
    return mean;
  }
}

/** Reach of a result in a cube of one dimension; more dimensions are longer by their root. */
const LENGTHS = [0.1, 0.2, 0.4, 0.8];
const NOISES = [1e-4, 1e-2, 0.1];

/** Results that the kernel is chosen by: twelve kernels over all of them would be most of the work. */
const MAX_FITTED = 160;

interface Result {
  readonly place: readonly number[];
  readonly value: number;
}

function processOf(kernel: Kernel, results: readonly Result[]): GaussianProcess {
  const process = new GaussianProcess(kernel);
  for (const { place, value } of results) process.add(place, value);
  return process;
}

/** The process of results whose values have mean 0 and variance 1, with the kernel under which they are most likely; of many results every second or third is read for that. */
export function fittedProcess(results: readonly Result[]): GaussianProcess {
  const root = Math.sqrt(results[0]?.place.length ?? 1);
  const step = Math.ceil(results.length / MAX_FITTED);
  const some = results.filter((_, at) => at % step === 0);
  let best: Kernel = { length: root, noise: 0.1 };
  let largest = -Infinity;
  for (const noise of NOISES)
    for (const length of LENGTHS) {
      const kernel = { length: length * root, noise };
      const { logLikelihood } = processOf(kernel, some);
      if (logLikelihood > largest) [best, largest] = [kernel, logLikelihood];
    }
  return processOf(best, results);
}
