import { at, NONE } from '../columns.ts';
import { BLOCK_BARS } from '../study.ts';

/** Numbers of state that `slidingMean` keeps from `slot` on. */
export const SLIDING_MEAN_STATE = 3;

/** A sum is built anew when a value since the last time was this many times the mean away: what rounding left of it begins to show. */
const FAR = 1024;

/**
 * The mean of the last `period` values (TA-Lib SMA). The sum is kept of distances from a recent value, so it stays small beside the
 * values, and a step adds one difference to it. Its rounding error is a part of the largest distance that went through it, so it is built
 * anew once the mean is small beside that. NaN while a value is missing in the window.
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
  let farthest = at(state, slot + 2);
  const share = 1 / period;
  let i = from;
  for (; i < to && i < period - 1; i += 1) out[i] = NONE;
  let isStale = i === period - 1 || i % BLOCK_BARS === 0;
  for (; i < to; i += 1) {
    const newcomer = at(source, i);
    let mean = NONE;
    if (!isStale) {
      sum += newcomer - at(source, i - period);
      const distance = Math.abs(newcomer - base);
      if (distance > farthest) farthest = distance;
      mean = base + sum * share;
    }
    // Also when a value is missing: no comparison with NaN holds.
    if (!(farthest <= Math.abs(mean) * FAR)) {
      isStale = false;
      base = newcomer;
      sum = sumOfDistances(source, i, period, base);
      farthest = farthestFrom(source, i, period, base);
      mean = base + sum * share;
    }
    out[i] = mean;
  }
  state[slot] = base;
  state[slot + 1] = sum;
  state[slot + 2] = farthest;
}

/** The sum of how far each of the last `period` values is from `base`. */
export function sumOfDistances(source: Float64Array, last: number, period: number, base: number): number {
  let sum = 0;
  for (let i = last - period + 1; i <= last; i += 1) sum += at(source, i) - base;
  return sum;
}

/** The largest distance of the last `period` values from `base`. */
export function farthestFrom(source: Float64Array, last: number, period: number, base: number): number {
  let farthest = 0;
  for (let i = last - period + 1; i <= last; i += 1)
    farthest = Math.max(farthest, Math.abs(at(source, i) - base));
  return farthest;
}
