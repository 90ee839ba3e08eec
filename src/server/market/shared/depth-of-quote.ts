import { tickSizeE4, type PriceE4 } from '../../../domain/money/price.ts';
import type { ExchangeQuote, Quote } from '../market-data.ts';
import { createRandom } from './random.ts';
import type { Random, SeedPart } from './random.ts';
import { VENUES } from './venues.ts';

/**
 * Each exchange's own best bid and offer, best bid first, that agree with a national best: its exchanges show exactly its
 * prices and sizes, nobody shows better, and nobody shows more at the same price. The same quote and seed give the
 * same depth. A side without a price is empty on every exchange.
 */
export function depthOfQuote(quote: Quote, seedParts: readonly SeedPart[]): ExchangeQuote[] {
  const random = createRandom(
    'depth',
    quote.symbol,
    quote.bidE4,
    quote.askE4,
    quote.bidSize,
    quote.askSize,
    ...seedParts,
  );
  const names = VENUES.map((venue) => venue.name);
  for (const best of [quote.bidExchange, quote.askExchange])
    if (best !== '' && !names.includes(best)) names.push(best);
  const depth = names.map((exchange): ExchangeQuote => {
    const bid = side(quote.bidE4, quote.bidSize, exchange === quote.bidExchange, -1, random);
    const ask = side(quote.askE4, quote.askSize, exchange === quote.askExchange, 1, random);
    return { exchange, bidE4: bid.priceE4, bidSize: bid.size, askE4: ask.priceE4, askSize: ask.size };
  });
  return depth.sort(
    (a, b) =>
      b.bidE4 - a.bidE4 ||
      b.bidSize - a.bidSize ||
      Number(b.exchange === quote.bidExchange) - Number(a.exchange === quote.bidExchange) ||
      (a.exchange < b.exchange ? -1 : 1),
  );
}

interface Side {
  readonly priceE4: PriceE4;
  readonly size: number;
}

function side(bestE4: PriceE4, bestSize: number, isBest: boolean, away: 1 | -1, random: Random): Side {
  // Draw first, so that the number of draws does not depend on who is best.
  const roll = random.next();
  const ratio = 0.2 + 1.6 * random.next();
  if (bestE4 <= 0) return { priceE4: 0, size: 0 };
  if (isBest) return { priceE4: bestE4, size: bestSize };
  const tickE4 = tickSizeE4(bestE4);
  const ticksAway = Math.floor(-1.1 * Math.log(1 - roll) * Math.max(1, bestE4 / tickE4 / 8_000));
  const priceE4 = bestE4 + away * ticksAway * tickE4;
  if (priceE4 <= 0) return { priceE4: 0, size: 0 };
  const size = Math.max(1, Math.round((bestSize * ratio) / 100) * 100);
  return { priceE4, size: ticksAway === 0 ? Math.min(size, bestSize) : size };
}
