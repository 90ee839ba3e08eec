import { useCallback, useMemo, type RefObject } from 'react';
import { symbolColumn } from '../domain/columns/index.ts';
import type { GridHandle } from '../ui/index.ts';
import { useWhileActive } from './hooks.ts';
import type { Activity, ToolPlatform } from './types.ts';

/** How often a grid of symbols reads new prices, ms. */
export const GRID_REFRESH_MS = 500;

/** Options of `useGridFeed`. */
export interface GridFeedOptions {
  readonly window: Activity & { readonly platform: Pick<ToolPlatform, 'symbols' | 'columns'> };
  readonly symbols: readonly string[];
  /** Ids of the columns shown: some need figures of the daily history. */
  readonly columnIds: readonly string[];
  readonly grid: RefObject<GridHandle | null>;
}

/** Keeps the prices of a grid's symbols flowing, and refreshes it, only while its window is on screen. No tick goes through React. */
export function useGridFeed({ window, symbols: list, columnIds, grid }: GridFeedOptions): void {
  const { symbols, columns: contributed } = window.platform;
  const needsHistory = useMemo(
    () =>
      columnIds.some((id) =>
        [symbolColumn(id), contributed.find((column) => column.id === id)].some(
          (column) => column?.needsHistory === true,
        ),
      ),
    [columnIds, contributed],
  );
  const follow = useCallback(() => {
    if (list.length === 0) return undefined;
    const release = symbols.watch(list);
    const releaseHistory = needsHistory ? symbols.watchHistorical(list) : undefined;
    const unsubscribe = symbols.subscribe(list, GRID_REFRESH_MS, () => grid.current?.refresh());
    grid.current?.refresh();
    return () => {
      unsubscribe();
      releaseHistory?.();
      release();
    };
  }, [needsHistory, list, symbols, grid]);
  useWhileActive(window, follow);
}
