import type { PriceE4 } from '../money/price.ts';

/**
 * Prices and volume of one period. `timeMs` is the START of the period (UTC ms); a daily bar starts at 00:00 New York of its date. Prices are in
 * 1/10,000 dollar, volume is in shares.
 */
export interface Bar {
  readonly timeMs: number;
  readonly openE4: PriceE4;
  readonly highE4: PriceE4;
  readonly lowE4: PriceE4;
  readonly closeE4: PriceE4;
  readonly volume: number;
}

/** Merges two consecutive bars. The result has the time of `first`. */
export function mergeBar(first: Bar, next: Bar): Bar {
  return {
    timeMs: first.timeMs,
    openE4: first.openE4,
    highE4: Math.max(first.highE4, next.highE4),
    lowE4: Math.min(first.lowE4, next.lowE4),
    closeE4: next.closeE4,
    volume: first.volume + next.volume,
  };
}

/** The index of the first bar that starts at or after a moment; `bars.length` if there is none. Bars ascend. */
export function firstBarFrom(bars: readonly Bar[], timeMs: number): number {
  let low = 0;
  let high = bars.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((bars[middle]?.timeMs ?? 0) < timeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The bars that start in [fromMs, toMs). */
export function barsBetween(bars: readonly Bar[], fromMs: number, toMs: number): Bar[] {
  return bars.slice(firstBarFrom(bars, fromMs), firstBarFrom(bars, toMs));
}
