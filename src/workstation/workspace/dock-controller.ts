import { Actions, type Action, type IJsonRect, type Model } from 'flexlayout-react';
import {
  hiddenByRow,
  moveByKey,
  moveBeside,
  moveToEdge,
  swapCells,
  withSizes,
  windowsOf,
  WINDOW_KEYS,
  type LayoutGroup,
  type Side,
  type WindowKey,
} from '../../../layouts/index.ts';
import { dockModel, PLAIN_VIEW, popoutIdOf, sizesOf, visibleOf, type DockView } from './dock-model.ts';
import type { UndoHistory } from './undo-history.ts';
import { layoutStep } from './undo-steps.ts';
import { arrange, layoutOf, resizeWindows, workspaceOf } from './workspace-state.ts';
import type { WorkspaceStore } from './workspace-store.ts';

/** Where a dragged window is let go: on another one (its middle swaps, its sides split), or at an edge of the desk. */
export type DropTarget = { readonly on: WindowKey; readonly zone: Side | 'middle' } | { readonly edge: Side };

/** The windows of one workspace as they are looked at: which are maximised, which are elsewhere, where each lies. */
export interface DockController {
  readonly workspaceId: number;
  subscribe(listener: () => void): () => void;
  model(): Model;
  view(): DockView;
  /** True for a window that is on screen while its workspace is. */
  isShown(key: WindowKey): boolean;
  isPopped(key: WindowKey): boolean;
  isMaximised(key: WindowKey): boolean;
  canMaximiseRow(key: WindowKey): boolean;
  /** True when there is another place to drag to. */
  canDrag(key: WindowKey): boolean;
  maximise(key: WindowKey): void;
  maximiseRow(key: WindowKey): void;
  move(key: WindowKey, side: Side): boolean;
  drop(key: WindowKey, target: DropTarget): void;
  popOut(
    key: WindowKey,
    place: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  ): void;
  /** Takes a window, or all of them, back into the desk. */
  dock(key?: WindowKey): void;
  /** The browser window that a window is in; undefined while it is in the desk. */
  windowOf(key: WindowKey): Window | undefined;
  popouts(): readonly Window[];
  /** Events of the docking library. */
  onAction(action: Action): Action | undefined;
  onModelChange(model: Model, action: Action): void;
  onPopoutOpen(layoutId: string, popout: Window): void;
  onPopoutClose(layoutId: string, popout: Window): void;
  /** Stores splitters that were just moved at once: the page may go. */
  flush(): void;
  /** The desk is taken off the screen: all browser windows close, their windows are docked. */
  release(): void;
  dispose(): void;
}

export interface DockOptions {
  readonly workspaceId: number;
  readonly workspaces: WorkspaceStore;
  readonly undo: UndoHistory;
  /** The browser did not let the window be opened. */
  readonly onBlocked: (key: WindowKey) => void;
  readonly onPopout: (popout: Window) => () => void;
}

/** Splitters are stored once they have been still for so long, ms: a held key or a slow hand moves them many times. */
export const RESIZE_DEBOUNCE_MS = 500;

const NO_TREE: LayoutGroup = {
  direction: 'row',
  weight: 100,
  children: [{ window: 'Window1', weight: 100 }],
};
const shapeOf = (tree: LayoutGroup | null): string =>
  JSON.stringify(tree, (name, value: unknown) => (name === 'weight' ? undefined : value));

export function createDock({
  workspaceId,
  workspaces,
  undo,
  onBlocked,
  onPopout,
}: DockOptions): DockController {
  const listeners = new Set<() => void>();
  const opened = new Map<WindowKey, { readonly popout: Window; readonly leave: () => void }>();
  // Where a window was on the screens when it came back: there it goes again.
  const places = new Map<WindowKey, IJsonRect>();
  // Splitters of a desk that some windows have left; forgotten with the page.
  const passing = new Map<string, Record<string, number[]>>();
  let view = PLAIN_VIEW;
  let stored = workspaceOf(workspaces.getState(), workspaceId);
  let tree = stored === undefined ? NO_TREE : layoutOf(stored);
  let model = dockModel(visibleOf(tree, view));
  let unstored: Record<string, number[]> | null = null;
  let storeTimer: ReturnType<typeof setTimeout> | undefined;
  const isPlain = () => view.maximised === null && view.popped.size === 0;

  function rebuild(): void {
    const visible = visibleOf(tree, view);
    const sizes = isPlain() ? undefined : passing.get(shapeOf(visible.tree));
    const sized =
      sizes === undefined || visible.tree === null
        ? visible
        : { ...visible, tree: withSizes(visible.tree, sizes) };
    model = dockModel(sized, view.popped, workspaceId, model);
    for (const listener of [...listeners]) listener();
  }
  function look(next: Partial<DockView>): void {
    view = { ...view, ...next };
    rebuild();
  }
  const keyOf = (layoutId: string) => WINDOW_KEYS.find((key) => popoutIdOf(workspaceId, key) === layoutId);
  function flush(): void {
    clearTimeout(storeTimer);
    const sizes = unstored;
    unstored = null;
    if (sizes !== null) workspaces.change((draft) => resizeWindows(draft, workspaceId, sizes));
  }
  function follow(): void {
    const next = workspaceOf(workspaces.getState(), workspaceId);
    const before = stored;
    stored = next;
    if (next === undefined) return;
    if (
      before !== undefined &&
      before.Layout === next.Layout &&
      before.Tree === next.Tree &&
      before.Sizes === next.Sizes
    )
      return;
    const nextTree = layoutOf(next);
    if (JSON.stringify(nextTree) === JSON.stringify(tree)) return;
    // Splitters of the layout before have no place in this one.
    unstored = null;
    clearTimeout(storeTimer);
    tree = nextTree;
    const present = new Set(windowsOf(tree));
    view = { ...view, maximised: null };
    const gone = [...view.popped.keys()].filter((key) => !present.has(key));
    if (gone.length > 0) takeBack(gone);
    else rebuild();
  }
  const leaveStore = workspaces.subscribe(follow);
  function change(title: string, next: LayoutGroup): boolean {
    if (next === tree) return false;
    flush();
    undo.perform(
      layoutStep(workspaces.getState(), workspaceId, title, (draft) => arrange(draft, workspaceId, next)),
    );
    return true;
  }
  function leaveWindow(key: WindowKey): void {
    const found = opened.get(key);
    if (found === undefined) return;
    const { screenX: x, screenY: y, outerWidth: width, outerHeight: height } = found.popout;
    if (width > 0 && height > 0) places.set(key, { x, y, width, height });
    found.leave();
    opened.delete(key);
  }
  function takeBack(keys: readonly WindowKey[]): void {
    for (const key of keys) leaveWindow(key);
    if (keys.some((key) => view.popped.has(key)))
      look({ popped: new Map([...view.popped].filter(([key]) => !keys.includes(key))) });
  }

  function release(): void {
    flush();
    for (const [key, { popout }] of [...opened]) {
      leaveWindow(key);
      popout.close();
    }
    if (view.popped.size > 0) look({ popped: new Map() });
  }

  return {
    workspaceId,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    model: () => model,
    view: () => view,
    isShown: (key) =>
      view.popped.has(key) || (windowsOf(tree).includes(key) && !visibleOf(tree, view).hidden.includes(key)),
    isPopped: (key) => view.popped.has(key),
    isMaximised: (key) => view.maximised?.key === key && view.maximised.scope === 'window',
    canMaximiseRow: (key) =>
      view.maximised?.scope !== 'window' && !view.popped.has(key) && hiddenByRow(tree, key) !== null,
    canDrag: (key) =>
      view.maximised === null && !view.popped.has(key) && windowsOf(tree).length - view.popped.size > 1,
    maximise(key) {
      if (view.popped.has(key) || windowsOf(tree).length - view.popped.size < 2) return;
      // A maximised row gives way to one of its windows; only this window's own button brings the others back.
      look({ maximised: view.maximised?.scope === 'window' ? null : { key, scope: 'window' } });
    },
    maximiseRow(key) {
      if (view.maximised !== null) look({ maximised: null });
      else if (!view.popped.has(key) && hiddenByRow(tree, key) !== null)
        look({ maximised: { key, scope: 'row' } });
    },
    move: (key, side) => isPlain() && change('Move window', moveByKey(tree, key, side)),
    drop(key, target) {
      if ('edge' in target) change('Move window', moveToEdge(tree, key, target.edge));
      else if (target.on === key) return;
      else
        change(
          'Move window',
          target.zone === 'middle'
            ? swapCells(tree, key, target.on)
            : moveBeside(tree, key, target.on, target.zone),
        );
    },
    popOut(key, place) {
      if (windowsOf(tree).includes(key) && !view.popped.has(key))
        look({ maximised: null, popped: new Map(view.popped).set(key, places.get(key) ?? place) });
    },
    dock: (key) => takeBack(key === undefined ? [...view.popped.keys()] : [key]),
    windowOf: (key) => opened.get(key)?.popout,
    popouts: () => [...opened.values()].map(({ popout }) => popout),
    onAction(action) {
      if (action.type === Actions.CLOSE_POPOUT) {
        const { layoutId }: { layoutId?: unknown } = action.data;
        const key = typeof layoutId === 'string' ? keyOf(layoutId) : undefined;
        if (key === undefined) return undefined;
        // Closed before it was open: the browser blocked it.
        if (!opened.has(key) && view.popped.has(key)) onBlocked(key);
        takeBack([key]);
        return undefined;
      }
      // Everything else that changes the tree goes through our own functions.
      return action.type === Actions.ADJUST_WEIGHTS || action.type === Actions.SET_ACTIVE_TABSET
        ? action
        : undefined;
    },
    onModelChange(changed, action) {
      if (action.type !== Actions.ADJUST_WEIGHTS || action.isAdjusting()) return;
      const sizes = sizesOf(changed);
      if (!isPlain()) {
        passing.set(shapeOf(visibleOf(tree, view).tree), sizes);
        return;
      }
      // Known here before the store tells it: the model on screen has these sizes already.
      tree = withSizes(tree, sizes);
      unstored = sizes;
      clearTimeout(storeTimer);
      storeTimer = setTimeout(flush, RESIZE_DEBOUNCE_MS);
    },
    onPopoutOpen(layoutId, popout) {
      const key = keyOf(layoutId);
      if (key === undefined) return;
      opened.set(key, { popout, leave: onPopout(popout) });
      for (const listener of [...listeners]) listener();
    },
    onPopoutClose(layoutId, popout) {
      const key = keyOf(layoutId);
      if (key === undefined || opened.get(key)?.popout !== popout) return;
      takeBack([key]);
      // A reloaded page would stay behind empty.
      setTimeout(() => popout.close(), 0);
    },
    flush,
    release,
    dispose() {
      release();
      leaveStore();
    },
  };
}
