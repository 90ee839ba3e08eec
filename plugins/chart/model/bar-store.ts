import type { BarColumns } from '../../../src/domain/studies/index.ts';

const COLUMN_NAMES = ['timeMs', 'open', 'high', 'low', 'close', 'volume'] as const;
type ColumnName = (typeof COLUMN_NAMES)[number];
type Buffers = Record<ColumnName, Float64Array>;

const MIN_ROOM = 256;

/** Bars in columns that grow at both ends. The columns are views that start at the first bar; they are replaced when the store grows: do not keep them. */
export class BarStore implements BarColumns {
  length = 0;
  timeMs: Float64Array;
  open: Float64Array;
  high: Float64Array;
  low: Float64Array;
  close: Float64Array;
  volume: Float64Array;
  /** Rises whenever bars other than the last changed. */
  revision = 0;
  #buffers: Buffers;
  #offset: number;

  /** Takes over columns (they are not copied) or starts empty. */
  constructor(columns?: BarColumns) {
    const make = (name: ColumnName) => columns?.[name] ?? new Float64Array(MIN_ROOM);
    this.#buffers = {
      timeMs: make('timeMs'),
      open: make('open'),
      high: make('high'),
      low: make('low'),
      close: make('close'),
      volume: make('volume'),
    };
    this.#offset = 0;
    this.length = columns?.length ?? 0;
    this.timeMs = this.#buffers.timeMs;
    this.open = this.#buffers.open;
    this.high = this.#buffers.high;
    this.low = this.#buffers.low;
    this.close = this.#buffers.close;
    this.volume = this.#buffers.volume;
  }

  /** Adds a bar at the end. */
  append(timeMs: number, open: number, high: number, low: number, close: number, volume: number): void {
    if (this.length >= this.timeMs.length) this.#makeRoom(0, Math.max(MIN_ROOM, this.length >> 1));
    const at = this.length++;
    this.timeMs[at] = timeMs;
    this.open[at] = open;
    this.high[at] = high;
    this.low[at] = low;
    this.close[at] = close;
    this.volume[at] = volume;
  }

  /** A print in the last bar. Nothing happens when there is none. */
  extendLast(price: number, volume: number): void {
    const at = this.length - 1;
    if (at < 0) return;
    // Comparisons that a missing price loses: the print then is the first price of the bar.
    if (!(price <= (this.high[at] ?? NaN))) this.high[at] = price;
    if (!(price >= (this.low[at] ?? NaN))) this.low[at] = price;
    if (Number.isNaN(this.open[at])) this.open[at] = price;
    this.close[at] = price;
    this.volume[at] = (this.volume[at] ?? 0) + volume;
  }

  /** Puts earlier bars in front: they must end before the first one. */
  prepend(earlier: BarColumns): void {
    const count = earlier.length;
    if (count === 0) return;
    if (this.#offset < count) this.#makeRoom(count + Math.max(MIN_ROOM, this.length >> 2), 0);
    this.#offset -= count;
    for (const name of COLUMN_NAMES) this.#buffers[name].set(earlier[name].subarray(0, count), this.#offset);
    this.length += count;
    this.#setViews();
    this.revision++;
  }

  /** Drops the bars from an index on. */
  truncate(length: number): void {
    this.length = Math.max(0, Math.min(this.length, length));
    this.revision++;
  }

  /** The first bar that starts at or after a moment; `length` if there is none. */
  indexFrom(timeMs: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.timeMs[middle] ?? 0) < timeMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #makeRoom(before: number, after: number): void {
    for (const name of COLUMN_NAMES) {
      const longer = new Float64Array(before + this.length + after);
      longer.set(this[name].subarray(0, this.length), before);
      this.#buffers[name] = longer;
    }
    this.#offset = before;
    this.#setViews();
  }

  #setViews(): void {
    for (const name of COLUMN_NAMES)
      this[name] = this.#offset === 0 ? this.#buffers[name] : this.#buffers[name].subarray(this.#offset);
  }
}
