/** A bar, stamped with the START of its period (UTC ms). A daily bar is stamped 00:00 New York of its date. Prices in 1/10,000 dollar, volume in shares. */
export interface Bar {
  readonly timeMs: number;
  readonly openE4: number;
  readonly highE4: number;
  readonly lowE4: number;
  readonly closeE4: number;
  readonly volume: number;
}

/** The bar of `first` and everything after it up to `next` (same period: keeps the time of `first`). */
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
