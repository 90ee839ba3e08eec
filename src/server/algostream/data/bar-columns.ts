import type { Bar } from '../../../domain/bars/bar.ts';
import { fromE4 } from '../../../domain/money/price.ts';
import type { Trade } from '../../market/market-data.ts';
import type { DataColumns } from '../runtime/types.ts';

const COLUMN_NAMES = ['timeMs', 'open', 'high', 'low', 'close', 'volume'] as const;

function emptyColumns(length: number): DataColumns {
  const column = (): Float64Array => new Float64Array(length);
  return {
    timeMs: column(),
    open: column(),
    high: column(),
    low: column(),
    close: column(),
    volume: column(),
  };
}

function setRow(columns: DataColumns, row: number, bar: Bar): void {
  columns.timeMs[row] = bar.timeMs;
  columns.open[row] = fromE4(bar.openE4);
  columns.high[row] = fromE4(bar.highE4);
  columns.low[row] = fromE4(bar.lowE4);
  columns.close[row] = fromE4(bar.closeE4);
  columns.volume[row] = bar.volume;
}

/** Bars as the runtime takes them: columns, prices in dollars. */
export function columnsOfBars(bars: readonly Bar[]): DataColumns {
  const columns = emptyColumns(bars.length);
  bars.forEach((bar, row) => setRow(columns, row, bar));
  return columns;
}

/** Rows of columns, without copying them. */
export function rowsOf(columns: DataColumns, from: number, to: number): DataColumns {
  const { timeMs, open, high, low, close, volume } = columns;
  return {
    timeMs: timeMs.subarray(from, to),
    open: open.subarray(from, to),
    high: high.subarray(from, to),
    low: low.subarray(from, to),
    close: close.subarray(from, to),
    volume: volume.subarray(from, to),
  };
}

const FIRST_CAPACITY = 4_096;

/** Columns that grow: years of bars are collected in them a piece at a time, and never exist as objects all at once. */
export class GrowingColumns {
  #columns = emptyColumns(FIRST_CAPACITY);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(bars: readonly Bar[]): void {
    this.#grow(this.#length + bars.length);
    for (const bar of bars) {
      setRow(this.#columns, this.#length, bar);
      this.#length += 1;
    }
  }

  append(other: GrowingColumns): void {
    this.#grow(this.#length + other.#length);
    for (const name of COLUMN_NAMES)
      this.#columns[name].set(other.#columns[name].subarray(0, other.#length), this.#length);
    this.#length += other.#length;
  }

  timeMs(row: number): number {
    return row < this.#length ? (this.#columns.timeMs[row] ?? 0) : 0;
  }

  /** The first row that starts at or after a moment; the length if there is none. Rows ascend. */
  rowFrom(timeMs: number): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#columns.timeMs[middle] ?? 0) < timeMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  rows(from: number, to: number): DataColumns {
    return rowsOf(this.#columns, from, Math.min(to, this.#length));
  }

  /** Takes away the rows from a row on. */
  cutAt(row: number): void {
    this.#length = Math.min(this.#length, row);
  }

  #grow(needed: number): void {
    const capacity = this.#columns.timeMs.length;
    if (needed <= capacity) return;
    const grown = emptyColumns(Math.max(needed, capacity * 2));
    for (const name of COLUMN_NAMES) grown[name].set(this.#columns[name].subarray(0, this.#length));
    this.#columns = grown;
  }
}

/** A trade is a bar whose four prices are equal. */
export function barOfPrint({ timeMs, priceE4, size }: Pick<Trade, 'timeMs' | 'priceE4' | 'size'>): Bar {
  return { timeMs, openE4: priceE4, highE4: priceE4, lowE4: priceE4, closeE4: priceE4, volume: size };
}
