import { toPriceE4 } from '../../../domain/money/price.ts';
import type { Bar, Quote } from '../market-data.ts';
import { venueOfLetter } from '../shared/venues.ts';
import type { WireBar, WireQuote } from './wire.ts';

const SHARES_IN_LOT = 100;

/** A bar in units of the platform. Undefined for a bar that cannot be: its high is below its low, or its open or close lies outside of both. */
function barFromWire(bar: WireBar): Bar | undefined {
  const [openE4, highE4, lowE4, closeE4] = [bar.o, bar.h, bar.l, bar.c].map(toPriceE4);
  if (openE4 === undefined || highE4 === undefined || lowE4 === undefined || closeE4 === undefined)
    return undefined;
  if (lowE4 <= 0 || Math.max(openE4, closeE4) > highE4 || Math.min(openE4, closeE4) < lowE4) return undefined;
  return { timeMs: bar.t, openE4, highE4, lowE4, closeE4, volume: Math.round(bar.v) };
}

/** Bars in units of the platform, ascending, each time once; of two with one time the later one counts. */
export function barsFromWire(bars: readonly WireBar[]): Bar[] {
  const byTime = new Map<number, Bar>();
  for (const wire of bars) {
    const bar = barFromWire(wire);
    if (bar !== undefined) byTime.set(bar.timeMs, bar);
  }
  return [...byTime.values()].sort((a, b) => a.timeMs - b.timeMs);
}

/** A quote in units of the platform; a side without a price or a size is empty. Undefined for a crossed quote. */
export function quoteFromWire(
  symbol: string,
  quote: WireQuote,
  quoteSizes: 'shares' | 'lots',
): Quote | undefined {
  const unit = quoteSizes === 'lots' ? SHARES_IN_LOT : 1;
  const [hasBid, hasAsk] = [quote.bp > 0 && quote.bs > 0, quote.ap > 0 && quote.as > 0];
  if (hasBid && hasAsk && quote.bp > quote.ap) return undefined;
  return {
    symbol,
    bidE4: hasBid ? toPriceE4(quote.bp) : 0,
    bidSize: hasBid ? Math.round(quote.bs * unit) : 0,
    bidExchange: hasBid ? venueOfLetter(quote.bx) : '',
    askE4: hasAsk ? toPriceE4(quote.ap) : 0,
    askSize: hasAsk ? Math.round(quote.as * unit) : 0,
    askExchange: hasAsk ? venueOfLetter(quote.ax) : '',
    timeMs: quote.t,
  };
}
