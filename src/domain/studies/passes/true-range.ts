import { at, NONE } from '../columns.ts';
import type { BarColumns } from '../columns.ts';

/** Wilder's true range: the range of the bar, extended to the previous close. NaN for the first bar, which has no previous close (TA-Lib TRANGE). */
export function trueRange(
  { high, low, close }: BarColumns,
  from: number,
  to: number,
  out: Float64Array,
): void {
  let i = from;
  if (i === 0 && i < to) {
    out[0] = NONE;
    i = 1;
  }
  for (; i < to; i += 1) {
    const before = at(close, i - 1);
    out[i] = Math.max(at(high, i), before) - Math.min(at(low, i), before);
  }
}
