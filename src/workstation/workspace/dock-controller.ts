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
import { arrange, layoutOf, resizeWindows, workspaceOf, type Workspace } from './workspace-state.ts';
import type { WorkspaceStore } from './workspace-store.ts';

/** Where a dragged window is let go: on another one (its middle swaps, its sides split), or at an edge of the desk. */
export type DropTarget = { readonly on: WindowKey; readonly zone: Side | 'middle' } | { readonly edge: Side };

/** How the windows of one workspace are shown: which are maximised, which are in browser windows, and where each is docked. */
export interface DockController {
  readonly workspaceId: number;
  subscribe(listener: () => void): () => void;
  model(): Model;
  view(): DockView;
  /** True for a window that is visible while its workspace is on screen. */
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
  /** Docks a window again, or all of them. */
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

/** The workspace of the dock, and the callbacks of its browser windows. */
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

/** Opens the dock of a workspace and follows what is stored of it. */
export const createDock = (options: DockOptions): DockController => new WorkspaceDock(options);

class WorkspaceDock implements DockController {
  readonly workspaceId: number;
  readonly #workspaces: WorkspaceStore;
  readonly #undo: UndoHistory;
  readonly #onBlocked: DockOptions['onBlocked'];
  readonly #onPopout: DockOptions['onPopout'];
  readonly #leaveStore: () => void;
  readonly #listeners = new Set<() => void>();
  readonly #opened = new Map<WindowKey, { readonly popout: Window; readonly leave: () => void }>();
  /** Where each popped-out window was on the screens when it was docked: it opens there again. */
  readonly #places = new Map<WindowKey, IJsonRect>();
  /** Splitter positions while some windows are maximised or popped out, by the shape of the rest; never stored. */
  readonly #temporarySizes = new Map<string, Record<string, number[]>>();
  #view = PLAIN_VIEW;
  #stored: Workspace | undefined;
  #tree: LayoutGroup;
  #model: Model;
  #unstored: Record<string, number[]> | null = null;
  #storeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor({ workspaceId, workspaces, undo, onBlocked, onPopout }: DockOptions) {
    this.workspaceId = workspaceId;
    this.#workspaces = workspaces;
    this.#undo = undo;
    this.#onBlocked = onBlocked;
    this.#onPopout = onPopout;
    this.#stored = workspaceOf(workspaces.getState(), workspaceId);
    this.#tree = this.#stored === undefined ? NO_TREE : layoutOf(this.#stored);
    this.#model = dockModel(visibleOf(this.#tree, this.#view));
    this.#leaveStore = workspaces.subscribe(() => this.#follow());
  }

  // Read by React without their object.
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };
  readonly model = (): Model => this.#model;
  readonly view = (): DockView => this.#view;

  isShown(key: WindowKey): boolean {
    return this.isPopped(key) || (this.#has(key) && !visibleOf(this.#tree, this.#view).hidden.includes(key));
  }

  isPopped(key: WindowKey): boolean {
    return this.#view.popped.has(key);
  }

  isMaximised(key: WindowKey): boolean {
    return this.#view.maximised?.key === key && this.#view.maximised.scope === 'window';
  }

  canMaximiseRow(key: WindowKey): boolean {
    return this.#view.maximised?.scope !== 'window' && this.#hidesOthersInRow(key);
  }

  canDrag(key: WindowKey): boolean {
    return this.#view.maximised === null && !this.isPopped(key) && this.#dockedCount() > 1;
  }

  maximise(key: WindowKey): void {
    if (this.isPopped(key) || this.#dockedCount() < 2) return;
    // A maximised row gives way to one of its windows; only this window's own button brings the others back.
    this.#show({ maximised: this.#view.maximised?.scope === 'window' ? null : { key, scope: 'window' } });
  }

  maximiseRow(key: WindowKey): void {
    if (this.#view.maximised !== null) this.#show({ maximised: null });
    else if (this.#hidesOthersInRow(key)) this.#show({ maximised: { key, scope: 'row' } });
  }

  move(key: WindowKey, side: Side): boolean {
    return this.#isPlain() && this.#arrange(moveByKey(this.#tree, key, side));
  }

  drop(key: WindowKey, target: DropTarget): void {
    if ('edge' in target) this.#arrange(moveToEdge(this.#tree, key, target.edge));
    else if (target.on === key) return;
    else
      this.#arrange(
        target.zone === 'middle'
          ? swapCells(this.#tree, key, target.on)
          : moveBeside(this.#tree, key, target.on, target.zone),
      );
  }

  popOut(key: WindowKey, place: IJsonRect): void {
    if (this.#has(key) && !this.isPopped(key))
      this.#show({
        maximised: null,
        popped: new Map(this.#view.popped).set(key, this.#places.get(key) ?? place),
      });
  }

  dock(key?: WindowKey): void {
    this.#dockAll(key === undefined ? [...this.#view.popped.keys()] : [key]);
  }

  windowOf(key: WindowKey): Window | undefined {
    return this.#opened.get(key)?.popout;
  }

  popouts(): readonly Window[] {
    return [...this.#opened.values()].map(({ popout }) => popout);
  }

  readonly onAction = (action: Action): Action | undefined => {
    if (action.type === Actions.CLOSE_POPOUT) {
      this.#onClosePopout(action);
      return undefined;
    }
    // Everything else that changes the tree goes through our own functions.
    return action.type === Actions.ADJUST_WEIGHTS || action.type === Actions.SET_ACTIVE_TABSET
      ? action
      : undefined;
  };

  readonly onModelChange = (changed: Model, action: Action): void => {
    if (action.type !== Actions.ADJUST_WEIGHTS || action.isAdjusting()) return;
    const sizes = sizesOf(changed);
    if (!this.#isPlain()) {
      this.#temporarySizes.set(shapeOf(visibleOf(this.#tree, this.#view).tree), sizes);
      return;
    }
    // Set before the store reports it: the model on screen has these sizes already.
    this.#tree = withSizes(this.#tree, sizes);
    this.#unstored = sizes;
    clearTimeout(this.#storeTimer);
    this.#storeTimer = setTimeout(() => this.flush(), RESIZE_DEBOUNCE_MS);
  };

  readonly onPopoutOpen = (layoutId: string, popout: Window): void => {
    const key = this.#keyOf(layoutId);
    if (key === undefined) return;
    this.#opened.set(key, { popout, leave: this.#onPopout(popout) });
    this.#notify();
  };

  readonly onPopoutClose = (layoutId: string, popout: Window): void => {
    const key = this.#keyOf(layoutId);
    if (key === undefined || this.#opened.get(key)?.popout !== popout) return;
    this.#dockAll([key]);
    // A reloaded page would stay behind empty.
    setTimeout(() => popout.close(), 0);
  };

  flush(): void {
    clearTimeout(this.#storeTimer);
    const sizes = this.#unstored;
    this.#unstored = null;
    if (sizes !== null) this.#workspaces.change((draft) => resizeWindows(draft, this.workspaceId, sizes));
  }

  release(): void {
    this.flush();
    for (const [key, { popout }] of [...this.#opened]) {
      this.#forgetPopout(key);
      popout.close();
    }
    if (this.#view.popped.size > 0) this.#show({ popped: new Map() });
  }

  dispose(): void {
    this.release();
    this.#leaveStore();
  }

  #has(key: WindowKey): boolean {
    return windowsOf(this.#tree).includes(key);
  }

  #dockedCount(): number {
    return windowsOf(this.#tree).length - this.#view.popped.size;
  }

  #hidesOthersInRow(key: WindowKey): boolean {
    return !this.isPopped(key) && hiddenByRow(this.#tree, key) !== null;
  }

  /** True while every window is docked and none is maximised. */
  #isPlain(): boolean {
    return this.#view.maximised === null && this.#view.popped.size === 0;
  }

  #keyOf(layoutId: string): WindowKey | undefined {
    return WINDOW_KEYS.find((key) => popoutIdOf(this.workspaceId, key) === layoutId);
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  #show(change: Partial<DockView>): void {
    this.#view = { ...this.#view, ...change };
    this.#rebuild();
  }

  #rebuild(): void {
    const visible = visibleOf(this.#tree, this.#view);
    const sizes = this.#isPlain() ? undefined : this.#temporarySizes.get(shapeOf(visible.tree));
    const sized =
      sizes === undefined || visible.tree === null
        ? visible
        : { ...visible, tree: withSizes(visible.tree, sizes) };
    this.#model = dockModel(sized, this.#view.popped, this.workspaceId, this.#model);
    this.#notify();
  }

  /** Takes over a layout that was changed elsewhere: by undo, by another tab, by choosing a preset. */
  #follow(): void {
    const next = workspaceOf(this.#workspaces.getState(), this.workspaceId);
    const before = this.#stored;
    this.#stored = next;
    if (next === undefined || (before !== undefined && hasSameLayout(before, next))) return;
    const tree = layoutOf(next);
    if (JSON.stringify(tree) === JSON.stringify(this.#tree)) return;
    // Splitters of the layout before have no place in this one.
    this.#unstored = null;
    clearTimeout(this.#storeTimer);
    this.#tree = tree;
    const present = new Set(windowsOf(tree));
    this.#view = { ...this.#view, maximised: null };
    const gone = [...this.#view.popped.keys()].filter((key) => !present.has(key));
    if (gone.length > 0) this.#dockAll(gone);
    else this.#rebuild();
  }

  /** Stores another arrangement as a step that can be undone; false when nothing changes. */
  #arrange(next: LayoutGroup): boolean {
    if (next === this.#tree) return false;
    this.flush();
    this.#undo.perform(
      layoutStep(this.#workspaces.getState(), this.workspaceId, 'Move window', (draft) =>
        arrange(draft, this.workspaceId, next),
      ),
    );
    return true;
  }

  #onClosePopout(action: Action): void {
    const { layoutId }: { layoutId?: unknown } = action.data;
    const key = typeof layoutId === 'string' ? this.#keyOf(layoutId) : undefined;
    if (key === undefined) return;
    // Closed before it was open: the browser blocked it.
    if (!this.#opened.has(key) && this.isPopped(key)) this.#onBlocked(key);
    this.#dockAll([key]);
  }

  /** Remembers where the browser window was and lets go of it. */
  #forgetPopout(key: WindowKey): void {
    const found = this.#opened.get(key);
    if (found === undefined) return;
    const { screenX: x, screenY: y, outerWidth: width, outerHeight: height } = found.popout;
    if (width > 0 && height > 0) this.#places.set(key, { x, y, width, height });
    found.leave();
    this.#opened.delete(key);
  }

  #dockAll(keys: readonly WindowKey[]): void {
    for (const key of keys) this.#forgetPopout(key);
    if (keys.some((key) => this.isPopped(key)))
      this.#show({ popped: new Map([...this.#view.popped].filter(([key]) => !keys.includes(key))) });
  }
}

function hasSameLayout(before: Workspace, after: Workspace): boolean {
  return before.Layout === after.Layout && before.Tree === after.Tree && before.Sizes === after.Sizes;
}
