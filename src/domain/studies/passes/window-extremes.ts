import { at, NONE } from '../columns.ts';
import { BLOCK_BARS } from '../study.ts';

/** Below this many bars a scan of every window is faster. An extreme is the same number either way, so batch and single steps agree. */
const SHORT_RUN = 8;

/** Buffer of one call, shared by all studies. */
let scratch = new Float64Array(2 * BLOCK_BARS);

/** The highest of the last `period` values (TA-Lib MAX). NaN while a value is missing in the window. Keeps no state. */
export function windowHighest(
  source: Float64Array,
  period: number,
  from: number,
  to: number,
  out: Float64Array,
): void {
  windowExtreme(1, source, period, from, to, out);
}

/** The lowest of the last `period` values (TA-Lib MIN); otherwise as `windowHighest`. */
export function windowLowest(
  source: Float64Array,
  period: number,
  from: number,
  to: number,
  out: Float64Array,
): void {
  windowExtreme(-1, source, period, from, to, out);
}

/**
 * The highest value, or with direction -1 the lowest: the highest of the negated values. Windows of 2, 4, 8 bars are combined from two of half
 * their size, and the requested window from two that overlap, so a bar costs as many steps as the period has binary digits. No step branches
 * on a price.
 */
function windowExtreme(
  direction: 1 | -1,
  source: Float64Array,
  period: number,
  from: number,
  to: number,
  out: Float64Array,
): void {
  let i = from;
  for (; i < to && i < period - 1; i += 1) out[i] = NONE;
  if (to - i < SHORT_RUN) {
    for (; i < to; i += 1) {
      let best = at(source, i) * direction;
      for (let j = i - period + 1; j < i; j += 1) best = larger(best, at(source, j) * direction);
      out[i] = best * direction;
    }
    return;
  }
  const first = i - period + 1;
  let count = to - first;
  if (scratch.length < count) scratch = new Float64Array(2 * count);
  const values = scratch;
  for (let j = 0; j < count; j += 1) values[j] = at(source, first + j) * direction;
  let width = 1;
  for (; width * 2 <= period; width *= 2) {
    count -= width;
    for (let j = 0; j < count; j += 1) values[j] = larger(at(values, j), at(values, j + width));
  }
  const overlap = period - width;
  for (let j = 0; i < to; i += 1, j += 1) out[i] = larger(at(values, j), at(values, j + overlap)) * direction;
}

/** Math.max of finite numbers or NaN, by arithmetic: price comparisons are a coin toss for a branch predictor. */
function larger(a: number, b: number): number {
  const isLater = Number(b > a);
  return a * (1 - isLater) + b * isLater;
}
