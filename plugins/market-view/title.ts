import type { MarketViewState } from './state.ts';

/** `Market View - Untitled (3 symbols)`; `(1 symbol)` for one; `(loading...)` while their names and figures are on the way. */
export function marketViewTitle(
  { FileName, Symbols }: Pick<MarketViewState, 'FileName' | 'Symbols'>,
  isLoading = false,
): string {
  const count = isLoading ? 'loading...' : Symbols.length === 1 ? '1 symbol' : `${Symbols.length} symbols`;
  return `Market View - ${FileName ?? 'Untitled'} (${count})`;
}
