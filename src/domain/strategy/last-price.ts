import type { ColumnSource, Cursor } from './column.ts';

/** Dollars: the last close above 0 up to the row of a cursor; NaN = none is known. */
export function lastPriceAt(cursor: Cursor, { values }: ColumnSource): number {
  let row = cursor.index;
  while (row > 0 && !((values[row] ?? 0) > 0)) row -= 1;
  const price = values[row] ?? Number.NaN;
  return price > 0 ? price : Number.NaN;
}
