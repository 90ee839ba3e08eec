import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Save } from '../../src/domain/saves/index.ts';
import {
  type ToolPlatform,
  type ToolWindow,
  useIsActive,
  useOrders,
  useSession,
  useToolState,
} from '../../src/plugin-api/index.ts';
import type { SaveStore } from './save-store.ts';
import { type AccountNotes, notesOf } from './notes.ts';
import type { TradeJournalState } from './state.ts';

/** Pause after a fill before the figures are read again, ms: several fills are one read. */
const READ_PAUSE_MS = 400;

/** What is read from the server. `value` stays while it is read again. */
export interface Loaded<Value> {
  readonly value: Value | null;
  readonly problem: string | null;
  /** Reads it again. */
  readonly reload: () => void;
}

/** Reads a value while the window is on screen: now, when `load` changes, and after fills of the account. `load` comes from `useCallback`. */
export function useLoaded<Value>(
  tool: ToolWindow<TradeJournalState>,
  load: () => Promise<Value>,
): Loaded<Value> {
  const isActive = useIsActive(tool);
  const changes = useTradeChanges(tool.platform);
  const [{ value, problem, source }, setLoaded] = useState<{
    value: Value | null;
    problem: string | null;
    source: unknown;
  }>({ value: null, problem: null, source: null });
  const [request, setRequest] = useState(0);
  const newest = useRef(0);
  useEffect(() => {
    if (!isActive) return undefined;
    const serial = (newest.current += 1);
    const isNewest = () => newest.current === serial;
    const read = () =>
      load().then(
        (loaded) => isNewest() && setLoaded({ value: loaded, problem: null, source: load }),
        (error: unknown) =>
          isNewest() &&
          setLoaded((before) => ({
            value: before.source === load ? before.value : null,
            problem: error instanceof Error ? error.message : String(error),
            source: load,
          })),
      );
    const timer = setTimeout(() => void read(), changes === 0 ? 0 : READ_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isActive, load, changes, request]);
  const reload = useCallback(() => setRequest((before) => before + 1), []);
  return { value: source === load ? value : null, problem, reload };
}

/** Changes with each fill, bust, correction and settlement of the account. */
function useTradeChanges(platform: ToolPlatform): number {
  return useOrders(platform, ({ log, settlements }) => {
    let changes = settlements.length;
    for (const { ReportType } of log)
      if (ReportType === 'OrderExecuted' || ReportType === 'OrderBusted' || ReportType === 'OrderCorrected')
        changes += 1;
    return changes;
  });
}

/** The account of a window. */
export function useAccount(tool: ToolWindow<TradeJournalState>): string | null {
  const chosen = useToolState(tool, (state) => state.Account);
  const { account, demoAccounts, liveAccounts } = useSession(tool.platform);
  return chosen !== null && [...demoAccounts, ...liveAccounts].includes(chosen) ? chosen : account;
}

/** The saves of the user, once they are there. */
export function useSaves(platform: ToolPlatform): {
  readonly store: SaveStore | null;
  readonly saves: readonly Save[];
} {
  const [store, setStore] = useState<SaveStore | null>(() => platform.savedDocuments.get());
  const [saves, setSaves] = useState<readonly Save[]>(() => store?.get().rows ?? []);
  useEffect(() => {
    let isOver = false;
    let end: (() => void) | undefined;
    platform.savedDocuments.open().then(
      (opened) => {
        if (isOver) return;
        end = opened.subscribe(() => setSaves(opened.get().rows));
        setStore(opened);
        setSaves(opened.get().rows);
        void opened.load();
      },
      () =>
        platform.dialogs.toast({
          message: 'Your notes could not be loaded. Reload the page and try again.',
          tone: 'error',
        }),
    );
    return () => {
      isOver = true;
      end?.();
    };
  }, [platform]);
  return { store, saves };
}

/** The notes of the account among the saves. */
export function useNotes(saves: readonly Save[], account: string | null): AccountNotes {
  return useMemo(() => notesOf(saves, account ?? ''), [saves, account]);
}
