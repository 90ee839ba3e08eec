import { useCallback, useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { SpreadLeg } from '../../../src/domain/options/spread/index.ts';
import { GRID_REFRESH_MS, type ToolPlatform } from '../../../src/plugin-api/index.ts';
import type { ExpirationGroup } from '../model/chain-lines.ts';
import type { Chain } from '../use-chain.ts';
import { LegContracts } from './leg-contracts.ts';
import { SpreadLive } from './spread-live.ts';
import { spreadView, type SpreadView } from './spread-view.ts';

export interface SpreadOptions {
  readonly platform: Pick<ToolPlatform, 'symbols'>;
  readonly chain: Pick<Chain, 'analytics' | 'root' | 'reprice'>;
  readonly groups: readonly ExpirationGroup[];
  readonly legs: readonly SpreadLeg[];
  /** The entered limit price, dollars a share, positive = debit; null = none. */
  readonly limit: number | null;
  readonly isActive: boolean;
}

/** Keeps the legs flowing while the window is on screen, and their figures up to date. */
export function useSpread(options: SpreadOptions): SpreadLive {
  const { platform, chain, groups, legs, limit, isActive } = options;
  const { symbols } = platform;
  const { analytics, root, reprice } = chain;
  const [contracts] = useState(() => new LegContracts());
  const compute = useCallback((): SpreadView => {
    reprice();
    contracts.setGroups(groups);
    const stock = symbols.get(root);
    return spreadView({
      legs,
      limit,
      analytics,
      groups,
      contractOf: (symbol) => contracts.get(symbol, symbols.get(symbol)),
      stockQuote: { bid: stock?.bid ?? 0, ask: stock?.ask ?? 0 },
    });
  }, [symbols, root, reprice, analytics, contracts, groups, legs, limit]);
  const [live] = useState(() => new SpreadLive(compute));
  // Before the page is painted: no cell shows the figures of a leg that was in its row before.
  useLayoutEffect(() => live.refresh(compute), [live, compute]);
  const key = useMemo(() => legs.map(({ symbol }) => symbol).join('\n'), [legs]);
  useEffect(() => {
    if (!isActive) return undefined;
    const watched = [root, ...(key === '' ? [] : key.split('\n'))];
    const release = symbols.watch(watched);
    const unsubscribe = symbols.subscribe(watched, GRID_REFRESH_MS, () => live.refresh());
    return () => {
      unsubscribe();
      release();
    };
  }, [symbols, root, key, live, isActive]);
  return live;
}

/** A text or number of the newest view. Renders again only when it changes. */
export function useLive<Value extends string | number | boolean | null>(
  live: SpreadLive,
  select: (view: SpreadView) => Value,
): Value {
  const read = () => select(live.get());
  return useSyncExternalStore(live.subscribe, read, read);
}
