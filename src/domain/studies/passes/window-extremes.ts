import { at, NONE } from '../columns.ts';

/** The extremes from each bar of a stretch to its last, of one call; shared by all studies. */
let scratch = new Float64Array(256);

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
 * The highest value, or with direction -1 the lowest: the highest of the negated values (M. van Herk, 1992; J. Gil and M. Werman, 1993). A window
 * that ends in a stretch of `period` bars consists of the end of the stretch before and the beginning of its own: both extremes are known
 * from one pass over each, so a bar costs three comparisons whatever the period, and most of them come out as the one before.
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
  if (scratch.length < period) scratch = new Float64Array(2 * period);
  const fromHere = scratch;
  while (i < to) {
    const first = i - period + 1;
    let highest = -Infinity;
    for (let j = period - 1; j >= 0; j -= 1) {
      highest = higher(highest, at(source, first + j) * direction);
      fromHere[j] = highest;
    }
    out[i] = highest * direction;
    const end = Math.min(to, i + period);
    highest = -Infinity;
    for (let k = i + 1; k < end; k += 1) {
      highest = higher(highest, at(source, k) * direction);
      out[k] = higher(highest, at(fromHere, k - i)) * direction;
    }
    i = end;
  }
}

/** The higher of two numbers; NaN when one of them is. `Math.max` takes longer because it also orders zeros. */
function higher(a: number, b: number): number {
  if (a >= b) return a;
  return Number.isNaN(a) ? a : b;
}
