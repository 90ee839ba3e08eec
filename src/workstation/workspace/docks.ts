import type { WindowKey } from '../../../layouts/index.ts';
import type { DockController, DockOptions } from './dock-controller.ts';
import type { PopoutAccess } from './undo-popouts.ts';
import type { UndoHistory } from './undo-history.ts';
import { workspaceOf } from './workspace-state.ts';
import type { WorkspaceStore } from './workspace-store.ts';

/** The docks of all workspaces that have been on screen, each with its view (maximised and popped-out windows). */
export interface Docks {
  /** The dock of a workspace; created when it is first used. */
  dockOf(workspaceId: number): DockController;
  all(): readonly DockController[];
  /** Ids of workspaces with windows in browser windows of their own: they stay mounted while others are on screen. */
  withPopouts(): readonly number[];
  subscribe(listener: () => void): () => void;
  /** Opens and closes browser windows as a step of undo says; false when nothing was to be done. */
  travelPopouts: PopoutAccess['travel'];
  /** Stores where all browser windows are now. */
  keepPlaces(): void;
  /** Stores splitters that were just moved. */
  flush(): void;
  /** Ends all: another user's workspaces come. */
  clear(): void;
}

/** What all docks share. */
export interface DocksOptions {
  readonly workspaces: WorkspaceStore;
  readonly undo: UndoHistory;
  /** What a window is called before it has been shown. */
  readonly titleOf: (workspaceId: number, key: WindowKey) => string;
  readonly onBlocked: (workspaceId: number, key: WindowKey) => void;
  /** The user closes a window by its tab. */
  readonly onClose: (workspaceId: number, key: WindowKey) => void;
  /** The user has dragged a window to another place. */
  readonly onMoved: (title: string) => void;
  /** A browser window was opened; returns what to do when it closes. */
  readonly onPopout: (popout: Window) => () => void;
  readonly places: DockOptions['places'];
  readonly maximised: DockOptions['maximised'];
}

type CreateDock = (options: DockOptions) => DockController;
let create: CreateDock | null = null;
/** Brings the code of docks, which is large and comes with the shell that shows them, after signing in. */
export function bringDocks(given: CreateDock): void {
  create = given;
}

/** The docks of all workspaces, each made when it is first used. */
export function createDocks({ workspaces, titleOf, onBlocked, onClose, ...shared }: DocksOptions): Docks {
  const docks = new Map<number, DockController>();
  const listeners = new Set<() => void>();
  let out: readonly number[] = [];
  function publishPopouts(): void {
    const next = [...docks.values()]
      .filter((dock) => dock.view().popouts.length > 0)
      .map((dock) => dock.workspaceId);
    if (next.length === out.length && next.every((id, index) => id === out[index])) return;
    out = next;
    for (const listener of [...listeners]) listener();
  }
  function drop(id: number): void {
    docks.get(id)?.dispose();
    docks.delete(id);
  }
  workspaces.subscribe((state) => {
    for (const id of [...docks.keys()])
      if (!state.Workspaces.some((workspace) => workspace.Id === id)) {
        drop(id);
        // Another workspace may get its number.
        shared.maximised.keep(id, null);
      }
    publishPopouts();
  });
  const docksOfDesk: Docks = {
    dockOf(workspaceId) {
      const known = docks.get(workspaceId);
      if (known !== undefined) return known;
      if (create === null)
        throw new Error('Invariant: the shell loads the code of the docks before it requests them');
      const dock = create({
        ...shared,
        workspaceId,
        workspaces,
        titleOf: (key) => titleOf(workspaceId, key),
        onBlocked: (key) => onBlocked(workspaceId, key),
        onClose: (key) => onClose(workspaceId, key),
      });
      docks.set(workspaceId, dock);
      dock.subscribe(publishPopouts);
      return dock;
    },
    all: () => [...docks.values()],
    withPopouts: () => out,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    travelPopouts: (change, side) =>
      workspaceOf(workspaces.getState(), change.Id) !== undefined &&
      docksOfDesk.dockOf(change.Id).travelPopouts(change, side),
    keepPlaces() {
      for (const dock of docks.values()) dock.keepPlaces();
    },
    flush() {
      for (const dock of docks.values()) dock.flush();
    },
    clear() {
      for (const id of [...docks.keys()]) drop(id);
      publishPopouts();
    },
  };
  return docksOfDesk;
}
