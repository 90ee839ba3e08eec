import { useCallback, useEffect, useMemo, useState } from 'react';
import type { SaveStore } from '../../client/types.ts';
import { useReadable } from '../../plugin-api/index.ts';
import type { Desk } from '../desk-context.ts';
import { layoutsIn, type SavedLayout } from '../workspace/saved-layouts.ts';

/** The user's saved layouts, as far as they are loaded. */
export interface SavedLayouts {
  /** By name; empty until they are loaded. */
  readonly layouts: readonly SavedLayout[];
  /** The store of saves once the layouts are loaded, else null. */
  readonly store: SaveStore | null;
  readonly hasFailed: boolean;
  /** Tries to load them again after a failure. */
  readonly retry: () => void;
}

/** Loads the saves of the user. Null when they cannot be loaded now. */
export async function loadSaveStore({ platform }: Pick<Desk, 'platform'>): Promise<SaveStore | null> {
  const store = await platform.savedDocuments.open().catch(() => null);
  return store !== null && (await store.load()) ? store : null;
}

/** The saved layouts of all machines, which it loads. */
export function useSavedLayouts(desk: Pick<Desk, 'platform'>): SavedLayouts {
  const lazy = desk.platform.savedDocuments;
  const opened = useReadable(lazy);
  const [hasFailed, setFailed] = useState(false);
  const retry = useCallback(() => {
    setFailed(false);
    void loadSaveStore(desk).then((store) => setFailed(store === null));
  }, [desk]);
  useEffect(retry, [retry]);
  const state = useReadable(opened ?? NOT_OPENED);
  const layouts = useMemo(() => layoutsIn(state.rows), [state.rows]);
  return { layouts, store: state.isLoaded ? opened : null, hasFailed, retry };
}

const NOT_OPENED: Pick<SaveStore, 'get' | 'subscribe'> = (() => {
  const state = { rows: [], isLoaded: false };
  return { get: () => state, subscribe: () => () => {} };
})();
