import type { PriceE4 } from '../money/price.ts';
import { mergeBar } from './bar.ts';
import type { Bar } from './bar.ts';
import { barStartMs } from './bar-period.ts';
import type { BarPeriod } from './bar-period.ts';

/** The part of a trade that a bar uses. Price in 1/10,000 dollar, size in shares, time UTC ms. */
export interface BarTrade {
  readonly timeMs: number;
  readonly priceE4: PriceE4;
  readonly size: number;
}

/** The bars after a trade. */
export interface LiveBarStep {
  /** The bar that ended because the trade belongs to a later period; null when none did. */
  readonly finished: Bar | null;
  readonly forming: Bar;
}

/** Builds the forming bar of one symbol and period from its trades. */
export interface LiveBar {
  /** The bar still forming; null before the first trade. */
  forming(): Bar | null;
  /** Takes the next trade. A trade that is late for its period counts in the forming bar: finished bars stay as they were published. */
  add(trade: BarTrade): LiveBarStep;
}

/** Starts with `startFrom`, a bar that is still forming, or without a bar. Trades must come in the order of time. */
export function createLiveBar(period: BarPeriod, startFrom: Bar | null = null): LiveBar {
  let current = startFrom;
  return {
    forming: () => current,
    add(trade) {
      const startMs = barStartMs(trade.timeMs, period);
      const single = barOfTrade(trade, startMs);
      if (current === null || startMs > current.timeMs) {
        const finished = current;
        current = single;
        return { finished, forming: single };
      }
      current = mergeBar(current, single);
      return { finished: null, forming: current };
    },
  };
}

/** All bars of an ascending run of trades. */
export function barsOfTrades(trades: readonly BarTrade[], period: BarPeriod): Bar[] {
  const bars: Bar[] = [];
  const live = createLiveBar(period);
  for (const trade of trades) {
    const { finished } = live.add(trade);
    if (finished !== null) bars.push(finished);
  }
  const forming = live.forming();
  if (forming !== null) bars.push(forming);
  return bars;
}

function barOfTrade(trade: BarTrade, timeMs: number): Bar {
  const { priceE4 } = trade;
  return { timeMs, openE4: priceE4, highE4: priceE4, lowE4: priceE4, closeE4: priceE4, volume: trade.size };
}
