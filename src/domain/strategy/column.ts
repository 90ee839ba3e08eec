/** Where a run stands. All columns of a run share one. */
export interface Cursor {
  index: number;
}

/** The numbers behind a column. A live run puts longer ones in their place. */
export interface ColumnSource {
  values: Float64Array;
}

/**
 * A column as a strategy sees it: the present bar and those before. What lies behind the cursor is in memory in a backtest, and must not be
 * read, so there is no index to read it by.
 */
export class Column {
  readonly #source: ColumnSource;
  readonly #cursor: Cursor;

  constructor(source: ColumnSource, cursor: Cursor) {
    this.#source = source;
    this.#cursor = cursor;
  }

  /** The value of the present bar. */
  get last(): number {
    return this.#source.values[this.#cursor.index] ?? Number.NaN;
  }

  /** The value of the bar before. */
  get before(): number {
    // Never read outside of the column: an engine that has seen it once is slower for good.
    const index = this.#cursor.index - 1;
    return index < 0 ? Number.NaN : (this.#source.values[index] ?? Number.NaN);
  }

  /** Whether `a` crosses above `b`. Called on every bar, so it allocates nothing. */
  static crosses(a: Column, b: Column): boolean {
    const now = a.#cursor.index;
    if (now === 0) return false;
    const these = a.#source.values;
    const those = b.#source.values;
    return (
      (these[now] ?? Number.NaN) > (those[now] ?? Number.NaN) &&
      (these[now - 1] ?? Number.NaN) <= (those[now - 1] ?? Number.NaN)
    );
  }

  /** The value so many bars ago; 0 is the present bar. NaN before the first bar, and for anything but a whole number from 0. */
  ago(bars: number): number {
    const index = this.#cursor.index - bars;
    return bars >= 0 && index >= 0 ? (this.#source.values[index] ?? Number.NaN) : Number.NaN;
  }
}

/** True on the bar on which `a` comes to stand above `b`. */
export function crossesAbove(a: Column | number, b: Column | number): boolean {
  return typeof a !== 'number' && typeof b !== 'number'
    ? Column.crosses(a, b)
    : lastOf(a) > lastOf(b) && beforeOf(a) <= beforeOf(b);
}

/** True on the bar on which `a` comes to stand below `b`. */
export function crossesBelow(a: Column | number, b: Column | number): boolean {
  return crossesAbove(b, a);
}

const lastOf = (value: Column | number): number => (typeof value === 'number' ? value : value.last);
const beforeOf = (value: Column | number): number => (typeof value === 'number' ? value : value.before);

/** The highest of the last `bars` values; NaN when one of them is. */
export function highest(column: Column, bars: number): number {
  let best = column.last;
  for (let ago = 1; ago < bars; ago += 1) best = Math.max(best, column.ago(ago));
  return best;
}

/** The lowest of the last `bars` values; NaN when one of them is. */
export function lowest(column: Column, bars: number): number {
  let best = column.last;
  for (let ago = 1; ago < bars; ago += 1) best = Math.min(best, column.ago(ago));
  return best;
}
