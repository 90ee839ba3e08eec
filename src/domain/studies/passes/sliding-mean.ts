import { at, NONE } from '../columns.ts';
import { BLOCK_BARS } from '../study.ts';

/** Numbers of state that `slidingMean` keeps from `slot` on. */
export const SLIDING_MEAN_STATE = 3;

/** The sum is recomputed for a value that is larger or smaller than the level of the window by more than this factor, to bound the rounding error. */
const RANGE = 32;

/**
 * The mean of the last `period` values (TA-Lib SMA). The sum is one of distances from a recent value, so it stays small compared with the
 * values, and a step adds one difference to it. Its rounding error is proportional to the largest distance that it has contained, so it is
 * recomputed for a value far from the level of the window. NaN while a value is missing in the window.
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
  let level = at(state, slot + 2);
  const share = 1 / period;
  let i = from;
  for (; i < to && i < period - 1; i += 1) out[i] = NONE;
  if (i === period - 1 || i % BLOCK_BARS === 0) level = NONE;
  let highest = level * RANGE;
  let lowest = level / RANGE;
  for (; i < to; i += 1) {
    const entering = at(source, i);
    // Also when a value is missing: no comparison with NaN holds.
    if (Math.abs(entering - base) <= highest && Math.abs(entering) >= lowest) {
      sum += entering - at(source, i - period);
      out[i] = base + sum * share;
      continue;
    }
    base = entering;
    sum = sumOfDistances(source, i, period, base);
    const mean = base + sum * share;
    level = Math.abs(mean);
    highest = level * RANGE;
    lowest = level / RANGE;
    out[i] = mean;
  }
  state[slot] = base;
  state[slot + 1] = sum;
  state[slot + 2] = level;
}

/** The sum of the signed distances of the last `period` values from `base`. */
export function sumOfDistances(source: Float64Array, last: number, period: number, base: number): number {
  let sum = 0;
  for (let i = last - period + 1; i <= last; i += 1) sum += at(source, i) - base;
  return sum;
}
