import { windowKeysOf, type WindowKey } from '../../../layouts/index.ts';
import {
  restoreState,
  serializeState,
  type AnyPlugin,
  type PlacedTool,
  type PlacedTools,
  type Readable,
  type StoredState,
} from '../../plugin-api/index.ts';
import type { UndoHistory } from './undo-history.ts';
import { wholeStep, type UndoStep } from './undo-steps.ts';
import {
  putWindow,
  shownWindows,
  workspaceOf,
  type StoredWindow,
  type WorkspacesState,
} from './workspace-state.ts';
import type { WorkspaceStore } from './workspace-store.ts';

export interface PlacedToolsDeps {
  readonly workspaces: WorkspaceStore;
  readonly pluginOf: (toolId: string) => AnyPlugin | undefined;
  /** The window with this id that is on screen. */
  readonly windowOf: (id: string) => { update(change: object): void } | undefined;
  readonly idOf: (workspaceId: number, key: WindowKey) => string;
  readonly undo: Pick<UndoHistory, 'record' | 'isJoining'>;
  /** Ids of windows, the one that the user sees and used last first. */
  readonly recentIds: () => readonly string[];
}

/** The windows of one tool in all workspaces. A window is the same object until its stored state changes. */
export const createPlacedTools = (deps: PlacedToolsDeps): Pick<PlacedTools, 'windowsOf' | 'nearestOf'> =>
  new WorkspaceTools(deps);

class WorkspaceTools implements Pick<PlacedTools, 'windowsOf' | 'nearestOf'> {
  readonly #deps: PlacedToolsDeps;
  /** Null for a stored state that cannot be read. */
  readonly #placed = new WeakMap<StoredWindow, PlacedTool | null>();

  constructor(deps: PlacedToolsDeps) {
    this.#deps = deps;
  }

  windowsOf(toolId: string): Readable<readonly PlacedTool[]> {
    return readable(this.#deps.workspaces, (state) => this.#listPlaced(toolId, state));
  }

  nearestOf(toolId: string): PlacedTool | null {
    const state = this.#deps.workspaces.getState();
    const placed = this.#listPlaced(toolId, state);
    const recent = this.#deps.recentIds().flatMap((id) => placed.find((tool) => tool.id === id) ?? []);
    if (recent[0] !== undefined) return recent[0];
    // No window of the tool has been used since the load: one that has room comes first, of the workspace on screen if there is one.
    const shown = new Set(
      state.Workspaces.flatMap((workspace) =>
        shownWindows(workspace).map((key) => this.#deps.idOf(workspace.Id, key)),
      ),
    );
    const withRoom = placed.filter(({ id }) => shown.has(id));
    const isHere = ({ workspaceId }: PlacedTool) => workspaceId === state.Current;
    return withRoom.find(isHere) ?? withRoom[0] ?? placed[0] ?? null;
  }

  #listPlaced(toolId: string, state: WorkspacesState): readonly PlacedTool[] {
    const plugin = this.#deps.pluginOf(toolId);
    if (plugin === undefined) return [];
    return state.Workspaces.flatMap((workspace) =>
      windowKeysOf(workspace.LayoutData).flatMap((key) => {
        const stored = workspace.LayoutData[key];
        return stored?.Tool === toolId ? (this.#placedTool(plugin, workspace.Id, key, stored) ?? []) : [];
      }),
    );
  }

  #placedTool(
    plugin: AnyPlugin,
    workspaceId: number,
    key: WindowKey,
    stored: StoredWindow,
  ): PlacedTool | null {
    const known = this.#placed.get(stored);
    const id = this.#deps.idOf(workspaceId, key);
    if (known === null || known?.id === id) return known;
    const value = readState(plugin, stored);
    const tool: PlacedTool | null =
      value === undefined
        ? null
        : {
            id,
            workspaceId,
            getState: () => value,
            update: (change) => this.#updatePlaced(plugin, workspaceId, key, change),
            follow: (change) => void this.#changeStored(plugin, workspaceId, key, change),
          };
    this.#placed.set(stored, tool);
    return tool;
  }

  #updatePlaced(plugin: AnyPlugin, workspaceId: number, key: WindowKey, change: object): void {
    const { windowOf, idOf, undo } = this.#deps;
    const window = windowOf(idOf(workspaceId, key));
    if (window !== undefined) {
      window.update(change);
      return;
    }
    const step = this.#changeStored(plugin, workspaceId, key, change);
    if (undo.isJoining()) undo.record(step);
  }

  /** Changes what is stored of a window; one on screen takes it over. Returns the change as a step. */
  #changeStored(plugin: AnyPlugin, workspaceId: number, key: WindowKey, change: object): UndoStep | null {
    const { workspaces } = this.#deps;
    const stored = workspaceOf(workspaces.getState(), workspaceId)?.LayoutData[key];
    // The window may have been closed, or have got another tool, since the caller read the list.
    if (stored?.Tool !== plugin.id) return null;
    const next = changedState(plugin, stored, change);
    if (next === null) return null;
    const changed = { ...stored, ...next };
    workspaces.change((draft) => putWindow(draft, workspaceId, key, changed));
    return wholeStep({ workspaceId, key }, stored, changed);
  }
}

/** The state of a tool as stored; undefined when it cannot be read. */
function readState({ state }: AnyPlugin, { version, data }: StoredState): unknown {
  const restored = restoreState(state, { version, data });
  return restored.ok ? restored.value : undefined;
}

/** The stored form of a state with a change; null when the state cannot be read. */
function changedState(plugin: AnyPlugin, stored: StoredState, change: object) {
  const value = readState(plugin, stored);
  return value === undefined ? null : serializeState(plugin.state, { ...Object(value), ...change });
}

/** A list read from the workspaces. It is the same object until one of its items changes, and listeners run only then. */
function readable<Item>(
  workspaces: WorkspaceStore,
  read: (state: WorkspacesState) => readonly Item[],
): Readable<readonly Item[]> {
  let last: readonly Item[] = [];
  let lastState: WorkspacesState | null = null;
  const get = () => {
    const state = workspaces.getState();
    if (state === lastState) return last;
    lastState = state;
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
