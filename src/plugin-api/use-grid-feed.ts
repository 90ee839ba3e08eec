import { useEffect, useMemo, type RefObject } from 'react';
import type { Platform } from '../client/types.ts';
import { symbolColumn } from '../domain/columns/index.ts';
import type { GridHandle } from '../ui/index.ts';

/** How often a grid of symbols reads new prices, ms. */
export const GRID_REFRESH_MS = 500;

/** Options of `useGridFeed`. */
export interface GridFeedOptions {
  readonly platform: Pick<Platform, 'symbols'>;
  readonly symbols: readonly string[];
  /** Ids of the columns shown: some need figures of the daily history. */
  readonly columnIds: readonly string[];
  readonly isActive: boolean;
  readonly grid: RefObject<GridHandle | null>;
}

/** Keeps the prices of a grid's symbols flowing, and refreshes it, only while its window is on screen. No tick goes through React. */
export function useGridFeed({ platform, symbols: list, columnIds, isActive, grid }: GridFeedOptions): void {
  const { symbols } = platform;
  const needsHistory = useMemo(
    () => columnIds.some((id) => symbolColumn(id)?.needsHistory === true),
    [columnIds],
  );
  useEffect(() => {
    if (!isActive || list.length === 0) return undefined;
    const release = symbols.watch(list);
    const unsubscribe = symbols.subscribe(list, GRID_REFRESH_MS, () => grid.current?.refresh());
    grid.current?.refresh();
    return () => {
      unsubscribe();
      release();
    };
  }, [isActive, list, symbols, grid]);
  useEffect(
    () => (isActive && needsHistory && list.length > 0 ? symbols.watchHistorical(list) : undefined),
    [isActive, needsHistory, list, symbols],
  );
}
