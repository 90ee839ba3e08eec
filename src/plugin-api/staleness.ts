import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Platform } from '../client/types.ts';

/** How often a view is notified of prices that became stale or fresh, and how often they are checked, ms. */
const CADENCE_MS = 1_000;
const NONE: ReadonlySet<string> = new Set();
const nothing = () => {};

type StalenessSource = Pick<Platform['symbols'], 'subscribe' | 'staleness'>;

/** The stale ones of some symbols, as the same set while it holds the same. */
export function createStaleSelection(
  symbols: StalenessSource,
): (list: readonly string[]) => ReadonlySet<string> {
  let last = NONE;
  return (list) => {
    const stale = list.filter((symbol) => symbols.staleness(symbol).isStale);
    if (stale.length === last.size && stale.every((symbol) => last.has(symbol))) return last;
    last = stale.length === 0 ? NONE : new Set(stale);
    return last;
  };
}

/**
 * Which of the symbols shown have stale prices: mark them, since they may have moved. Renders again only when the set
 * changes, at most once a second. A grid that paints cells outside React reads `platform.symbols.staleness` instead; its
 * subscription to the symbols notifies it of changes.
 */
export function useStaleSymbols(
  platform: { readonly symbols: StalenessSource },
  symbols: readonly string[],
): ReadonlySet<string> {
  const store = platform.symbols;
  const key = [...new Set(symbols)].join('\n');
  const list = useMemo(() => (key === '' ? [] : key.split('\n')), [key]);
  const select = useMemo(() => createStaleSelection(store), [store]);
  const subscribe = useCallback(
    (listener: () => void) =>
      list.length === 0 ? nothing : store.subscribe(list, CADENCE_MS, () => listener()),
    [store, list],
  );
  const read = () => select(list);
  return useSyncExternalStore(subscribe, read, read);
}

/** Whether the prices of a symbol are stale. A null symbol never is. */
export function useIsStale(platform: { readonly symbols: StalenessSource }, symbol: string | null): boolean {
  const store = platform.symbols;
  const subscribe = useCallback(
    (listener: () => void) =>
      symbol === null || symbol === '' ? nothing : store.subscribe([symbol], CADENCE_MS, () => listener()),
    [store, symbol],
  );
  const read = () => symbol !== null && store.staleness(symbol).isStale;
  return useSyncExternalStore(subscribe, read, read);
}
