import { assert } from '../../assert/assert.ts';
import { combinationsOf, gridProblem, keyOf, pointAt, type Point, type SearchSpace } from './space.ts';
import type { ParameterSearch, SearchRandom } from './types.ts';

const BATCH = 256;
/** Below this share of the combinations a random search draws until it meets a new one. */
const MAX_DRAWN_SHARE = 0.5;

/** Every combination once; the last parameter changes first. */
export class GridSearch implements ParameterSearch {
  readonly runCount: number;
  readonly isAdaptive = false;
  readonly #space: SearchSpace;
  #next = 0;

  constructor(space: SearchSpace) {
    assert(gridProblem(space) === undefined, 'the combinations can all be run');
    this.#space = space;
    this.runCount = Number(combinationsOf(space));
  }

  next(): readonly Point[] {
    const from = this.#next;
    this.#next = Math.min(this.runCount, from + BATCH);
    return Array.from({ length: this.#next - from }, (_, at) => pointAt(this.#space, from + at));
  }
}

/** A whole number below a bound. */
export const below = (random: SearchRandom, bound: number): number => Math.floor(random.next() * bound);

/** A point of the space, all equally likely. */
export const randomPoint = (space: SearchSpace, random: SearchRandom): Point =>
  space.map(({ size }) => below(random, size));

/** Combinations in random order, all of them when there are no more than the runs. */
export class RandomSearch implements ParameterSearch {
  readonly runCount: number;
  readonly isAdaptive = false;
  readonly #space: SearchSpace;
  readonly #random: SearchRandom;
  readonly #drawn = new Set<string>();
  /** Numbers of all points, when that many are run that drawing would meet few new ones. */
  readonly #numbers: Uint32Array | undefined;
  #count = 0;

  constructor(space: SearchSpace, runCount: number, random: SearchRandom) {
    const combinations = Number(combinationsOf(space));
    this.#space = space;
    this.#random = random;
    this.runCount = Math.min(runCount, combinations);
    if (this.runCount > combinations * MAX_DRAWN_SHARE)
      this.#numbers = Uint32Array.from({ length: combinations }, (_, number) => number);
  }

  next(): readonly Point[] {
    const length = Math.min(BATCH, this.runCount - this.#count);
    return Array.from({ length }, () => this.#draw());
  }

  #draw(): Point {
    const at = this.#count;
    this.#count += 1;
    if (this.#numbers !== undefined) return pointAt(this.#space, takeFrom(this.#numbers, at, this.#random));
    for (;;) {
      const point = randomPoint(this.#space, this.#random);
      const key = keyOf(point);
      if (this.#drawn.has(key)) continue;
      this.#drawn.add(key);
      return point;
    }
  }
}

/** One step of a shuffle: a number of those from `at` on, which changes its place with the one at `at`. */
function takeFrom(numbers: Uint32Array, at: number, random: SearchRandom): number {
  const other = at + below(random, numbers.length - at);
  const [taken = 0, first = 0] = [numbers[other], numbers[at]];
  numbers[other] = first;
  numbers[at] = taken;
  return taken;
}
