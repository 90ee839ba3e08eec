import { useCallback, useEffect, useState } from 'react';
import type { WorkspaceHistory, WorkspaceVersion } from '../../client/settings/workspace-history.ts';
import { readWorkspaces } from '../workspace/stored-workspaces.ts';
import type { Workspace } from '../workspace/workspace-state.ts';

/** Something that is loaded: on the way, there, or failed with a message for the user. */
export type Loaded<Value> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: Value }
  | { readonly state: 'failed'; readonly message: string };

const LOADING = { state: 'loading' } as const;
const UNREADABLE = 'This version cannot be read. Choose another one.';

/** Loads again when `load` is another function; an answer that comes too late is dropped. */
function useLoaded<Value>(load: (() => Promise<Value>) | null): readonly [Loaded<Value>, () => void] {
  const [loaded, setLoaded] = useState<Loaded<Value>>(LOADING);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (load === null) return undefined;
    let isLate = false;
    setLoaded(LOADING);
    load().then(
      (value) => {
        if (!isLate) setLoaded({ state: 'ready', value });
      },
      (cause: unknown) => {
        if (!isLate)
          setLoaded({
            state: 'failed',
            message: cause instanceof Error ? cause.message : 'The server did not answer.',
          });
      },
    );
    return () => {
      isLate = true;
    };
  }, [load, attempt]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return [loaded, retry];
}

/** The versions of the user's workspaces, and those of the chosen one. */
export interface HistoryPage {
  readonly versions: Loaded<readonly WorkspaceVersion[]>;
  readonly chosenId: number | null;
  readonly workspaces: Loaded<readonly Workspace[]>;
  choose(id: number): void;
  retryList(): void;
  retryVersion(): void;
}

/** Loads the list, and the newest version of it until another one is chosen. */
export function useHistory(history: WorkspaceHistory): HistoryPage {
  const loadList = useCallback(() => history.list(), [history]);
  const [versions, retryList] = useLoaded(loadList);
  const [chosen, setChosen] = useState<number | null>(null);
  const newest = versions.state === 'ready' ? (versions.value[0]?.id ?? null) : null;
  const chosenId = chosen ?? newest;
  const loadVersion = useCallback(async () => {
    if (chosenId === null) return [];
    const { state } = readWorkspaces(await history.load(chosenId));
    if (state === null) throw new Error(UNREADABLE);
    return state.Workspaces;
  }, [history, chosenId]);
  const [workspaces, retryVersion] = useLoaded(chosenId === null ? null : loadVersion);
  return { versions, chosenId, workspaces, choose: setChosen, retryList, retryVersion };
}
