import { useCallback, useSyncExternalStore } from 'react';
import { PRICE_COLUMN } from '../../src/domain/alerts/index.ts';
import { symbolColumn } from '../../src/domain/columns/index.ts';
import { QuoteRow, type ToolPlatform } from '../../src/plugin-api/index.ts';

/** How often a dialog reads the live value, ms. */
const REFRESH_MS = 500;

type Symbols = Pick<ToolPlatform, 'symbols'>;

/** The value that an alert on this column compares with its levels; null while it is unknown. */
export function valueNow({ symbols }: Symbols, symbol: string, column: string): number | null {
  const quote = new QuoteRow(symbol, symbols);
  const value = column === PRICE_COLUMN ? quote.last : symbolColumn(column)?.value(quote);
  return typeof value === 'number' && (column !== PRICE_COLUMN || value > 0) ? value : null;
}

/** Watches the data that a column needs of a symbol, and calls back when its value may have changed. Returns a function that ends it. */
export function followValue(
  { symbols }: Symbols,
  symbol: string,
  column: string,
  onChange: () => void,
): () => void {
  const ends = [
    symbols.watch([symbol]),
    symbols.subscribe([symbol], REFRESH_MS, onChange),
    ...(symbolColumn(column)?.needsHistory === true ? [symbols.watchHistorical([symbol])] : []),
  ];
  return () => {
    for (const end of ends.toReversed()) end();
  };
}

/** The live value. */
export function useValueNow(platform: Symbols, symbol: string, column: string): number | null {
  const follow = useCallback(
    (onChange: () => void) => followValue(platform, symbol, column, onChange),
    [platform, symbol, column],
  );
  const read = () => valueNow(platform, symbol, column);
  return useSyncExternalStore(follow, read, read);
}
