import type { JournalStore } from './group-commit-journal.ts';

/** Receives each commit of the order journal when it has ended. */
export type CommitObserver = (commit: {
  readonly durationMs: number;
  readonly records: number;
  readonly isDurable: boolean;
}) => void;

/** Knows how long the commit of a journal that is under way has taken so far: a disk that hangs neither finishes a commit nor fails it. */
export class CommitTimer {
  readonly #nowMs: () => number;
  readonly #onCommit: CommitObserver | undefined;
  #sinceMs: number | undefined;

  /** `nowMs`: a clock that never goes back, ms. */
  constructor(nowMs: () => number, onCommit?: CommitObserver) {
    this.#nowMs = nowMs;
    this.#onCommit = onCommit;
  }

  /** The store with its writes timed. */
  timed(store: JournalStore): JournalStore {
    return {
      ...store,
      write: async (records) => {
        const startMs = (this.#sinceMs = this.#nowMs());
        let isDurable = false;
        try {
          await store.write(records);
          isDurable = true;
        } finally {
          this.#sinceMs = undefined;
          this.#onCommit?.({ durationMs: this.#nowMs() - startMs, records: records.length, isDurable });
        }
      },
    };
  }

  /** Milliseconds since the commit under way began; 0 between commits. */
  ageMs(): number {
    return this.#sinceMs === undefined ? 0 : this.#nowMs() - this.#sinceMs;
  }
}
