import type { Bar } from '../../../domain/bars/bar.ts';
import { fromE4 } from '../../../domain/money/price.ts';
import type { Trade } from '../../market/market-data.ts';
import type { DataColumns } from '../../../domain/strategy/description.ts';

const COLUMN_NAMES = ['timeMs', 'open', 'high', 'low', 'close', 'volume'] as const;
type ColumnName = (typeof COLUMN_NAMES)[number];

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

/** Bars by row, ascending in time. */
export interface BarRows {
  readonly length: number;
  /** NaN where there is no such row. */
  value(name: ColumnName, row: number): number;
  /** Rows [from, to) as columns. */
  rows(from: number, to: number): DataColumns;
}

/** About half a megabyte. */
const ROWS_PER_PIECE = 8_192;

/**
 * Columns that grow, in pieces of equal length: years of bars are collected a few sessions at a time, never exist as objects all at
 * once, and are not copied as they become more (a copy of a million rows holds up the event loop for a tenth of a second).
 */
export class GrowingColumns implements BarRows {
  #pieces: DataColumns[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(bars: readonly Bar[]): void {
    for (const bar of bars) {
      setRow(this.#pieceOf(this.#length), this.#length % ROWS_PER_PIECE, bar);
      this.#length += 1;
    }
  }

  append(other: GrowingColumns): void {
    for (let row = 0; row < other.#length; row += 1) {
      const to = this.#pieceOf(this.#length);
      for (const name of COLUMN_NAMES) to[name][this.#length % ROWS_PER_PIECE] = other.value(name, row);
      this.#length += 1;
    }
  }

  value(name: ColumnName, row: number): number {
    if (row >= this.#length) return Number.NaN;
    return this.#pieces[Math.floor(row / ROWS_PER_PIECE)]?.[name][row % ROWS_PER_PIECE] ?? Number.NaN;
  }

  /** The first row that starts at or after a moment; the length if there is none. */
  rowFrom(timeMs: number): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.value('timeMs', middle) < timeMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  rows(from: number, to: number): DataColumns {
    const end = Math.min(to, this.#length);
    const columns = emptyColumns(Math.max(0, end - from));
    for (let row = from; row < end;) {
      const at = row % ROWS_PER_PIECE;
      const count = Math.min(end - row, ROWS_PER_PIECE - at);
      const piece = this.#pieceOf(row);
      for (const name of COLUMN_NAMES) columns[name].set(piece[name].subarray(at, at + count), row - from);
      row += count;
    }
    return columns;
  }

  /** Rows [from, to) without a copy, for as long as nothing is taken away. */
  part(from: number, to: number): BarRows {
    const end = Math.min(to, this.#length);
    return {
      length: Math.max(0, end - from),
      value: (name, row) => (from + row < end ? this.value(name, from + row) : Number.NaN),
      rows: (first, last) => this.rows(from + first, Math.min(end, from + last)),
    };
  }

  /** Takes away the rows from a row on. */
  cutAt(row: number): void {
    this.#length = Math.min(this.#length, row);
  }

  #pieceOf(row: number): DataColumns {
    return (this.#pieces[Math.floor(row / ROWS_PER_PIECE)] ??= emptyColumns(ROWS_PER_PIECE));
  }
}

/** A trade is a bar whose four prices are equal. */
export function barOfPrint({ timeMs, priceE4, size }: Pick<Trade, 'timeMs' | 'priceE4' | 'size'>): Bar {
  return { timeMs, openE4: priceE4, highE4: priceE4, lowE4: priceE4, closeE4: priceE4, volume: size };
}
