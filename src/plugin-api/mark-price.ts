import { isOptionSymbol } from '../domain/symbols/symbol.ts';
import type { ToolPlatform } from './types.ts';

type Symbols = Pick<ToolPlatform['symbols'], 'get'>;

/** The last trade, before it the previous close; null while neither is known. Dollars. */
export function lastPriceOf(symbols: Symbols, symbol: string): number | null {
  const record = symbols.get(symbol);
  if (record === undefined) return null;
  if (record.last > 0) return record.last;
  return record.previousClose > 0 ? record.previousClose : null;
}

/**
 * Price to value a position at, dollars; null while none is known. An option is valued at the middle of its quote, because its last
 * trade may be hours old while the quote follows the underlying. Without bid and ask, and for stocks, it is the last price.
 */
export function markPriceOf(symbols: Symbols, symbol: string): number | null {
  const record = symbols.get(symbol);
  if (record !== undefined && isOptionSymbol(symbol) && record.bid > 0 && record.ask >= record.bid)
    return (record.bid + record.ask) / 2;
  return lastPriceOf(symbols, symbol);
}
