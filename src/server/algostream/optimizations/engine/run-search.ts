import type { Point } from '../../../../domain/strategy/search/space.ts';
import type { ParameterSearch, Trial } from '../../../../domain/strategy/search/types.ts';

/** A point with its place in the sequence of a search, from 0. */
interface Chosen {
  readonly index: number;
  readonly point: Point;
}

/** Runs a search to its end with so many runs at a time. Resolves with the results in the sequence of the search. A run that throws ends it. */
export async function runSearch<Outcome extends { readonly score: number | null }>(
  search: ParameterSearch,
  runners: readonly ((point: Point) => Promise<Outcome>)[],
): Promise<readonly (Outcome & { readonly point: Point })[]> {
  const queue = new SetQueue(search);
  const outcomes: (Outcome & { readonly point: Point })[] = [];
  await Promise.all(
    runners.map(async (run) => {
      for (let set = await queue.take(); set !== undefined; set = await queue.take()) {
        const outcome = await run(set.point);
        outcomes[set.index] = { ...outcome, point: set.point };
        queue.finish(set, outcome.score);
      }
    }),
  );
  return outcomes;
}

/** The sets of a search that have not begun. An adaptive search gives its next batch when all results of the last one are there. */
class SetQueue {
  readonly #search: ParameterSearch;
  #waiting: Chosen[] = [];
  #batch: (Trial | undefined)[] = [];
  #batchStart = 0;
  #open = 0;
  #batchDone = Promise.withResolvers<void>();
  #isOver = false;

  constructor(search: ParameterSearch) {
    this.#search = search;
  }

  /** The next set; undefined at the end. */
  async take(): Promise<Chosen | undefined> {
    while (this.#waiting.length === 0 && !this.#isOver) {
      if (this.#search.isAdaptive && this.#open > 0) await this.#batchDone.promise;
      else this.#nextBatch();
    }
    return this.#waiting.shift();
  }

  finish({ index, point }: Chosen, score: number | null): void {
    if (this.#search.isAdaptive) this.#batch[index - this.#batchStart] = { point, score };
    this.#open -= 1;
    if (this.#open === 0) this.#batchDone.resolve();
  }

  #nextBatch(): void {
    const results = this.#search.isAdaptive ? this.#batch.filter((trial) => trial !== undefined) : [];
    const points = this.#search.next(results);
    this.#isOver = points.length === 0;
    this.#batchStart += this.#batch.length;
    const from = this.#batchStart;
    this.#waiting = points.map((point, at) => ({ index: from + at, point }));
    this.#batch = Array.from(points, () => undefined);
    this.#open += points.length;
    this.#batchDone = Promise.withResolvers<void>();
  }
}
