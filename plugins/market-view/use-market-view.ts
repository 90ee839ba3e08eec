import { useEffect, useState, type RefObject } from 'react';
import type { ToolPlatform, ToolWindow } from '../../src/plugin-api/index.ts';
import type { GridHandle } from '../../src/ui/index.ts';
import type { MarketViewState } from './state.ts';
import { addSymbol } from './symbols.ts';

/** Loads the info of symbols that have none; true while it is on its way. */
export function useSymbolInfo(
  symbols: readonly string[],
  platform: ToolPlatform,
  grid: RefObject<GridHandle | null>,
): boolean {
  const [isLoading, setLoading] = useState(false);
  useEffect(() => {
    const missing = symbols.filter((symbol) => platform.symbols.get(symbol)?.info === undefined);
    if (missing.length === 0) return undefined;
    const abort = new AbortController();
    setLoading(true);
    // A failed load, a timeout among them, only ends the loading; the store loads again when the data connection is back.
    void platform.symbols
      .load(missing, abort.signal)
      .catch(() => null)
      .then(() => {
        if (abort.signal.aborted) return;
        setLoading(false);
        grid.current?.refresh();
      });
    return () => {
      abort.abort();
      setLoading(false);
    };
  }, [symbols, platform, grid]);
  return isLoading;
}

/** Adds a symbol that is dropped or typed here to the list; selects one that linked windows switch to, where it is listed. */
export function useIncomingSymbols(
  window: ToolWindow<MarketViewState>,
  grid: RefObject<GridHandle | null>,
): void {
  const { dialogs } = window.platform;
  useEffect(
    () =>
      window.onContext((context, how) => {
        if (context.type !== 'fdc3.instrument') return;
        const symbol = context.id.ticker;
        if (how === 'linked') {
          grid.current?.selectRow(symbol);
          return;
        }
        void addSymbol(window, symbol).then((problem) => {
          if (problem !== null) dialogs.toast({ message: `${symbol}: ${problem}`, tone: 'warning' });
        });
      }),
    [window, dialogs, grid],
  );
}
