/** Records between two marks. */
const MARK_EVERY = 4_096;

/** Finds times in the journal: at some records, the latest exchange time of all records up to there. */
export class TimeMarks {
  /** Ascending in both. */
  readonly #marks: { readonly seq: number; readonly timeMs: number }[];
  #latestMs = Number.NEGATIVE_INFINITY;

  constructor(marks: readonly { readonly seq: number; readonly timeMs: number }[] = []) {
    this.#marks = [...marks];
    this.#latestMs = marks.at(-1)?.timeMs ?? Number.NEGATIVE_INFINITY;
  }

  /** Records the time of a journal record. */
  add(seq: number, timeMs: number): void {
    if (timeMs > this.#latestMs) this.#latestMs = timeMs;
    if (seq % MARK_EVERY === 0) this.#marks.push({ seq, timeMs: this.#latestMs });
  }

  /** Everything before this record is earlier than the time. */
  seqBefore(timeMs: number): number {
    const last = this.#marks.findLast((mark) => mark.timeMs < timeMs);
    return last ? last.seq + 1 : 1;
  }

  /** Everything after this record is at the time or later; undefined when no mark is that late. */
  seqFrom(timeMs: number): number | undefined {
    return this.#marks.find((mark) => mark.timeMs >= timeMs)?.seq;
  }

  /** All marks, for a checkpoint. */
  all(): readonly { readonly seq: number; readonly timeMs: number }[] {
    return this.#marks;
  }
}
