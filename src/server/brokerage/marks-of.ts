import type { Marks } from '../../domain/orders/core/position-figures.ts';
import type { Clock } from '../clock.ts';
import type { MarketData } from '../market/market-data.ts';

/** The prices of a market that positions are marked at. */
export const marksOf = (
  market: Pick<MarketData, 'lastPrice' | 'quote'>,
  clock: Pick<Clock, 'exchangeMs'>,
): Marks => ({
  nowMs: () => clock.exchangeMs(),
  last: (symbol) => market.lastPrice(symbol),
  quote: (symbol) => market.quote(symbol),
});
