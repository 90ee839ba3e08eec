import {
  Actions,
  TabNode,
  TabSetNode,
  type Action,
  type IJsonRect,
  type ILayoutApi,
  type Model,
} from 'flexlayout-react';
import {
  hiddenByRow,
  neighbourOf,
  isWindowKey,
  windowsOf,
  withSizes,
  type Dimension,
  type Side,
  type WindowKey,
} from '../../../layouts/index.ts';
import type { DockController, DockOptions } from './dock-controller.ts';
import {
  afterAction,
  dockModel,
  forWholeTree,
  movedTo,
  stackedByKey,
  movedByKey,
  popoutIdOf,
  sizesOf,
  withAdded,
} from './dock-model.ts';
import {
  dockedCounts,
  isMaximisedIn,
  isShownIn,
  isStackedIn,
  nextInStack,
  PLAIN_VIEW,
  shapeOf,
  visibleOf,
  type DockView,
} from './dock-view.ts';
import { Popouts } from './popouts.ts';
import { StoredLayout } from './stored-layout.ts';
import { WindowBars } from './window-bars.ts';

/** What a locked layout does not do. */
const CHANGES_LAYOUT: ReadonlySet<string> = new Set([
  Actions.ADJUST_WEIGHTS,
  Actions.MOVE_NODE,
  Actions.DELETE_TAB,
]);

/** Opens the dock of a workspace and follows what is stored of it. */
export const createDock = (options: DockOptions): DockController => new WorkspaceDock(options);

class WorkspaceDock implements DockController {
  readonly workspaceId: number;
  readonly #onBlocked: DockOptions['onBlocked'];
  readonly #onClose: DockOptions['onClose'];
  readonly #onMoved: DockOptions['onMoved'];
  readonly bars = new WindowBars(() => this.#notify());
  readonly #leaveStore: () => void;
  readonly #listeners = new Set<() => void>();
  readonly #popouts: Popouts;
  readonly #places: DockOptions['places'];
  readonly #stored: StoredLayout;
  #view = PLAIN_VIEW;
  #model: Model;
  #layout: ILayoutApi | null = null;

  constructor({ workspaceId, workspaces, undo, onBlocked, onClose, onMoved, onPopout, places }: DockOptions) {
    this.workspaceId = workspaceId;
    this.#onBlocked = onBlocked;
    this.#onClose = onClose;
    this.#onMoved = onMoved;
    this.#popouts = new Popouts(onPopout);
    this.#places = places;
    this.#stored = new StoredLayout(workspaceId, workspaces, undo);
    this.#model = dockModel(visibleOf(this.#stored.tree, this.#view), PLAIN_VIEW.popped, workspaceId, {
      isLocked: this.isLocked(),
    });
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
    return isShownIn(this.#stored.tree, this.#view, key);
  }

  isStacked(key: WindowKey): boolean {
    return isStackedIn(this.#stored.tree, this.#view, key);
  }

  isPopped(key: WindowKey): boolean {
    return this.#view.popped.has(key);
  }

  isMaximised(key: WindowKey): boolean {
    return isMaximisedIn(this.#stored.tree, this.#view, key);
  }

  canMaximiseRow(key: WindowKey): boolean {
    return this.#view.maximised?.scope !== 'window' && this.#hidesOthersInRow(key);
  }

  canDrag(key: WindowKey): boolean {
    return (
      !this.isLocked() &&
      this.#view.maximised === null &&
      !this.isPopped(key) &&
      dockedCounts(this.#stored.tree, this.#view).windows > 1
    );
  }

  maximise(key: WindowKey): void {
    if (this.isPopped(key) || dockedCounts(this.#stored.tree, this.#view).stacks < 2) return;
    // A maximised row gives way to one of its windows; only this window's own button brings the others back.
    this.#show({ maximised: this.#view.maximised?.scope === 'window' ? null : { key, scope: 'window' } });
  }

  maximiseRow(key: WindowKey): void {
    if (this.#view.maximised !== null) this.#show({ maximised: null });
    else if (this.#hidesOthersInRow(key)) this.#show({ maximised: { key, scope: 'row' } });
  }

  move(key: WindowKey, side: Side): boolean {
    return this.#isPlain() && this.#stored.arrange('Move window', movedByKey(this.#stored.tree, key, side));
  }

  isLocked(): boolean {
    return this.#stored.isLocked;
  }

  neighbour(key: WindowKey, side: Side): WindowKey | null {
    const { tree } = visibleOf(this.#stored.tree, this.#view);
    return tree === null || this.#view.maximised !== null ? null : neighbourOf(tree, key, side);
  }

  stack(key: WindowKey, side: Side): boolean {
    return (
      this.#isPlain() && this.#stored.arrange('Stack windows', stackedByKey(this.#stored.tree, key, side))
    );
  }

  unstack(key: WindowKey): boolean {
    const tree = movedTo(this.#stored.tree, key, { by: key, side: 'right' });
    return this.#isPlain() && this.#stored.arrange('Take window out of its stack', tree);
  }

  resize(key: WindowKey, dimension: Dimension, share: number): boolean {
    if (!this.#isPlain() || !this.#stored.resize(key, dimension, share)) return false;
    this.#rebuild();
    return true;
  }

  add(by: WindowKey, side: Side | 'stack'): WindowKey | null {
    const key = this.#stored.freeKey();
    const tree = withAdded(this.#stored.tree, key, { by, side });
    return this.#stored.arrange('Add window', tree) ? key : null;
  }

  select(key: WindowKey): void {
    if (this.#stored.select(key)) this.#rebuild();
  }

  nextInStack(key: WindowKey, step: 1 | -1): WindowKey | null {
    return this.isStacked(key) ? nextInStack(this.#stored.tree, key, step) : null;
  }

  // A React ref.
  readonly attach = (layout: ILayoutApi | null): void => {
    this.#layout = layout;
  };

  startDrag(key: WindowKey, event: DragEvent): void {
    const node = this.#model.getNodeById(key);
    if (this.#layout === null || !(node instanceof TabNode) || !this.canDrag(key)) {
      event.preventDefault();
      return;
    }
    this.#layout.moveTabWithDragAndDrop(event, node);
  }

  setTitle(key: WindowKey, title: string): void {
    if (this.bars.setTitle(key, title) && this.isStacked(key))
      this.#model.doAction(Actions.renameTab(key, title));
  }

  popOut(key: WindowKey, place: IJsonRect): void {
    if (this.#stored.has(key) && !this.isPopped(key))
      this.#show({
        maximised: null,
        popped: new Map(this.#view.popped).set(key, this.#popouts.placeOf(key) ?? place),
      });
  }

  dock(key?: WindowKey): void {
    const keys = key === undefined ? [...this.#view.popped.keys()] : [key];
    for (const each of keys) this.#places.forget(this.workspaceId, each);
    this.#dockAll(keys);
  }

  windowOf(key: WindowKey): Window | undefined {
    return this.#popouts.get(key);
  }

  popouts(): readonly Window[] {
    return this.#popouts.all();
  }

  readonly onAction = (action: Action): Action | undefined => {
    if (this.isLocked() && CHANGES_LAYOUT.has(action.type)) return undefined;
    switch (action.type) {
      case Actions.ADJUST_WEIGHTS:
      case Actions.SET_ACTIVE_TABSET:
        return action;
      case Actions.SELECT_TAB:
        return this.#isHidden(action.data['tabNode']) ? undefined : action;
      case Actions.MOVE_NODE:
        this.#onMove(action);
        return undefined;
      case Actions.MAXIMIZE_TOGGLE:
        this.#onMaximise(action.data['node']);
        return undefined;
      case Actions.DELETE_TAB:
        if (isWindowKey(action.data['node'])) this.#onClose(action.data['node']);
        return undefined;
      case Actions.CLOSE_POPOUT:
        this.#onClosePopout(action);
        return undefined;
      default:
        // What the library offers beyond this is not part of a stored layout.
        return undefined;
    }
  };

  readonly onModelChange = (changed: Model, action: Action): void => {
    if (action.type === Actions.SELECT_TAB && isWindowKey(action.data['tabNode'])) {
      if (this.#stored.select(action.data['tabNode'])) this.#notify();
      return;
    }
    if (action.type !== Actions.ADJUST_WEIGHTS || action.isAdjusting()) return;
    const sizes = sizesOf(changed);
    if (!this.#isPlain()) {
      this.#stored.sizes.keep(shapeOf(visibleOf(this.#stored.tree, this.#view).tree), sizes);
      return;
    }
    this.#stored.keepSizes(sizes);
  };

  readonly onPopoutOpen = (layoutId: string, popout: Window): void => {
    const key = this.#keyOf(layoutId);
    if (key === undefined) return;
    this.#popouts.add(key, popout);
    this.keepPlaces();
    this.#notify();
  };

  readonly onPopoutClose = (layoutId: string, popout: Window): void => {
    const key = this.#keyOf(layoutId);
    if (key === undefined || this.#popouts.get(key) !== popout) return;
    this.#dockAll([key]);
    this.#places.forget(this.workspaceId, key, this.#popouts.placeOf(key));
    // A reloaded page would stay behind empty.
    setTimeout(() => popout.close(), 0);
  };

  flush(): void {
    this.#stored.sizes.flush();
  }

  keepPlaces(): void {
    for (const [key, rect] of this.#popouts.places())
      this.#places.keep({ workspaceId: this.workspaceId, key, rect });
  }

  release(): void {
    this.flush();
    this.keepPlaces();
    this.#popouts.closeAll();
    if (this.#view.popped.size > 0) this.#show({ popped: new Map() });
  }

  dispose(): void {
    this.release();
    this.#leaveStore();
  }

  #hidesOthersInRow(key: WindowKey): boolean {
    return !this.isPopped(key) && hiddenByRow(this.#stored.tree, key) !== null;
  }

  /** True while every window is docked and none is maximised. */
  #isPlain(): boolean {
    return this.#view.maximised === null && this.#view.popped.size === 0;
  }

  #keyOf(layoutId: string): WindowKey | undefined {
    return windowsOf(this.#stored.tree).find((key) => popoutIdOf(this.workspaceId, key) === layoutId);
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  #show(change: Partial<DockView>): void {
    this.#view = { ...this.#view, ...change };
    this.#rebuild();
  }

  #rebuild(): void {
    const visible = visibleOf(this.#stored.tree, this.#view);
    const sizes = this.#isPlain() ? undefined : this.#stored.sizes.kept(shapeOf(visible.tree));
    const sized =
      sizes === undefined || visible.tree === null
        ? visible
        : { ...visible, tree: withSizes(visible.tree, sizes) };
    this.#model = dockModel(sized, this.#view.popped, this.workspaceId, {
      previous: this.#model,
      isLocked: this.isLocked(),
      titleOf: this.bars.titleOf,
    });
    this.#notify();
  }

  /** Takes over a layout that was changed elsewhere: by undo, by another tab, by choosing a preset. */
  #follow(): void {
    const news = this.#stored.follow();
    // Title bars and tabs can be dragged, or not.
    if (news === 'lock') this.#rebuild();
    if (news !== 'tree') return;
    const present = new Set(windowsOf(this.#stored.tree));
    this.#view = { ...this.#view, maximised: null };
    const gone = [...this.#view.popped.keys()].filter((key) => !present.has(key));
    if (gone.length > 0) this.#dockAll(gone);
    else this.#rebuild();
  }

  #isHidden(key: unknown): boolean {
    return isWindowKey(key) && visibleOf(this.#stored.tree, this.#view).hidden.includes(key);
  }

  /** A window or a whole stack was dragged. The library moves it in the whole tree, with the windows that are not on screen. */
  #onMove(action: Action): void {
    const { fromNode }: { fromNode?: unknown } = action.data;
    const node = typeof fromNode === 'string' ? this.#model.getNodeById(fromNode) : undefined;
    const key = node instanceof TabSetNode ? node.getSelectedNode()?.getId() : node?.getId();
    const whole = forWholeTree(action, this.#stored.tree, visibleOf(this.#stored.tree, this.#view));
    if (this.#stored.arrange('Move window', afterAction(this.#stored.tree, whole)) && isWindowKey(key))
      this.#onMoved(this.bars.titleOf(key));
  }

  #onMaximise(stackId: unknown): void {
    const node = typeof stackId === 'string' ? this.#model.getNodeById(stackId) : undefined;
    const key = node instanceof TabSetNode ? node.getSelectedNode()?.getId() : undefined;
    if (isWindowKey(key)) this.maximise(key);
  }

  #onClosePopout(action: Action): void {
    const { layoutId }: { layoutId?: unknown } = action.data;
    const key = typeof layoutId === 'string' ? this.#keyOf(layoutId) : undefined;
    if (key === undefined) return;
    // Closed before it was open: the browser blocked it.
    if (this.#popouts.get(key) === undefined && this.isPopped(key)) this.#onBlocked(key);
    this.#dockAll([key]);
  }

  #dockAll(keys: readonly WindowKey[]): void {
    for (const key of keys) this.#popouts.forget(key);
    if (keys.some((key) => this.isPopped(key)))
      this.#show({ popped: new Map([...this.#view.popped].filter(([key]) => !keys.includes(key))) });
  }
}
