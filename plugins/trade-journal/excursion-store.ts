import { MINUTE_MS } from '../../src/domain/calendar/durations.ts';
import type { TripExcursion } from './trip-excursion.ts';
import type { TripRow } from './trips.ts';

/** Trips of one read. */
const BATCH_TRIPS = 50;

/** Reads the excursions of trips by their ids; null = unavailable. */
export type ReadExcursions = (
  rows: readonly TripRow[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, TripExcursion | null>>;

interface Known {
  readonly figures: string;
  readonly excursion: TripExcursion | null;
  readonly readMs: number;
}

/** What fills, busts and corrections change of a trip. */
const figuresOf = ({ Opened, Closed, Quantity, ExitQuantity, EntryPrice, ExitPrice, Gross, Fees }: TripRow) =>
  [Opened, Closed, Quantity, ExitQuantity, EntryPrice, ExitPrice, Gross, Fees].join(' ');

/** The excursions of round trips that were read. That of a closed trip stays; that of an open one, or one that was unavailable, is read again after a minute. */
export class ExcursionStore {
  readonly #known = new Map<string, Known>();
  readonly #read: ReadExcursions;
  readonly #nowMs: () => number;
  #readCount = 0;

  /** `nowMs`: any clock that advances. */
  constructor(read: ReadExcursions, nowMs: () => number) {
    this.#read = read;
    this.#nowMs = nowMs;
  }

  get isReading(): boolean {
    return this.#readCount > 0;
  }

  /** Null while it is unknown. */
  get(row: TripRow): TripExcursion | null {
    const known = this.#known.get(row.Id);
    return known?.figures === figuresOf(row) ? known.excursion : null;
  }

  /** Those of the rows that are to be read. A trip whose fills were all busted has nothing to read. */
  missing(rows: readonly TripRow[]): readonly TripRow[] {
    return rows.filter((row) => !row.isGone && !this.#isFresh(row));
  }

  /** Forgets all, because fills were busted or corrected. */
  clear(): void {
    this.#known.clear();
  }

  /**
   * Reads what is missing of the rows, a batch after another. `note` receives how many of them were read, after each batch. Rejects when a batch fails;
   * ends early when the signal is aborted.
   */
  async readMissing(
    rows: readonly TripRow[],
    signal: AbortSignal,
    note: (done: number) => void,
  ): Promise<void> {
    const missing = this.missing(rows);
    this.#readCount += 1;
    try {
      for (let from = 0; from < missing.length && !signal.aborted; from += BATCH_TRIPS) {
        const batch = missing.slice(from, from + BATCH_TRIPS);
        const found = await this.#read(batch, signal);
        if (signal.aborted) return;
        for (const row of batch)
          this.#known.set(row.Id, {
            figures: figuresOf(row),
            excursion: found.get(row.Id) ?? null,
            readMs: this.#nowMs(),
          });
        note(from + batch.length);
      }
    } finally {
      this.#readCount -= 1;
    }
  }

  #isFresh(row: TripRow): boolean {
    const known = this.#known.get(row.Id);
    if (known?.figures !== figuresOf(row)) return false;
    return (row.Closed !== null && known.excursion !== null) || this.#nowMs() - known.readMs < MINUTE_MS;
  }
}
