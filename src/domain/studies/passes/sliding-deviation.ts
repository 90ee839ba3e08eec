import { at, NONE } from '../columns.ts';
import { BLOCK_BARS } from '../study.ts';

/** Numbers of state that `slidingDeviation` keeps. */
export const SLIDING_DEVIATION_STATE = 4;

/** When the sum of squares has shrunk to this part of its peak, what rounding left of the peak begins to show: built anew. */
const SHRUNK = 1e-6;

/**
 * Mean and population standard deviation (TA-Lib STDDEV: divided by `period`) of the last `period` values. The sum of squared distances from the moving
 * mean is carried from window to window, never as a difference of two large sums, so a flat price after a crash has a deviation of 0
 * and not of a rounding error. NaN while a value is missing in the window.
 */
export function slidingDeviation(
  source: Float64Array,
  period: number,
  from: number,
  to: number,
  means: Float64Array,
  deviations: Float64Array,
  state: Float64Array,
): void {
  let base = at(state, 0);
  let offset = at(state, 1);
  let squares = at(state, 2);
  let peak = at(state, 3);
  const share = 1 / period;
  let i = from;
  for (; i < to && i < period - 1; i += 1) {
    means[i] = NONE;
    deviations[i] = NONE;
  }
  let isStale = i === period - 1 || i % BLOCK_BARS === 0;
  for (; i < to; i += 1) {
    if (!isStale) {
      const newcomer = at(source, i);
      const leaver = at(source, i - period);
      const change = newcomer - leaver;
      const next = offset + change * share;
      squares += change * (newcomer - base - next + (leaver - base - offset));
      offset = next;
      peak = Math.max(peak, squares);
    }
    if (isStale || !(squares >= peak * SHRUNK)) {
      base = at(source, i);
      offset = 0;
      for (let j = i - period + 1; j <= i; j += 1) offset += at(source, j) - base;
      offset *= share;
      squares = 0;
      for (let j = i - period + 1; j <= i; j += 1) {
        const distance = at(source, j) - base - offset;
        squares += distance * distance;
      }
      peak = squares;
      isStale = false;
    }
    means[i] = base + offset;
    deviations[i] = Math.sqrt(squares * share);
  }
  state[0] = base;
  state[1] = offset;
  state[2] = squares;
  state[3] = peak;
}
