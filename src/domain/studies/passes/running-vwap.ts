import { at, NONE } from '../columns.ts';
import type { BarColumns } from '../columns.ts';

/** Numbers of state that `runningVwap` keeps. */
export const RUNNING_VWAP_STATE = 5;

/** A price so many times below the base is the new base: shares at it would else be a difference of two large sums. */
const FAR = 1024;

/** The stretch of time that a bar is averaged in. */
export interface VwapSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Volume-weighted mean of the typical prices, (high + low + close) / 3, since the start of the span a bar is in; `spanOf` is called when a bar is
 * outside of the last span, and null means that the bar is in none. Prices are summed as distances from the span's first, so the sum stays
 * small; a price far below that takes its place. No value before the first volume of a span, nor for a bar without price or volume.
 */
export function runningVwap(
  { timeMs, high, low, close, volume }: BarColumns,
  spanOf: (timeMs: number) => VwapSpan | null,
  from: number,
  to: number,
  out: Float64Array,
  state: Float64Array,
): void {
  let spanFromMs = at(state, 0);
  let spanToMs = at(state, 1);
  let base = at(state, 2);
  let lowest = base / FAR;
  let moneyAboveBase = at(state, 3);
  let shares = at(state, 4);
  for (let i = from; i < to; i += 1) {
    const time = at(timeMs, i);
    out[i] = NONE;
    const price = (at(high, i) + at(low, i) + at(close, i)) / 3;
    const size = at(volume, i);
    if (Number.isNaN(price + size + time)) continue;
    if (!(time >= spanFromMs && time < spanToMs)) {
      const span = spanOf(time);
      if (span === null) continue;
      spanFromMs = span.fromMs;
      spanToMs = span.toMs;
      base = price;
      lowest = base / FAR;
      moneyAboveBase = 0;
      shares = 0;
    }
    if (price < lowest) {
      moneyAboveBase += (base - price) * shares;
      base = price;
      lowest = base / FAR;
    }
    moneyAboveBase += (price - base) * size;
    shares += size;
    if (shares > 0) out[i] = base + moneyAboveBase / shares;
  }
  state[0] = spanFromMs;
  state[1] = spanToMs;
  state[2] = base;
  state[3] = moneyAboveBase;
  state[4] = shares;
}
