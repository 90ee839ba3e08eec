import {
  Actions,
  TabNode,
  type Action,
  type IJsonRect,
  type ILayoutApi,
  type Model,
  type Node as DockNode,
} from 'flexlayout-react';
import {
  hiddenByRow,
  neighbourOf,
  isWindowKey,
  windowsOf,
  type Dimension,
  type LayoutGroup,
  type Side,
  type WindowKey,
} from '../../../layouts/index.ts';
import { BorderTargets } from './border-targets.ts';
import type { DockController, DockOptions } from './dock-controller.ts';
import { adjusted, CHANGES_LAYOUT, dragged, IN_THE_MODEL, selectedIn } from './dock-actions.ts';
import { movedToPanel } from './dock-drops.ts';
import * as operate from './dock-operations.ts';
import {
  areaOf,
  dockedCounts,
  isMaximisedIn,
  isShownIn,
  isStackedIn,
  nextInStack,
  shownTree,
  visibleOf,
  type Area,
  type PanelSize,
} from './dock-view.ts';
import { FloatMoves } from './float-moves.ts';
import { ShownLayout } from './shown-layout.ts';
import { treeOfOne, type BorderSide } from './undocked.ts';
import { popoutsAt } from './undo-popouts.ts';
import type { WindowBars } from './window-bars.ts';

/** Steps of undo. */
const BRING_BACK = 'Bring window back';
const RESIZE = 'Resize windows';
const MOVE_FLOAT = 'Move floating window';

/** Opens the dock of a workspace and follows what is stored of it. */
export const createDock = (options: DockOptions): DockController => new WorkspaceDock(options);

class WorkspaceDock implements DockController {
  readonly workspaceId: number;
  readonly #onBlocked: DockOptions['onBlocked'];
  readonly #onClose: DockOptions['onClose'];
  readonly #onMoved: DockOptions['onMoved'];
  readonly #shown: ShownLayout;
  readonly #borderTargets: BorderTargets;
  readonly #floatMoves = new FloatMoves();
  readonly bars: WindowBars;
  readonly subscribe: DockController['subscribe'];
  readonly model: DockController['model'];
  readonly view: DockController['view'];
  #library: ILayoutApi | null = null;
  /** Ids of browser windows that the user has opened and that are not there yet. */
  readonly #opening = new Set<string>();

  constructor(options: DockOptions) {
    this.workspaceId = options.workspaceId;
    this.#onBlocked = options.onBlocked;
    this.#onClose = options.onClose;
    this.#onMoved = options.onMoved;
    this.#shown = new ShownLayout(options);
    this.bars = this.#shown.bars;
    this.subscribe = this.#shown.subscribe;
    this.model = this.#shown.model;
    this.view = this.#shown.view;
    this.#borderTargets = new BorderTargets(this.model);
  }

  isShown(key: WindowKey): boolean {
    return isShownIn(this.#shown.stored.layout, this.view(), key);
  }

  isStacked(key: WindowKey): boolean {
    return isStackedIn(this.#shown.stored.layout, this.view(), key);
  }

  areaOf(key: WindowKey): Area['kind'] {
    return this.#areaOf(key).kind;
  }

  isPopped(key: WindowKey): boolean {
    return this.areaOf(key) === 'popout';
  }

  isMaximised(key: WindowKey): boolean {
    return isMaximisedIn(this.#shown.stored.layout, this.view(), key);
  }

  canMaximiseRow(key: WindowKey): boolean {
    return this.view().maximised?.scope !== 'window' && this.#hidesOthersInRow(key);
  }

  canDrag(key: WindowKey): boolean {
    return this.#shown.stored.has(key) && !this.isLocked() && this.view().maximised === null;
  }

  maximise(key: WindowKey): void {
    const { stacks } = dockedCounts(this.#shown.stored.layout, this.view());
    if (this.areaOf(key) !== 'layout' || stacks < 2) return;
    // A maximised row gives way to one of its windows; only this window's own button brings the others back.
    this.#shown.show({
      maximised: this.view().maximised?.scope === 'window' ? null : { key, scope: 'window' },
    });
  }

  maximiseRow(key: WindowKey): void {
    if (this.view().maximised !== null) this.#shown.show({ maximised: null });
    else if (this.#hidesOthersInRow(key)) this.#shown.show({ maximised: { key, scope: 'row' } });
  }

  move(key: WindowKey, side: Side): boolean {
    return (
      this.#canArrange(key) && this.#shown.apply('Move window', operate.moved(this.#shown.state, key, side))
    );
  }

  isLocked(): boolean {
    return this.#shown.stored.isLocked;
  }

  neighbour(key: WindowKey, side: Side): WindowKey | null {
    const tree = shownTree(this.#shown.visible, this.#areaOf(key));
    return tree === null || !this.#canArrange(key) ? null : neighbourOf(tree, key, side);
  }

  stack(key: WindowKey, side: Side): boolean {
    return (
      this.#canArrange(key) &&
      this.#shown.apply('Stack windows', operate.stacked(this.#shown.state, key, side))
    );
  }

  unstack(key: WindowKey): boolean {
    return (
      this.#canArrange(key) &&
      this.#shown.apply('Take window out of its stack', operate.unstacked(this.#shown.state, key))
    );
  }

  resize(key: WindowKey, dimension: Dimension, share: number): boolean {
    const before = this.#shown.state;
    const next = operate.resizedBy(before, key, dimension, share);
    if (this.isLocked() || !this.#canArrange(key) || next === before) return false;
    this.#shown.keepSizes(next, RESIZE);
    this.#shown.rebuild();
    return true;
  }

  add(by: WindowKey, side: Side | 'stack'): WindowKey | null {
    const key = this.#shown.stored.freeKey();
    return this.#shown.apply('Add window', operate.added(this.#shown.state, key, by, side)) ? key : null;
  }

  select(key: WindowKey): void {
    if (this.#shown.keep(operate.selected(this.#shown.state, key))) this.#shown.rebuild();
  }

  nextInStack(key: WindowKey, step: 1 | -1): WindowKey | null {
    return nextInStack(this.#shown.stored.layout, this.view(), key, step);
  }

  // A React ref.
  readonly attach = (layout: ILayoutApi | null): void => {
    this.#library = layout;
  };

  startDrag(key: WindowKey, event: DragEvent): void {
    const node = this.model().getNodeById(key);
    if (this.#library === null || !(node instanceof TabNode) || !this.canDrag(key)) {
      event.preventDefault();
      return;
    }
    this.#library.moveTabWithDragAndDrop(event, node);
  }

  onDragStart(node: DockNode | undefined): void {
    const key = node instanceof TabNode ? node.getId() : undefined;
    if (isWindowKey(key)) this.#borderTargets.show([window, ...this.popouts()]);
  }

  setTitle(key: WindowKey, title: string): void {
    if (!this.bars.setTitle(key, title)) return;
    if (this.isStacked(key) || this.areaOf(key) === 'border')
      this.model().doAction(Actions.renameTab(key, title));
    this.#shown.nameBrowserWindows();
  }

  popOut(key: WindowKey, rect: IJsonRect): void {
    if (this.#shown.stored.has(key) && !this.isPopped(key))
      this.popOutAll(treeOfOne(key), this.#shown.popouts.rectOf(key) ?? rect);
  }

  popOutAll(tree: LayoutGroup, rect: IJsonRect): void {
    const id = this.#shown.popouts.nextId();
    this.#opening.add(id);
    this.#shown.show(operate.poppedOut(this.#shown.state, { id, tree, rect }).view);
  }

  travelPopouts(...[change, side]: Parameters<DockController['travelPopouts']>): boolean {
    const { state, popouts } = this.#shown;
    const next = operate.withPopoutsAt(
      state,
      popoutsAt(state.view.popouts, change, side, () => popouts.nextId()),
    );
    if (next === state) return false;
    this.#shown.show(next.view);
    return true;
  }

  float(key: WindowKey, rect: IJsonRect): boolean {
    return (
      this.#shown.stored.has(key) &&
      this.#shown.apply('Float window', operate.floated(this.#shown.state, key, rect))
    );
  }

  pin(key: WindowKey, side: BorderSide): boolean {
    return (
      this.#shown.stored.has(key) &&
      this.#shown.apply('Pin window', operate.pinned(this.#shown.state, key, side))
    );
  }

  panels(): ReturnType<DockController['panels']> {
    const { floats, popouts } = this.#shown.visible;
    return [
      ...floats.map((panel) => ({ ...panel, kind: 'float' as const })),
      ...popouts.map((panel) => ({ ...panel, kind: 'popout' as const })),
    ];
  }

  moveToPanel(key: WindowKey, by: WindowKey): boolean {
    return (
      this.#shown.stored.has(key) &&
      this.#shown.apply('Move window', movedToPanel(this.#shown.state, key, by))
    );
  }

  dock(key?: WindowKey): void {
    const next =
      key === undefined
        ? operate.atTheirPlaces(this.#shown.state, windowsOf(this.#shown.stored.tree))
        : operate.docked(this.#shown.state, key);
    // A locked layout keeps its windows where they are, but browser windows may close.
    if (this.isLocked()) this.#shown.showPopouts(BRING_BACK, next.view.popouts);
    else this.#shown.apply(BRING_BACK, next);
  }

  windowOf(key: WindowKey): Window | undefined {
    const area = this.#areaOf(key);
    return area.kind === 'popout' ? this.#shown.popouts.get(area.id) : undefined;
  }

  popouts(): readonly Window[] {
    return this.#shown.popouts.all();
  }

  readonly onAction = (action: Action): Action | undefined => {
    if (this.isLocked() && CHANGES_LAYOUT.has(action.type)) return undefined;
    if (IN_THE_MODEL.has(action.type)) return this.#floatMoves.followed(action);
    const { data } = action;
    switch (action.type) {
      case Actions.SELECT_TAB:
        return this.#onSelect(data['tabNode']) ? action : undefined;
      case Actions.MOVE_NODE:
      case Actions.DOCK_FLOAT_TO_LAYOUT:
        this.#onDragged(action);
        return undefined;
      case Actions.POPOUT_FLOAT:
        this.#onFloatPoppedOut(data['layoutId'], data['rect']);
        return undefined;
      case Actions.MAXIMIZE_TOGGLE:
        this.#onMaximise(data['node']);
        return undefined;
      case Actions.DELETE_TAB:
        if (isWindowKey(data['node'])) this.#onClose(data['node']);
        return undefined;
      case Actions.CLOSE_POPOUT:
        this.#onClosePopout(data['layoutId']);
        return undefined;
      default:
        // What the library offers beyond this is not part of a stored layout.
        return undefined;
    }
  };

  readonly onModelChange = (changed: Model, action: Action): void => {
    if (action.type === Actions.SELECT_TAB && isWindowKey(action.data['tabNode'])) {
      if (this.#shown.keep(operate.selected(this.#shown.state, action.data['tabNode']))) this.#shown.notify();
      return;
    }
    const next = adjusted(this.#shown.state, changed, action);
    if (next === null) return;
    if (action.type === Actions.MOVE_FLOAT_TO_FRONT) this.#shown.keep(next);
    else this.#shown.keepSizes(next, action.type === Actions.MOVE_FLOAT ? MOVE_FLOAT : RESIZE);
  };

  readonly onPopoutOpen = (id: string, popout: Window): void => {
    if (this.#shown.popoutOf(id) === undefined) return;
    this.#shown.popouts.add(id, popout);
    this.keepPlaces();
    if (this.#opening.delete(id)) this.#shown.recordOpened(id);
    this.#shown.nameBrowserWindows();
    this.#shown.notify();
  };

  readonly onPopoutClose = (id: string, popout: Window): void => {
    const panel = this.#shown.popoutOf(id);
    if (panel === undefined || this.#shown.popouts.get(id) !== popout) return;
    this.#shown.popouts.close(panel);
    this.#shown.withoutPopout(id, BRING_BACK);
    // A reloaded page would stay behind empty.
    setTimeout(() => popout.close(), 0);
  };

  flush(): void {
    this.#shown.stored.sizes.flush();
  }

  keepPlaces(): void {
    this.#shown.keepPlaces();
  }

  setSize(size: PanelSize): void {
    this.#shown.setSize(size);
  }

  release(): void {
    this.#borderTargets.stop();
    this.#shown.release();
  }

  dispose(): void {
    this.#borderTargets.stop();
    this.#shown.dispose();
  }

  #areaOf(key: WindowKey): Area {
    return areaOf(this.#shown.stored.layout, this.view(), key);
  }

  #hidesOthersInRow(key: WindowKey): boolean {
    const { tree } = visibleOf(this.#shown.stored.layout, { ...this.view(), maximised: null });
    return this.areaOf(key) === 'layout' && tree !== null && hiddenByRow(tree, key) !== null;
  }

  /** False for windows of a layout in which one is maximised. */
  #canArrange(key: WindowKey): boolean {
    return this.view().maximised === null || this.areaOf(key) !== 'layout';
  }

  /** True when the library is to show the window in the model on screen. A pinned one opens or closes. */
  #onSelect(id: unknown): boolean {
    if (!isWindowKey(id)) return true;
    if (this.areaOf(id) !== 'border') return !this.#shown.visible.hidden.includes(id);
    const { view } = operate.selected(this.#shown.state, id);
    const open = new Set([...this.view().open].filter((key) => key !== id));
    this.#shown.show(this.view().open.has(id) ? { open } : view);
    return false;
  }

  /** The library moves what was dragged in the whole tree, with the windows that are not on screen. */
  #onDragged(action: Action): void {
    const outcome = dragged(this.#shown.state, this.model(), action);
    if (outcome !== null && this.#shown.apply('Move window', outcome.state))
      this.#onMoved(this.bars.titleOf(outcome.key));
  }

  #onFloatPoppedOut(id: unknown, rect: IJsonRect): void {
    const float = this.#shown.visible.floats.find((each) => each.id === id);
    if (float !== undefined) this.popOutAll(float.tree, rect);
  }

  #onMaximise(stackId: unknown): void {
    const key = selectedIn(this.model(), stackId);
    if (key !== null) this.maximise(key);
  }

  #onClosePopout(id: unknown): void {
    const panel = this.#shown.popoutOf(id);
    const key = panel === undefined ? undefined : windowsOf(panel.tree)[0];
    if (panel === undefined || key === undefined) return;
    this.#opening.delete(panel.id);
    // Closed before it was open: the browser blocked it.
    const isBlocked = this.#shown.popouts.get(panel.id) === undefined;
    if (isBlocked) this.#onBlocked(key);
    this.#shown.withoutPopout(panel.id, isBlocked ? null : BRING_BACK);
  }
}
