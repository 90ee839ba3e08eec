import { useEffect, useState, type RefObject } from 'react';
import { instrumentContext, type ToolPlatform, type ToolWindow } from '../../src/plugin-api/index.ts';
import type { GridHandle } from '../../src/ui/index.ts';
import type { MarketScreenState } from './state.ts';
import { turnTo } from './turn-to.ts';

/** Loads the info of shown symbols that have none; true while it is on its way. */
export function useSymbolInfo(
  symbols: ToolPlatform['symbols'],
  shown: readonly string[],
  isActive: boolean,
  grid: RefObject<GridHandle | null>,
): boolean {
  const [isLoading, setLoading] = useState(false);
  useEffect(() => {
    const missing = isActive ? shown.filter((symbol) => symbols.get(symbol)?.info === undefined) : [];
    if (missing.length === 0) return undefined;
    const abort = new AbortController();
    setLoading(true);
    // A failed load, a timeout among them, only ends the loading; the store loads again when the data connection is back.
    void symbols
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
  }, [symbols, shown, isActive, grid]);
  return isLoading;
}

/** Selects a symbol that linked windows switch to, where it is listed; publishes one that is typed or dropped here. */
export function useIncomingSymbols(
  window: ToolWindow<MarketScreenState>,
  shown: readonly string[],
  grid: RefObject<GridHandle | null>,
): void {
  const { dialogs } = window.platform;
  useEffect(
    () =>
      window.onContext((context, how) => {
        if (context.type !== 'fdc3.instrument') return;
        const select = (symbol: string) => grid.current?.selectRow(symbol);
        if (how === 'linked') {
          select(context.id.ticker);
          return;
        }
        turnTo(context.id.ticker, {
          shown,
          select,
          isLinked: window.isLinked(),
          publish: (symbol) => window.publish(instrumentContext(symbol)),
          notify: (message) => dialogs.toast({ message, tone: 'warning', key: `not-listed ${window.id}` }),
        });
      }),
    [window, dialogs, shown, grid],
  );
}
