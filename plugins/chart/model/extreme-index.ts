const BLOCK_BITS = 6;
const BLOCK = 1 << BLOCK_BITS;

/** Least and largest value of a run; [Infinity, -Infinity] when it has none. */
export interface Extremes {
  least: number;
  largest: number;
}

/**
 * Least and largest values of any run of one or two columns in little time: extremes of blocks of 64 and of 4,096, worked out when first
 * queried. Missing values (NaN) are passed over.
 */
export class ExtremeIndex {
  #lows: Float64Array;
  #highs: Float64Array;
  #least: Float64Array[] = [];
  #largest: Float64Array[] = [];
  /** 1 for each block of a level that is up to date. */
  #valid: Uint8Array[] = [];
  readonly result: Extremes = { least: Infinity, largest: -Infinity };

  constructor(lows: Float64Array, highs: Float64Array = lows) {
    this.#lows = lows;
    this.#highs = highs;
  }

  /** The columns after a change: blocks that hold bars from `from` on are worked out again. */
  follow(from: number, lows: Float64Array, highs: Float64Array = lows): void {
    this.#lows = lows;
    this.#highs = highs;
    this.#valid[0]?.fill(0, Math.max(0, from) >> BLOCK_BITS);
    this.#valid[1]?.fill(0, Math.max(0, from) >> (2 * BLOCK_BITS));
  }

  /** The extremes of [from, to); the same object each time. */
  query(from: number, to: number): Extremes {
    const { result } = this;
    result.least = Infinity;
    result.largest = -Infinity;
    let i = Math.max(0, from);
    const end = Math.min(to, this.#lows.length);
    while (i < end) {
      if ((i & (BLOCK - 1)) === 0 && i + BLOCK <= end) {
        const wide = BLOCK * BLOCK;
        const isWide = (i & (wide - 1)) === 0 && i + wide <= end;
        const level = isWide ? 1 : 0;
        this.#prepare(level, i >> (isWide ? 2 * BLOCK_BITS : BLOCK_BITS));
        const block = i >> (isWide ? 2 * BLOCK_BITS : BLOCK_BITS);
        this.#take(this.#least[level]?.[block] ?? Infinity, this.#largest[level]?.[block] ?? -Infinity);
        i += isWide ? wide : BLOCK;
      } else {
        this.#take(this.#lows[i] ?? NaN, this.#highs[i] ?? NaN);
        i += 1;
      }
    }
    return result;
  }

  #take(low: number, high: number): void {
    if (low < this.result.least) this.result.least = low;
    if (high > this.result.largest) this.result.largest = high;
  }

  /** Brings one block of a level up to date. */
  #prepare(level: 0 | 1, block: number): void {
    if (this.#valid[level]?.[block] === 1) return;
    this.#grow(level, block + 1);
    const start = block << BLOCK_BITS;
    if (level === 1) for (let n = start; n < start + BLOCK; n += 1) this.#prepare(0, n);
    const lows = level === 0 ? this.#lows : this.#least[0];
    const highs = level === 0 ? this.#highs : this.#largest[0];
    const valid = this.#valid[level];
    if (lows === undefined || highs === undefined || valid === undefined) return;
    let low = Infinity;
    let high = -Infinity;
    for (let i = start; i < start + BLOCK; i += 1) {
      low = lesser(lows[i], low);
      high = greater(highs[i], high);
    }
    this.#least[level]?.fill(low, block, block + 1);
    this.#largest[level]?.fill(high, block, block + 1);
    valid[block] = 1;
  }

  #grow(level: 0 | 1, blocks: number): void {
    if ((this.#valid[level]?.length ?? 0) >= blocks) return;
    const room = Math.max(blocks + (blocks >> 1), 64, (this.#lows.length >> (BLOCK_BITS * (level + 1))) + 1);
    for (const levels of [this.#least, this.#largest]) {
      const longer = new Float64Array(room);
      longer.set(levels[level] ?? []);
      levels[level] = longer;
    }
    const valid = new Uint8Array(room);
    valid.set(this.#valid[level] ?? []);
    this.#valid[level] = valid;
  }
}

/** Missing values change nothing. */
const lesser = (value: number | undefined, least: number): number =>
  value !== undefined && value < least ? value : least;
const greater = (value: number | undefined, largest: number): number =>
  value !== undefined && value > largest ? value : largest;
