/**
 * Bars as columns with one number per bar. Prices in dollars (studies work in any unit: outputs on the price scale have the unit of the input),
 * volume in shares, time the start of the bar in UTC ms. Every number is finite, or NaN where it is missing. The arrays may be longer than `length`, so
 * that a chart rarely reallocates them.
 */
export interface BarColumns {
  readonly length: number;
  readonly timeMs: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
}

/** The value of a study on a bar of its warm-up, or on a bar without a price. */
export const NONE = Number.NaN;

/** The number at an index; `NONE` outside of the column. Inlined by the engine, so a kernel may use it for every read. */
export function at(column: Float64Array, index: number): number {
  return column[index] ?? NONE;
}

/** The `n`th column that a kernel writes. Throws a RangeError for a column that the study does not declare. */
export function columnAt(columns: readonly Float64Array[], n: number): Float64Array {
  const column = columns[n];
  if (column === undefined) throw new RangeError(`a study read column ${n} and declared ${columns.length}`);
  return column;
}
