import { fromE4 } from '../../../domain/money/price.ts';
import type { MarketData } from '../../market/market-data.ts';
import type { StrategyDescription } from '../runtime/types.ts';
import { presentPrice } from './symbol-prices.ts';

/** The symbols that a run trades, its own one first. */
export type LiveSymbols = readonly [string, ...string[]];

/** The symbols that a strategy trades, its own one first, then the others in the sequence of its description. */
export const tradedSymbolsOf = ({
  primarySymbol,
  otherSymbols,
}: Pick<StrategyDescription, 'primarySymbol' | 'otherSymbols'>): LiveSymbols => [
  primarySymbol,
  ...otherSymbols.filter(({ isTraded }) => isTraded === true).map(({ symbol }) => symbol),
];

/** Last trade of a symbol, dollars; 0 = none is known. */
export const lastTradeOf = (market: Pick<MarketData, 'snapshot'>, symbol: string): number =>
  fromE4(market.snapshot(symbol)?.lastE4 ?? 0);

/** The price at which a run of `symbols` values a position beside that of its own symbol, dollars: the last trade of a symbol that it trades, and the quote of an option. */
export const otherPrices =
  (market: Pick<MarketData, 'quote' | 'snapshot'>, symbols: readonly string[]) =>
  (symbol: string): number =>
    symbols.includes(symbol) ? lastTradeOf(market, symbol) : presentPrice(market, symbol);
