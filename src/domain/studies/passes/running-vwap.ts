import { at, NONE } from '../columns.ts';
import type { BarColumns } from '../columns.ts';

/** Numbers of state that `runningVwap` keeps. */
export const RUNNING_VWAP_STATE = 5;

/** A price below the base by more than this factor becomes the new base. Its value would otherwise be a difference of two large sums. */
const FAR = 1024;

/** The period over which a bar is averaged. UTC ms, end excluded. */
export interface VwapSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Volume-weighted mean of the typical prices, (high + low + close) / 3, since the start of the span of a bar. `spanOf` is called for a bar outside of
 * the last span; null means that the bar has none. Prices are summed as distances from a base, the first price of the span, so the sum stays
 * small; a far lower price becomes the base. No value before the first volume of a span, nor for a bar without price or volume.
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
