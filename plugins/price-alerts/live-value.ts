import { useCallback, useSyncExternalStore } from 'react';
import { PRICE_COLUMN } from '../../src/domain/alerts/index.ts';
import { symbolColumn } from '../../src/domain/columns/index.ts';
import { QuoteRow, type ToolPlatform } from '../../src/plugin-api/index.ts';

/** How often a dialog reads what its level is compared with, ms. */
const REFRESH_MS = 500;

type Symbols = Pick<ToolPlatform, 'symbols'>;

/** What an alert on this column compares now; null while it is not known. */
export function valueNow({ symbols }: Symbols, symbol: string, column: string): number | null {
  const quote = new QuoteRow(symbol, symbols);
  const value = column === PRICE_COLUMN ? quote.last : symbolColumn(column)?.value(quote);
  return typeof value === 'number' && (column !== PRICE_COLUMN || value > 0) ? value : null;
}

/** Watches what a column needs of a symbol, and tells when it may be another; returns the way to stop. */
export function followValue(
  { symbols }: Symbols,
  symbol: string,
  column: string,
  tell: () => void,
): () => void {
  const ends = [
    symbols.watch([symbol]),
    symbols.subscribe([symbol], REFRESH_MS, tell),
    ...(symbolColumn(column)?.needsHistory === true ? [symbols.watchHistorical([symbol])] : []),
  ];
  return () => {
    for (const end of ends.toReversed()) end();
  };
}

/** The value as it moves. */
export function useValueNow(platform: Symbols, symbol: string, column: string): number | null {
  const follow = useCallback(
    (tell: () => void) => followValue(platform, symbol, column, tell),
    [platform, symbol, column],
  );
  const read = () => valueNow(platform, symbol, column);
  return useSyncExternalStore(follow, read, read);
}
