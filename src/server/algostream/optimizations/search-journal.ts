import { keyOf, type Point } from '../../../domain/strategy/search/space.ts';
import type { StoredSet, StrategyOptimizationStore } from '../../storage/strategy-optimization-store.ts';
import type { KeptResults, SetResult } from './engine/set-result.ts';
import { pointOfSet, readSetResult } from './wire-optimization.ts';

type Store = Pick<StrategyOptimizationStore, 'optimizationSets' | 'addOptimizationSets'>;

/** Sets that are read at once. */
const PAGE = 1_000;

/** The sets of a search in the database. Sets that ended wait for the next write; one that is lost by a crash runs again. */
export class SearchJournal implements KeptResults {
  readonly #store: Store;
  readonly #userId: string;
  readonly #optimizationId: string;
  readonly #known: ReadonlyMap<string, SetResult>;
  #lastSerial: number;
  #waiting: StoredSet[] = [];
  #writing: Promise<boolean> = Promise.resolve(true);

  private constructor(
    store: Store,
    userId: string,
    optimizationId: string,
    known: ReadonlyMap<string, SetResult>,
    lastSerial: number,
  ) {
    this.#store = store;
    this.#userId = userId;
    this.#optimizationId = optimizationId;
    this.#known = known;
    this.#lastSerial = lastSerial;
  }

  /** Reads the sets that have run. */
  static async open(store: Store, userId: string, optimizationId: string): Promise<SearchJournal> {
    const known = new Map<string, SetResult>();
    let after = 0;
    for (;;) {
      const page = await store.optimizationSets(userId, optimizationId, { after, limit: PAGE });
      for (const set of page) {
        const result = readSetResult(set);
        if (result !== undefined) known.set(setKey(set.window, pointOfSet(set)), result);
      }
      after = page.at(-1)?.serial ?? after;
      if (page.length < PAGE) break;
    }
    return new SearchJournal(store, userId, optimizationId, known, after);
  }

  known(window: number, point: Point): SetResult | undefined {
    return this.#known.get(setKey(window, point));
  }

  async add(window: number, point: Point, result: SetResult): Promise<void> {
    this.#lastSerial += 1;
    const body = JSON.stringify(result);
    this.#waiting.push({ serial: this.#lastSerial, window, point: keyOf(point), body });
  }

  /** Writes what waits. False when the search was removed. */
  write(): Promise<boolean> {
    const sets = this.#waiting;
    if (sets.length > 0) {
      this.#waiting = [];
      this.#writing = this.#writing.then((isThere) =>
        isThere ? this.#store.addOptimizationSets(this.#userId, this.#optimizationId, sets) : false,
      );
    }
    return this.#writing;
  }
}

const setKey = (window: number, point: Point): string => `${window}:${keyOf(point)}`;
