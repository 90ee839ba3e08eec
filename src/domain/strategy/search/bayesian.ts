import { normalCdf, normalDensity } from '../../options/normal.ts';
import { fittedProcess, type GaussianProcess } from './gaussian-process.ts';
import { below, randomPoint } from './plain-searches.ts';
import { combinationsOf, coordinatesOf, keyOf, pointAt, type Point, type SearchSpace } from './space.ts';
import type { ParameterSearch, SearchRandom, Trial } from './types.ts';

/** The process costs the third power of the runs. */
export const MAX_BAYESIAN_RUNS = 500;
/** Sets of a batch. It does not depend on the workers, so that a seed gives the same search on any machine. */
const BATCH = 8;
/** Sets that are run before the first estimate. */
const firstRunsOf = (dimensions: number): number => Math.max(BATCH, 4 * dimensions);
/** Places whose expected improvement is compared for each set. */
const MAX_CANDIDATES = 400;
/** Of them: neighbours of the best sets. */
const NEAR_CANDIDATES = 100;
const NEAR_BEST = 5;
/** Smallest deviation for which an improvement is expected. */
const MIN_DEVIATION = 1e-9;

interface Candidate {
  readonly point: Point;
  readonly place: readonly number[];
  /** Covariances, solved so far. */
  readonly solved: number[];
  variance: number;
}

/**
 * Bayesian search: a Gaussian process estimates the objective from the results so far, and each batch has the sets with the largest expected
 * improvement over the best one. Within a batch a chosen set counts with its estimate, so that the batch spreads out. A run without a score
 * counts as the worst one.
 */
export class BayesianSearch implements ParameterSearch {
  readonly runCount: number;
  readonly isAdaptive = true;
  readonly #space: SearchSpace;
  readonly #random: SearchRandom;
  readonly #combinations: number;
  readonly #chosen = new Set<string>();
  readonly #trials: Trial[] = [];

  constructor(space: SearchSpace, runCount: number, random: SearchRandom) {
    this.#space = space;
    this.#random = random;
    this.#combinations = Number(combinationsOf(space));
    this.runCount = Math.min(runCount, this.#combinations, MAX_BAYESIAN_RUNS);
  }

  next(results: readonly Trial[]): readonly Point[] {
    this.#trials.push(...results);
    const left = this.runCount - this.#chosen.size;
    if (left <= 0) return [];
    return this.#chosen.size === 0
      ? this.#firstBatch(Math.min(left, firstRunsOf(this.#space.length)))
      : this.#bestBatch(Math.min(left, BATCH));
  }

  /** Sets that cover each axis evenly: a Latin hypercube. */
  #firstBatch(count: number): readonly Point[] {
    const columns = this.#space.map(({ size }) => {
      const strata = Array.from({ length: count }, (_, at) => at);
      for (let at = count - 1; at > 0; at -= 1) {
        const other = below(this.#random, at + 1);
        [strata[at], strata[other]] = [strata[other] ?? 0, strata[at] ?? 0];
      }
      return strata.map((stratum) => Math.floor(((stratum + this.#random.next()) / count) * size));
    });
    return Array.from({ length: count }, (_, at) =>
      this.#choose(this.#unchosen(columns.map((column) => column[at] ?? 0))),
    );
  }

  #bestBatch(count: number): readonly Point[] {
    const { process, best } = this.#estimate();
    const candidates = this.#candidates();
    const batch: Point[] = [];
    while (batch.length < count) {
      const found = bestCandidate(process, candidates, best);
      if (found === undefined)
        batch.push(this.#choose(this.#unchosen(randomPoint(this.#space, this.#random))));
      else {
        candidates.splice(candidates.indexOf(found), 1);
        batch.push(this.#choose(found.point));
        process.add(found.place, process.meanOf(found.solved));
      }
    }
    return batch;
  }

  #estimate(): { readonly process: GaussianProcess; readonly best: number } {
    const scores = this.#trials.map(({ score }) => score).filter((score) => score !== null);
    const worst = scores.length === 0 ? 0 : Math.min(...scores);
    const values = this.#trials.map(({ score }) => score ?? worst);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    const deviation = Math.sqrt(squares / values.length) || 1;
    const results = this.#trials.map(({ point, score }) => ({
      place: coordinatesOf(this.#space, point),
      value: ((score ?? worst) - mean) / deviation,
    }));
    return { process: fittedProcess(results), best: Math.max(...results.map(({ value }) => value)) };
  }

  #candidates(): Candidate[] {
    const found = new Map<string, Point>();
    const add = (point: Point): void => {
      const key = keyOf(point);
      if (!this.#chosen.has(key)) found.set(key, point);
    };
    const ranked = this.#trials.filter(({ score }) => score !== null);
    ranked.sort((a, b) => (b.score ?? 0) - (a.score ?? 0));
    const best = ranked.slice(0, NEAR_BEST);
    for (let at = 0; best.length > 0 && at < NEAR_CANDIDATES; at += 1) {
      const near = best[at % best.length]?.point;
      if (near !== undefined) add(this.#neighbourOf(near));
    }
    if (this.#combinations <= MAX_CANDIDATES)
      for (let number = 0; number < this.#combinations; number += 1) add(pointAt(this.#space, number));
    else for (let at = found.size; at < MAX_CANDIDATES; at += 1) add(randomPoint(this.#space, this.#random));
    return [...found.values()].map((point) => ({
      point,
      place: coordinatesOf(this.#space, point),
      solved: [],
      variance: 1,
    }));
  }

  /** Each axis moved by at most a tenth of it, one step at least. */
  #neighbourOf(point: Point): Point {
    return this.#space.map(({ size }, at) => {
      const reach = Math.max(1, Math.round(size / 10));
      const moved = (point[at] ?? 0) + below(this.#random, 2 * reach + 1) - reach;
      return Math.min(size - 1, Math.max(0, moved));
    });
  }

  /** The point, or a random one when it was chosen before. */
  #unchosen(wanted: Point): Point {
    let point = wanted;
    while (this.#chosen.has(keyOf(point))) point = randomPoint(this.#space, this.#random);
    return point;
  }

  #choose(point: Point): Point {
    this.#chosen.add(keyOf(point));
    return point;
  }
}

/** The candidate with the largest expected improvement; undefined without candidates. */
function bestCandidate(
  process: GaussianProcess,
  candidates: readonly Candidate[],
  best: number,
): Candidate | undefined {
  let found: Candidate | undefined;
  let largest = -1;
  for (const candidate of candidates) {
    candidate.variance = process.extend(candidate.solved, candidate.variance, candidate.place);
    const improvement = expectedImprovement(process.meanOf(candidate.solved), candidate.variance, best);
    if (improvement > largest) [found, largest] = [candidate, improvement];
  }
  return found;
}

/** Mean of what a normal value lies above the best one, 0 where it lies below. */
export function expectedImprovement(mean: number, variance: number, best: number): number {
  const deviation = Math.sqrt(Math.max(0, variance));
  const distance = mean - best;
  if (deviation < MIN_DEVIATION) return Math.max(0, distance);
  const scaled = distance / deviation;
  return distance * normalCdf(scaled) + deviation * normalDensity(scaled);
}
