import type { Platform } from '../../src/client/types.ts';

/** Whose contracts follow the stocks. */
const UNDERLYINGS = ['SPY', 'AAPL', 'MSFT'] as const;
/** True of every stock. */
const ANY_STOCK = [{ Field: 'Last' as const, Compare: 'GreaterThan' as const, CompareWith: 0 }];

/** So many symbols of a market as a trader's file may hold: its stocks, and contracts of the largest ones until the list is full. */
export async function longList(
  { symbols }: Pick<Platform, 'symbols'>,
  count: number,
): Promise<readonly string[]> {
  const list = [...(await symbols.filteredStocks(ANY_STOCK))];
  for (const underlying of UNDERLYINGS)
    if (list.length < count)
      list.push(...(await symbols.optionChain(underlying)).map(({ Symbol }) => Symbol));
  if (list.length < count) throw new Error(`The market has ${list.length} of these symbols only.`);
  return list.slice(0, count);
}
