import { at, NONE } from '../columns.ts';
import { BLOCK_BARS } from '../study.ts';

/** Numbers of state that `slidingMean` keeps from `slot` on. */
export const SLIDING_MEAN_STATE = 2;

/**
 * The mean of the last `period` values (TA-Lib SMA). The sum is kept of distances from a recent value, so it stays small beside the
 * values, and a step adds one difference to it. NaN while a value is missing in the window; built anew when the window is whole again.
 */
export function slidingMean(
  source: Float64Array,
  period: number,
  from: number,
  to: number,
  out: Float64Array,
  state: Float64Array,
  slot: number,
): void {
  let base = at(state, slot);
  let sum = at(state, slot + 1);
  const share = 1 / period;
  let i = from;
  for (; i < to && i < period - 1; i += 1) out[i] = NONE;
  if (i < to && (i === period - 1 || i % BLOCK_BARS === 0)) {
    base = at(source, i);
    sum = sumOfDistances(source, i, period, base);
    out[i] = base + sum * share;
    i += 1;
  }
  for (; i < to; i += 1) {
    sum += at(source, i) - at(source, i - period);
    if (Number.isNaN(sum)) {
      base = at(source, i);
      sum = sumOfDistances(source, i, period, base);
    }
    out[i] = base + sum * share;
  }
  state[slot] = base;
  state[slot + 1] = sum;
}

/** The sum of how far each of the last `period` values is from `base`. */
export function sumOfDistances(source: Float64Array, last: number, period: number, base: number): number {
  let sum = 0;
  for (let i = last - period + 1; i <= last; i += 1) sum += at(source, i) - base;
  return sum;
}
