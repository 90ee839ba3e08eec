import { WINDOW_KEYS } from '../../../layouts/index.ts';
import {
  restoreState,
  serializeState,
  type AnyPlugin,
  type PlacedTool,
  type PlacedTools,
  type Readable,
  type ToolState,
} from '../../plugin-api/index.ts';
import { replaceKept } from './kept-tools.ts';
import {
  putWindow,
  workspaceOf,
  type KeptTool,
  type StoredWindow,
  type WorkspacesState,
} from './workspace-state.ts';
import type { WorkspaceStore } from './workspace-store.ts';

export interface PlacedToolsDeps {
  readonly workspaces: WorkspaceStore;
  readonly pluginOf: (toolId: string) => AnyPlugin | undefined;
  /** The window on screen of an id. */
  readonly windowOf: (id: string) => { update(change: object): void } | undefined;
  readonly idOf: (workspaceId: number, key: (typeof WINDOW_KEYS)[number]) => string;
}

/** One that waits for a window, and its place among those. */
interface KeptState extends ToolState {
  readonly index: number;
}

/** The windows of one tool in all workspaces, each the same object while what is stored of it is the same. */
export function createPlacedTools({
  workspaces,
  pluginOf,
  windowOf,
  idOf,
}: PlacedToolsDeps): Pick<PlacedTools, 'windowsOf' | 'statesOf'> {
  const knownKept = new WeakMap<KeptTool, KeptState | null>();
  const known = new WeakMap<StoredWindow, PlacedTool | null>();

  function placed(
    plugin: AnyPlugin,
    workspaceId: number,
    key: (typeof WINDOW_KEYS)[number],
    stored: StoredWindow,
  ): PlacedTool | null {
    const same = known.get(stored);
    const id = idOf(workspaceId, key);
    if (same === null || same?.id === id) return same;
    const restored = restoreState(plugin.state, { version: stored.version, data: stored.data });
    const tool: PlacedTool | null = !restored.ok
      ? null
      : {
          id,
          workspaceId,
          getState: () => restored.value,
          update(change) {
            const window = windowOf(id);
            if (window !== undefined) {
              window.update(change);
              return;
            }
            const now = workspaceOf(workspaces.getState(), workspaceId)?.LayoutData[key];
            // Closed, or given to another tool, since it was handed out.
            if (now?.Tool !== plugin.id) return;
            const present = restoreState(plugin.state, { version: now.version, data: now.data });
            if (present.ok)
              workspaces.change((draft) =>
                putWindow(draft, workspaceId, key, {
                  ...now,
                  ...serializeState(plugin.state, { ...Object(present.value), ...change }),
                }),
              );
          },
        };
    known.set(stored, tool);
    return tool;
  }

  function list(toolId: string, state: WorkspacesState): readonly PlacedTool[] {
    const plugin = pluginOf(toolId);
    if (plugin === undefined) return [];
    return state.Workspaces.flatMap((workspace) =>
      WINDOW_KEYS.flatMap((key) => {
        const stored = workspace.LayoutData[key];
        return stored?.Tool === toolId ? (placed(plugin, workspace.Id, key, stored) ?? []) : [];
      }),
    );
  }

  function kept(plugin: AnyPlugin, index: number, stored: KeptTool): ToolState | null {
    const same = knownKept.get(stored);
    if (same !== undefined && (same === null || same.index === index)) return same;
    const restored = restoreState(plugin.state, { version: stored.version, data: stored.data });
    const state: KeptState | null = !restored.ok
      ? null
      : {
          index,
          getState: () => restored.value,
          update(change) {
            const now = workspaces.getState().Kept?.[index];
            // It has found its window since it was handed out.
            if (now?.Tool !== plugin.id) return;
            const present = restoreState(plugin.state, { version: now.version, data: now.data });
            if (present.ok)
              workspaces.change((draft) =>
                replaceKept(draft, index, {
                  Tool: plugin.id,
                  ...serializeState(plugin.state, { ...Object(present.value), ...change }),
                }),
              );
          },
        };
    knownKept.set(stored, state);
    return state;
  }

  function listKept(toolId: string, state: WorkspacesState): readonly ToolState[] {
    const plugin = pluginOf(toolId);
    if (plugin === undefined) return [];
    return (state.Kept ?? []).flatMap((stored, index) =>
      stored.Tool === toolId ? (kept(plugin, index, stored) ?? []) : [],
    );
  }

  /** A list that is the same object while nothing in it changes. */
  function readable<Item>(read: (state: WorkspacesState) => readonly Item[]): Readable<readonly Item[]> {
    let last: readonly Item[] = [];
    let seen: WorkspacesState | null = null;
    const get = () => {
      const state = workspaces.getState();
      if (state === seen) return last;
      seen = state;
      const next = read(state);
      if (next.length !== last.length || next.some((item, index) => item !== last[index])) last = next;
      return last;
    };
    return {
      get,
      subscribe(listener) {
        let before = get();
        return workspaces.subscribe(() => {
          const now = get();
          if (now !== before) {
            before = now;
            listener();
          }
        });
      },
    };
  }

  return {
    windowsOf: (toolId) => readable((state) => list(toolId, state)),
    statesOf: (toolId) =>
      readable<ToolState>((state) => [...list(toolId, state), ...listKept(toolId, state)]),
  };
}
