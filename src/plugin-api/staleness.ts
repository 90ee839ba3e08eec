import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Platform } from '../client/types.ts';

/** Interval at which staleness is checked and views are notified, ms. */
const CADENCE_MS = 1_000;
const NONE: ReadonlySet<string> = new Set();
const nothing = () => {};

type StalenessSource = Pick<Platform['symbols'], 'subscribe' | 'staleness'>;

/** The stale symbols among some; returns the same set while it has not changed. */
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
 * The symbols among those shown whose prices are stale, to be marked. Renders again only when the set
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
