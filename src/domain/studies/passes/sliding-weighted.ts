import { at, NONE } from '../columns.ts';
import { sumOfDistances } from './sliding-mean.ts';

/** Numbers of state that `slidingWeighted` keeps. */
export const SLIDING_WEIGHTED_STATE = 4;

/** The error of the plain sum accumulates in the weighted one with every bar, so the range is narrower than that of a mean, and sums are recomputed this often. */
const RANGE = 8;
const REBUILD_BARS = 1024;

/**
 * `weightedShare` times the linearly weighted mean of the last `period` values (the newest weighs `period`, the oldest 1) plus
 * `plainShare` times their plain mean. (1, 0) is TA-Lib's WMA; (3, -2) is the last point of the least-squares line, TA-Lib's LINEARREG.
 *
 * When the window moves by a bar, every weight falls by one: the weighted sum loses the plain sum once and gains `period` times the entering
 * value. Both are sums of distances from a recent value, recomputed for a value far from the level of the window. NaN while a value is missing in the window.
 */
export function slidingWeighted(
  source: Float64Array,
  period: number,
  weightedShare: number,
  plainShare: number,
  from: number,
  to: number,
  out: Float64Array,
  state: Float64Array,
): void {
  let base = at(state, 0);
  let sum = at(state, 1);
  let weighted = at(state, 2);
  let level = at(state, 3);
  const weightedFactor = (weightedShare * 2) / (period * (period + 1));
  const plainFactor = plainShare / period;
  let i = from;
  for (; i < to && i < period - 1; i += 1) out[i] = NONE;
  if (i === period - 1) level = NONE;
  let highest = level * RANGE;
  let lowest = level / RANGE;
  for (; i < to; i += 1) {
    const price = at(source, i);
    const entering = price - base;
    // Also when a value is missing: no comparison with NaN holds.
    if (Math.abs(entering) <= highest && Math.abs(price) >= lowest && i % REBUILD_BARS !== 0) {
      weighted += period * entering - sum;
      sum += entering - (at(source, i - period) - base);
    } else {
      base = price;
      sum = sumOfDistances(source, i, period, base);
      weighted = weightedSumOfDistances(source, i, period, base);
      level = Math.abs(base + sum / period);
      highest = level * RANGE;
      lowest = level / RANGE;
    }
    out[i] = base + (weighted * weightedFactor + sum * plainFactor);
  }
  state[0] = base;
  state[1] = sum;
  state[2] = weighted;
  state[3] = level;
}

function weightedSumOfDistances(source: Float64Array, last: number, period: number, base: number): number {
  let weighted = 0;
  for (let weight = 1; weight <= period; weight += 1)
    weighted += weight * (at(source, last - period + weight) - base);
  return weighted;
}
