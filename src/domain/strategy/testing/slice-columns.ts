import type { DataColumns } from '../description.ts';

/** The rows of a table from one index up to, and without, another. */
export function sliceColumns(
  { timeMs, open, high, low, close, volume }: DataColumns,
  from: number,
  to: number,
): DataColumns {
  const part = (column: Float64Array): Float64Array => column.slice(from, to);
  return {
    timeMs: part(timeMs),
    open: part(open),
    high: part(high),
    low: part(low),
    close: part(close),
    volume: part(volume),
  };
}
