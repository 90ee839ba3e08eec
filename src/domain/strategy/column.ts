/** The row of the present bar. All columns of a run share one cursor. */
export interface Cursor {
  index: number;
}

/** The row of the last finished bar of a larger size; -1 = none has ended yet. */
export interface LargerCursor extends Cursor {
  /** Where the cursor was at the bar of the run before. */
  before: number;
}

/** The values of a column. A live run replaces the array with a longer one. */
export interface ColumnSource {
  values: Float64Array;
}

/** A column of bars. */
export type ColumnName = 'timeMs' | 'open' | 'high' | 'low' | 'close' | 'volume';

/** The columns of bars before there are any. */
export function emptyColumns(): Readonly<Record<ColumnName, ColumnSource>> {
  const empty = (): ColumnSource => ({ values: new Float64Array(0) });
  return { timeMs: empty(), open: empty(), high: empty(), low: empty(), close: empty(), volume: empty() };
}

/**
 * A column as a strategy sees it: values of the present bar and of earlier ones. A backtest has the later values in memory too, and a strategy
 * must not read them, so values have no absolute index.
 */
export class Column {
  readonly #source: ColumnSource;
  readonly #cursor: Cursor;
  /** The same cursor, of a column of larger bars; else null. */
  readonly #larger: LargerCursor | null;

  constructor(source: ColumnSource, cursor: Cursor, larger: LargerCursor | null = null) {
    this.#source = source;
    this.#cursor = cursor;
    this.#larger = larger;
  }

  /** The value of the present bar; of larger bars that of the last one that has ended. */
  get last(): number {
    const { index } = this.#cursor;
    return index < 0 ? Number.NaN : (this.#source.values[index] ?? Number.NaN);
  }

  /** The value of the bar before. */
  get before(): number {
    // A single read outside of the array makes V8 compile this function to slower code for good.
    const index = this.#cursor.index - 1;
    return index < 0 ? Number.NaN : (this.#source.values[index] ?? Number.NaN);
  }

  /** Whether `a` crosses above `b`. Called on every bar, so it allocates nothing. */
  static crosses(a: Column, b: Column): boolean {
    if (a.#larger !== null || b.#larger !== null)
      return a.last > b.last && Column.atBarBefore(a) <= Column.atBarBefore(b);
    const now = a.#cursor.index;
    if (now === 0) return false;
    const these = a.#source.values;
    const those = b.#source.values;
    return (
      (these[now] ?? Number.NaN) > (those[now] ?? Number.NaN) &&
      (these[now - 1] ?? Number.NaN) <= (those[now - 1] ?? Number.NaN)
    );
  }

  /** What `last` was at the bar of the run before. Of larger bars that is mostly the same value: they cross with the bar that ends them, not on each until the next. */
  static atBarBefore(column: Column): number {
    const larger = column.#larger;
    if (larger === null) return column.before;
    return larger.before < 0 ? Number.NaN : (column.#source.values[larger.before] ?? Number.NaN);
  }

  /** The value so many bars ago; 0 is the present bar. NaN before the first bar, and for anything but a whole number from 0. */
  ago(bars: number): number {
    const index = this.#cursor.index - bars;
    return bars >= 0 && index >= 0 ? (this.#source.values[index] ?? Number.NaN) : Number.NaN;
  }
}

/** True on the bar on which `a` crosses above `b`: it is above, and was not on the bar of the run before. */
export function crossesAbove(a: Column | number, b: Column | number): boolean {
  return typeof a !== 'number' && typeof b !== 'number'
    ? Column.crosses(a, b)
    : lastOf(a) > lastOf(b) && beforeOf(a) <= beforeOf(b);
}

/** True on the bar on which `a` crosses below `b`: it is below, and was not on the bar of the run before. */
export function crossesBelow(a: Column | number, b: Column | number): boolean {
  return crossesAbove(b, a);
}

const lastOf = (value: Column | number): number => (typeof value === 'number' ? value : value.last);
const beforeOf = (value: Column | number): number =>
  typeof value === 'number' ? value : Column.atBarBefore(value);

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
