/** `MarketScreen - Untitled (3 symbols)`; `(1 symbol)` for one, `(loading...)` while they are awaited. */
export function marketScreenTitle(fileName: string | null, symbols: number, isLoading = false): string {
  return `MarketScreen - ${fileName ?? 'Untitled'} (${isLoading ? 'loading...' : symbols === 1 ? '1 symbol' : `${symbols} symbols`})`;
}
