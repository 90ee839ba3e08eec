import type { JournalStore } from './group-commit-journal.ts';

/** Knows how long the commit of a journal that is under way has taken so far: a disk that hangs neither finishes a commit nor fails it. */
export class CommitTimer {
  readonly #nowMs: () => number;
  #sinceMs: number | undefined;

  /** `nowMs`: a clock that never goes back, ms. */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** The store with its writes timed. */
  timed(store: JournalStore): JournalStore {
    return {
      ...store,
      write: async (records) => {
        this.#sinceMs = this.#nowMs();
        try {
          await store.write(records);
        } finally {
          this.#sinceMs = undefined;
        }
      },
    };
  }

  /** Milliseconds since the commit under way began; 0 between commits. */
  ageMs(): number {
    return this.#sinceMs === undefined ? 0 : this.#nowMs() - this.#sinceMs;
  }
}
