import { E4, tickSizeE4, type PriceE4 } from '../../../domain/money/price.ts';
import type { Quote } from '../market-data.ts';
import { createRandom } from './random.ts';
import type { SeedPart } from './random.ts';
import { drawVenue } from './venues.ts';

/** What a made-up quote should look like. */
export interface QuoteBasis {
  readonly symbol: string;
  /** The last trade, which the quote surrounds. */
  readonly lastE4: PriceE4;
  readonly timeMs: number;
  /** Dollars traded in a typical minute; thin symbols get wide quotes. */
  readonly dollarsPerMinute: number;
}

/** Half the market's usual distance in ticks: 0.5 for the busiest names, about 10 basis points for the quietest. */
function spreadTicks(lastE4: PriceE4, dollarsPerMinute: number, tickE4: PriceE4): number {
  const basisPoints = Math.min(20, Math.max(0.4, 40 / Math.sqrt(1 + dollarsPerMinute / 2_000)));
  return Math.max(1, Math.round((lastE4 * basisPoints) / 10_000 / tickE4));
}

/**
 * A plausible best bid and offer with the last trade on one of its two sides (or inside, if the last lies off the tick
 * grid), so that a market order trades near the last price. Depends on basis and seed alone.
 */
export function quoteAround(basis: QuoteBasis, seedParts: readonly SeedPart[]): Quote {
  const random = createRandom('quote', basis.timeMs, basis.lastE4, ...seedParts);
  const tickE4 = tickSizeE4(basis.lastE4);
  const usual = spreadTicks(basis.lastE4, basis.dollarsPerMinute, tickE4);
  const ticks = Math.max(1, Math.round(usual * (0.7 + 0.6 * random.next())));
  const lastIsBid = random.next() < 0.5;
  const floorE4 = Math.floor(basis.lastE4 / tickE4) * tickE4;
  const ceilE4 = Math.ceil(basis.lastE4 / tickE4) * tickE4;
  const bidE4 = Math.max(tickE4, lastIsBid ? floorE4 : ceilE4 - ticks * tickE4);
  const askE4 = Math.max(bidE4 + tickE4, lastIsBid ? floorE4 + ticks * tickE4 : ceilE4);
  const typicalLots = Math.max(1, Math.min(40, basis.dollarsPerMinute / (basis.lastE4 / E4) / 4_000));
  const lots = (): number => Math.max(1, Math.round(typicalLots * Math.exp(0.6 * random.normal())));
  return {
    symbol: basis.symbol,
    bidE4,
    bidSize: lots() * 100,
    bidExchange: drawVenue(random),
    askE4,
    askSize: lots() * 100,
    askExchange: drawVenue(random),
    timeMs: basis.timeMs,
  };
}
