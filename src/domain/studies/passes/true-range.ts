import { at, NONE } from '../columns.ts';
import type { BarColumns } from '../columns.ts';

/** Wilder's true range: the bar's range stretched to the close before it. None for the first bar, which has no close before it (TA-Lib TRANGE). */
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
