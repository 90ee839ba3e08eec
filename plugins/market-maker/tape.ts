import type { PrintSide } from './print-side.ts';

/** One line of time and sales. */
export interface Print {
  readonly price: number;
  readonly size: number;
  readonly exchange: string;
  /** Exchange UTC ms. */
  readonly timeMs: number;
  /** Volume of the session after it, which identifies the print. */
  readonly volumeAfter: number;
  /** Null when the market of its moment is not known. */
  readonly side: PrintSide | null;
  /** Shares that traded between the line below and this one without a print in the feed. */
  readonly missed: number;
}

/** Prints kept at most: at 50 a second the last half hour. */
const MAX_PRINTS = 100_000;
const FIRST_CAPACITY = 1_024;

/**
 * The tape of one symbol, filtered by size. A print goes into a ring and moves nothing else, so that thousands a second
 * are little work. Lines are counted from the first that ever passed the filter (`total`): the number of
 * a line never changes while it is there, whatever comes after it.
 */
export class Tape {
  readonly #max: number;
  /** Ring of prints; `#count` have come, the last `#prints.length` of them may be kept. */
  #prints: (Print | undefined)[];
  #count = 0;
  /** Numbers (0 = first) of the prints that pass the filter; a ring as large as that of the prints. */
  #passed: Float64Array;
  #total = 0;
  #minSize = 0;

  constructor(maxPrints = MAX_PRINTS) {
    this.#max = maxPrints;
    const capacity = Math.min(FIRST_CAPACITY, maxPrints);
    this.#prints = Array.from<Print | undefined>({ length: capacity });
    this.#passed = new Float64Array(capacity);
  }

  /** Lines that ever passed the filter. */
  get total(): number {
    return this.#total;
  }
  get minSize(): number {
    return this.#minSize;
  }

  /** Number of the oldest line that is still kept; `total` when there is none. */
  get oldest(): number {
    const oldestPrint = Math.max(0, this.#count - this.#prints.length);
    // Passed numbers rise, so the first one that is still kept is found by halving.
    let low = Math.max(0, this.#total - this.#passed.length);
    let high = this.#total;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#passed[middle % this.#passed.length] ?? 0) < oldestPrint) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The line of a number; undefined when it has been dropped or has not come yet. */
  line(number: number): Print | undefined {
    if (number < 0 || number >= this.#total || number < this.#total - this.#passed.length) return undefined;
    const print = this.#passed[number % this.#passed.length] ?? 0;
    return print < this.#count - this.#prints.length ? undefined : this.#prints[print % this.#prints.length];
  }

  add(print: Print): void {
    if (this.#count === this.#prints.length && this.#count < this.#max) this.#grow();
    this.#prints[this.#count % this.#prints.length] = print;
    this.#count++;
    if (print.size >= this.#minSize) this.#pass(this.#count - 1);
  }

  /** Shows only prints of at least so many shares, earlier ones included. The count of lines starts again. */
  setMinSize(minSize: number): void {
    if (minSize === this.#minSize) return;
    this.#minSize = minSize;
    this.#total = 0;
    for (let number = Math.max(0, this.#count - this.#prints.length); number < this.#count; number++) {
      if ((this.#prints[number % this.#prints.length]?.size ?? -1) >= minSize) this.#pass(number);
    }
  }

  /**
   * Puts the server's past prints (newest first) before those that have come live since. A print of both counts once. Prints that
   * were here before stay if no share is missing between them and the server's.
   */
  load(history: readonly Print[]): void {
    const newest = history[0];
    const oldest = history.at(-1);
    if (newest === undefined || oldest === undefined) return;
    const kept = this.#kept();
    const before = kept.filter((print) => isAfter(oldest, print));
    const isConnected = (before.at(-1)?.volumeAfter ?? -1) === oldest.volumeAfter - oldest.size;
    // Prints of the live feed know the market of their moment; those of the past do not.
    const known = new Map(kept.map((print) => [keyOf(print), print]));
    this.clear();
    if (isConnected) for (const print of before) this.add(print);
    for (const print of history.toReversed()) {
      const live = known.get(keyOf(print));
      // What was missing before it has come with the past, unless it is the first of that.
      this.add(live === undefined ? print : print === oldest ? live : { ...live, missed: 0 });
    }
    for (const print of kept) if (isAfter(print, newest)) this.add(print);
  }

  clear(): void {
    this.#prints.fill(undefined);
    this.#count = this.#total = 0;
  }

  #kept(): Print[] {
    const kept: Print[] = [];
    for (let number = Math.max(0, this.#count - this.#prints.length); number < this.#count; number++) {
      const print = this.#prints[number % this.#prints.length];
      if (print !== undefined) kept.push(print);
    }
    return kept;
  }

  #pass(number: number): void {
    this.#passed[this.#total % this.#passed.length] = number;
    this.#total++;
  }

  /** Twice the room. Only called before the ring has ever turned round, so everything keeps its place. */
  #grow(): void {
    const capacity = Math.min(this.#max, this.#prints.length * 2);
    const passed = new Float64Array(capacity);
    passed.set(this.#passed);
    this.#passed = passed;
    this.#prints.length = capacity;
  }
}

/** Identifies a print within its session. */
const keyOf = (print: Print): string => `${print.timeMs} ${print.volumeAfter}`;

/** True when a print came after another: later in time, or later in the session's volume. */
function isAfter(print: Print, other: Print): boolean {
  return print.timeMs === other.timeMs ? print.volumeAfter > other.volumeAfter : print.timeMs > other.timeMs;
}
