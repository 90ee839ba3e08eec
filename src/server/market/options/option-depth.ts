import type { PriceE4 } from '../../../domain/money/price.ts';
import { optionStepE4 } from '../../../domain/options/index.ts';
import type { ExchangeQuote, Quote } from '../market-data.ts';
import { uniform32 } from '../simulated/noise.ts';
import type { Contract } from './contract.ts';
import { OPTION_EXCHANGES } from './option-pricer.ts';

/** Most exchanges that quote an option, best bid first; they agree with its best bid and offer: nobody shows better, nor more at the same price. */
export function depthOfOption(contract: Contract, quote: Quote): ExchangeQuote[] {
  const depth = OPTION_EXCHANGES.flatMap((exchange, place): ExchangeQuote[] => {
    const bid = sideOf(contract, quote.bidE4, quote.bidSize, exchange === quote.bidExchange, -1, place);
    const ask = sideOf(contract, quote.askE4, quote.askSize, exchange === quote.askExchange, 1, place);
    return bid.priceE4 === 0 && ask.priceE4 === 0
      ? []
      : [{ exchange, bidE4: bid.priceE4, bidSize: bid.size, askE4: ask.priceE4, askSize: ask.size }];
  });
  const isBest = ({ exchange }: ExchangeQuote): number => (exchange === quote.bidExchange ? 1 : 0);
  return depth.sort(
    (left, right) =>
      right.bidE4 - left.bidE4 ||
      right.bidSize - left.bidSize ||
      isBest(right) - isBest(left) ||
      (left.exchange < right.exchange ? -1 : 1),
  );
}

function sideOf(
  { listing, seed32 }: Contract,
  bestE4: PriceE4,
  bestSize: number,
  isBest: boolean,
  away: 1 | -1,
  place: number,
): { priceE4: PriceE4; size: number } {
  if (bestE4 === 0) return { priceE4: 0, size: 0 };
  if (isBest) return { priceE4: bestE4, size: bestSize };
  const steps = Math.floor(3.2 * uniform32(seed32, bestE4, 510 + 2 * place + (away === 1 ? 1 : 0)));
  let priceE4 = bestE4;
  // Step by step: the step may change on the way.
  for (let step = 0; step < steps; step += 1)
    priceE4 += away * optionStepE4(listing, away === 1 ? priceE4 : priceE4 - 1);
  if (priceE4 <= 0) return { priceE4: 0, size: 0 };
  const size = Math.max(
    1,
    Math.round(
      bestSize * (0.2 + 1.4 * uniform32(seed32, bestE4 ^ bestSize, 540 + 2 * place + (away === 1 ? 1 : 0))),
    ),
  );
  return { priceE4, size: steps === 0 ? Math.min(size, bestSize) : size };
}
