import { at, NONE } from '../columns.ts';

/** Numbers of state that `exponentialMean` keeps from `slot` on. */
export const EXPONENTIAL_MEAN_STATE = 2;

/**
 * The exponentially smoothed mean with weight `share` of the newest value. Seeded as in TA-Lib with the plain mean of `period` values, after the
 * first `skip` values. A missing value gives NaN and is skipped: smoothing continues from the value before it.
 */
export function exponentialMean(
  source: Float64Array,
  period: number,
  share: number,
  skip: number,
  from: number,
  to: number,
  out: Float64Array,
  state: Float64Array,
  slot: number,
): void {
  let seen = at(state, slot);
  let mean = at(state, slot + 1);
  const keep = 1 - share;
  const seedEnd = skip + period;
  let i = from;
  for (; i < to && seen < seedEnd; i += 1) {
    const value = at(source, i);
    out[i] = NONE;
    if (Number.isNaN(value)) continue;
    seen += 1;
    if (seen > skip) mean += value;
    if (seen < seedEnd) continue;
    mean /= period;
    out[i] = mean;
  }
  for (; i < to; i += 1) {
    const value = at(source, i);
    if (Number.isNaN(value)) {
      out[i] = NONE;
      continue;
    }
    mean = mean * keep + value * share;
    out[i] = mean;
  }
  state[slot] = seen;
  state[slot + 1] = mean;
}

/** Weight of the newest value in an exponential moving average over `period` bars. */
export const emaShare = (period: number): number => 2 / (period + 1);
/** Weight of the newest value in Wilder's smoothing over `period` bars. */
export const wilderShare = (period: number): number => 1 / period;
