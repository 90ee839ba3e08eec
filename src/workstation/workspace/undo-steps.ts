import type { WindowKey } from '../../../layouts/index.ts';
import { WINDOW_KEYS } from '../../../layouts/index.ts';
import { deleteLayout, restoreLayout } from './saved-layouts.ts';
import {
  deleteWorkspace,
  insertWorkspace,
  putWindow,
  shownWindows,
  workspaceOf,
  type StoredWindow,
  type WorkspacesState,
} from './workspace-state.ts';

/** A change that can be undone even after later ones, which are kept. */
export interface UndoStep {
  /** Label of the change: `Close Market View`. */
  readonly title: string;
  apply(draft: WorkspacesState): void;
  revert(draft: WorkspacesState): void;
  /** The workspace to show after it is undone. */
  readonly workspaceId: number | null;
}

/** Puts a tool back into its window; if that is taken, into a free one; if there is none, into a workspace of its own. */
function bringBack(
  draft: WorkspacesState,
  id: number,
  key: WindowKey,
  window: StoredWindow,
  workspaceName: string,
): void {
  const workspace = workspaceOf(draft, id);
  const free =
    workspace === undefined
      ? undefined
      : [key, ...shownWindows(workspace), ...WINDOW_KEYS].find(
          (candidate) => workspace.LayoutData[candidate] === undefined,
        );
  if (free !== undefined) putWindow(draft, id, free, window);
  else
    insertWorkspace(draft, {
      Name: workspaceName,
      Layout: '1r1c',
      LayoutData: { Window1: window },
      Sizes: {},
    });
}

/** Empties a window; null when it is empty. */
export function closeStep(
  state: WorkspacesState,
  id: number,
  key: WindowKey,
  toolTitle: string,
): UndoStep | null {
  const workspace = workspaceOf(state, id);
  const window = workspace?.LayoutData[key];
  if (workspace === undefined || window === undefined) return null;
  return {
    title: `Close ${toolTitle}`,
    workspaceId: id,
    apply: (draft) => putWindow(draft, id, key, undefined),
    revert: (draft) => bringBack(draft, id, key, window, workspace.Name),
  };
}

/** Deletes a workspace; null when there is none of that number. */
export function deleteStep(state: WorkspacesState, id: number): UndoStep | null {
  const index = state.Workspaces.findIndex((item) => item.Id === id);
  const workspace = state.Workspaces[index];
  if (workspace === undefined) return null;
  const before = state.Current;
  return {
    title: `Delete workspace ${workspace.Name}`,
    workspaceId: before === id ? id : null,
    apply: (draft) => deleteWorkspace(draft, id),
    revert: (draft) => {
      const present = draft.Current;
      const back = insertWorkspace(draft, workspace, { index: Math.min(index, draft.Workspaces.length), id });
      draft.Current = before === id || present === null ? back : present;
    },
  };
}

/** Any change of how one workspace's windows lie; tools that it moved between windows go back. */
export function layoutStep(
  state: WorkspacesState,
  id: number,
  title: string,
  apply: (draft: WorkspacesState) => void,
): UndoStep | null {
  const before = workspaceOf(state, id);
  if (before === undefined) return null;
  return {
    title,
    apply,
    workspaceId: id,
    revert: (draft) => {
      const workspace = workspaceOf(draft, id);
      if (workspace === undefined) return;
      workspace.Layout = before.Layout;
      workspace.Sizes = before.Sizes;
      if (before.Tree === undefined) delete workspace.Tree;
      else workspace.Tree = before.Tree;
      for (const key of WINDOW_KEYS) {
        const tool = before.LayoutData[key]?.Tool;
        if (tool === undefined || workspace.LayoutData[key] !== undefined) continue;
        const moved = WINDOW_KEYS.find(
          (other) => before.LayoutData[other] === undefined && workspace.LayoutData[other]?.Tool === tool,
        );
        if (moved === undefined) continue;
        workspace.LayoutData[key] = workspace.LayoutData[moved];
        delete workspace.LayoutData[moved];
      }
    },
  };
}

/** Deletes a saved layout; null when there is none of that name. */
export function deleteLayoutStep(state: WorkspacesState, name: string): UndoStep | null {
  const index = state.SavedLayouts.findIndex((layout) => layout.Name === name);
  const layout = state.SavedLayouts[index];
  if (layout === undefined) return null;
  return {
    title: `Delete layout ${name}`,
    workspaceId: null,
    apply: (draft) => deleteLayout(draft, name),
    revert: (draft) => restoreLayout(draft, layout, Math.min(index, draft.SavedLayouts.length)),
  };
}
