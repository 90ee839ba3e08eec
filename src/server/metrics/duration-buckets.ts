const FIRST_MS = 0.05;
const GROWTH = 1.1;
/** The last bucket ends above 10 s; what takes longer counts in it. */
const BUCKETS = 130;

/** Counts durations in buckets that grow by a tenth, so that a percentile is right within a tenth, whatever the number of samples. */
export class DurationBuckets {
  readonly #counts = new Uint32Array(BUCKETS);
  #total = 0;

  add(durationMs: number): void {
    const index = Math.ceil(Math.log(Math.max(durationMs, FIRST_MS) / FIRST_MS) / Math.log(GROWTH));
    const bucket = Math.min(BUCKETS - 1, index);
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#total += 1;
  }

  /** The duration that a share of the samples (0 to 1) does not exceed, ms; null without samples. */
  percentile(share: number): number | null {
    if (this.#total === 0) return null;
    const wanted = Math.max(1, Math.ceil(share * this.#total));
    let seen = 0;
    const index = this.#counts.findIndex((count) => (seen += count) >= wanted);
    return FIRST_MS * GROWTH ** index;
  }

  clear(): void {
    this.#counts.fill(0);
    this.#total = 0;
  }
}
