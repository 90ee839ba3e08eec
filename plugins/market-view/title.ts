import type { MarketViewState } from './state.ts';

/** `Market View - Untitled (3 symbols)`; `(1 symbol)` for one. */
export function marketViewTitle({ FileName, Symbols }: Pick<MarketViewState, 'FileName' | 'Symbols'>): string {
  return `Market View - ${FileName ?? 'Untitled'} (${Symbols.length === 1 ? '1 symbol' : `${Symbols.length} symbols`})`;
}
