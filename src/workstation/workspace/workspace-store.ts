import { produce } from 'immer';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SettingsStore } from '../../client/types.ts';
import { readWorkspaces } from './stored-workspaces.ts';
import { NO_WORKSPACES, type WorkspacesState } from './workspace-state.ts';

/** The workspaces of the signed-in user, as they are on screen and stored. */
export interface WorkspaceStore extends StoreApi<WorkspacesState> {
  /** Applies one of the functions of workspace-state and stores the outcome. */
  change(recipe: (draft: WorkspacesState) => void): void;
  /** Takes over what is stored; returns a notice for the user, or null. */
  restore(fallback: () => WorkspacesState): string | null;
  /** Shows other workspaces in place of these, without storing them. */
  show(state: WorkspacesState): void;
}

/** The workspaces of the signed-in user. `keepRaw` receives stored text that could not be read in whole. */
export function createWorkspaceStore(
  settings: Pick<SettingsStore, 'workspace' | 'storeWorkspace'>,
  keepRaw: (text: string) => void,
): WorkspaceStore {
  const store = createStore<WorkspacesState>(() => NO_WORKSPACES);
  return {
    ...store,
    change(recipe) {
      const next = produce(store.getState(), (draft) => {
        recipe(draft);
      });
      if (next === store.getState()) return;
      store.setState(next, true);
      settings.storeWorkspace(JSON.stringify(next));
    },
    restore(fallback) {
      const text = settings.workspace();
      const { state, notice } = readWorkspaces(text);
      if (notice !== null && text !== null) keepRaw(text);
      store.setState(state ?? fallback(), true);
      return notice;
    },
    show: (state) => store.setState(state, true),
  };
}
