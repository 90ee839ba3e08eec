import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { TripSubject } from '../../src/domain/lots/types.ts';
import {
  GRID_REFRESH_MS,
  type ToolPlatform,
  type ToolWindow,
  useIsActive,
  useOrders,
} from '../../src/plugin-api/index.ts';
import type { GridHandle } from '../../src/ui/index.ts';
import { ExcursionStore } from './excursion-store.ts';
import type { TradeJournalState } from './state.ts';
import { tripExcursions } from './trip-excursion.ts';
import type { TripRow } from './trips.ts';

/** Pause after a read that failed, ms. */
const RETRY_MS = 30_000;

/** A store that reads the excursions of an account's trips. It forgets them when a fill is busted or corrected. */
export function useExcursionStore(platform: ToolPlatform, account: string, by: TripSubject): ExcursionStore {
  const store = useMemo(
    () =>
      new ExcursionStore(async (rows, signal) => {
        const calls = await platform.trades();
        const fills = await calls.fillsOfTrips(
          account,
          by,
          rows.map(({ Id }) => Id),
        );
        return tripExcursions(platform, rows, fills, signal);
      }, platform.exchangeMs),
    [platform, account, by],
  );
  const amendments = useOrders(
    platform,
    ({ log }) =>
      log.filter(({ ReportType }) => ReportType === 'OrderBusted' || ReportType === 'OrderCorrected').length,
  );
  useEffect(() => store.clear(), [store, amendments]);
  return store;
}

interface Shown {
  readonly store: ExcursionStore;
  readonly rows: readonly TripRow[];
  readonly grid: RefObject<GridHandle | null>;
  /** The list has a column of excursions. */
  readonly isShown: boolean;
}

/** Reads the excursions of the rows on screen while the window shows them. */
export function useExcursionsOnScreen(
  tool: ToolWindow<TradeJournalState>,
  { store, rows, grid, isShown }: Shown,
): void {
  const isActive = useIsActive(tool);
  const byId = useRef<ReadonlyMap<string, TripRow>>(new Map());
  useEffect(() => {
    byId.current = new Map(rows.map((row) => [row.Id, row]));
  }, [rows]);
  const isEmpty = rows.length === 0;
  useEffect(() => {
    if (!isActive || !isShown || isEmpty) return undefined;
    const leaving = new AbortController();
    let resumesMs = 0;
    const read = (): void => {
      if (store.isReading || performance.now() < resumesMs) return;
      const onScreen = (grid.current?.visibleRowIds() ?? []).flatMap((id) => byId.current.get(id) ?? []);
      if (store.missing(onScreen).length === 0) return;
      store
        .readMissing(onScreen, leaving.signal, () => grid.current?.refresh())
        .catch(() => {
          resumesMs = performance.now() + RETRY_MS;
        });
    };
    const timer = setInterval(read, GRID_REFRESH_MS);
    return () => {
      clearInterval(timer);
      leaving.abort();
    };
  }, [isActive, isShown, isEmpty, store, grid]);
}

/** An export that waits for figures. */
export interface WaitingExport {
  /** Null while none waits. */
  readonly progress: { readonly done: number; readonly total: number } | null;
  readonly start: () => void;
  readonly cancel: () => void;
}

/** Rows may come while figures are read; those are read as well, this often at most. */
const MAX_PASSES = 3;

/** Exports the list once the excursions of all its rows are read, if it shows them. */
export function useExport(platform: ToolPlatform, { store, rows, grid, isShown }: Shown): WaitingExport {
  const running = useRef<AbortController | null>(null);
  const [progress, setProgress] = useState<WaitingExport['progress']>(null);
  const newest = useRef(rows);
  useEffect(() => {
    newest.current = rows;
  }, [rows]);
  const cancel = useCallback(() => {
    running.current?.abort();
    setProgress(null);
  }, []);
  // Another account or kind of trips has another store; a list without these columns needs no figures.
  useEffect(() => cancel, [store, isShown, cancel]);
  const start = useCallback(async () => {
    const { signal } = (running.current = new AbortController());
    try {
      for (let pass = 0; isShown && pass < MAX_PASSES && !signal.aborted; pass += 1) {
        const total = store.missing(newest.current).length;
        if (total === 0) break;
        const note = (done: number): void => setProgress({ done, total });
        note(0);
        await store.readMissing(newest.current, signal, note);
      }
      if (signal.aborted) return;
      setProgress(null);
      grid.current?.exportCsv();
    } catch (error) {
      if (signal.aborted) return;
      setProgress(null);
      const reason = error instanceof Error ? error.message : String(error);
      const message = `Not exported: MAE and MFE could not be read. ${reason}`;
      platform.dialogs.toast({ message, tone: 'error' });
    }
  }, [platform, store, grid, isShown]);
  return { progress, start: () => void start(), cancel };
}
