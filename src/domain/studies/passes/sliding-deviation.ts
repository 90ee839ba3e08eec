import { at, NONE } from '../columns.ts';
import { BLOCK_BARS } from '../study.ts';

/** Numbers of state that `slidingDeviation` keeps. */
export const SLIDING_DEVIATION_STATE = 4;

/**
 * The sum of squares is recomputed when the square of the largest distance that it has contained exceeds it by this factor: the rounding error of
 * that distance is no longer negligible.
 */
const FAR_SQUARED = 1e4;

/**
 * Mean and population standard deviation (TA-Lib STDDEV: divided by `period`) of the last `period` values. The sum of squared distances from the moving
 * mean is updated from window to window, never as a difference of two large sums, and recomputed once it is small compared with the largest
 * distance that it has contained, so a flat price has a deviation of 0 and not of a rounding error. NaN while a value is missing in the window.
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
  let farthest = at(state, 3);
  const share = 1 / period;
  let i = from;
  for (; i < to && i < period - 1; i += 1) {
    means[i] = NONE;
    deviations[i] = NONE;
  }
  let isStale = i === period - 1 || i % BLOCK_BARS === 0;
  for (; i < to; i += 1) {
    const entering = at(source, i);
    if (!isStale) {
      const leaving = at(source, i - period);
      const change = entering - leaving;
      const next = offset + change * share;
      squares += change * (entering - base - next + (leaving - base - offset));
      offset = next;
      const far = Math.abs(entering - base);
      if (far > farthest) farthest = far;
    }
    if (isStale || !(farthest * farthest <= squares * FAR_SQUARED)) {
      isStale = false;
      base = entering;
      farthest = 0;
      offset = 0;
      for (let j = i - period + 1; j <= i; j += 1) {
        const distance = at(source, j) - base;
        offset += distance;
        farthest = Math.max(farthest, Math.abs(distance));
      }
      offset *= share;
      squares = 0;
      for (let j = i - period + 1; j <= i; j += 1) {
        const distance = at(source, j) - base - offset;
        squares += distance * distance;
      }
    }
    means[i] = base + offset;
    deviations[i] = Math.sqrt(squares * share);
  }
  state[0] = base;
  state[1] = offset;
  state[2] = squares;
  state[3] = farthest;
}
