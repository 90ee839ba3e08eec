import type { Action, IJsonRect, ILayoutApi, Model, Node as DockNode } from 'flexlayout-react';
import type { Dimension, LayoutGroup, Side, WindowKey } from '../../../layouts/index.ts';
import type { Area, DockView, Panel, PanelSize } from './dock-view.ts';
import type { MaximisedWindows } from './maximised-windows.ts';
import type { PopoutPlaces } from './popout-places.ts';
import type { BorderSide } from './undocked.ts';
import type { PopoutAccess } from './undo-popouts.ts';
import type { UndoHistory } from './undo-history.ts';
import type { WindowBars } from './window-bars.ts';
import type { WorkspaceStore } from './workspace-store.ts';

/**
 * How the windows of one workspace are shown: which are maximised, which float, are pinned to a border or are in browser windows, and where each has its
 * place in the layout.
 */
export interface DockController {
  readonly workspaceId: number;
  subscribe(listener: () => void): () => void;
  model(): Model;
  view(): DockView;
  /** True for a window that is visible while its workspace is on screen: not behind another one of its stack, nor hidden by a maximised one. */
  isShown(key: WindowKey): boolean;
  /** True for a window that shares its place with others: it has a tab instead of a title bar. */
  isStacked(key: WindowKey): boolean;
  /** Where the window is: in the layout, a floating panel, a border or a browser window. */
  areaOf(key: WindowKey): Area['kind'];
  isPopped(key: WindowKey): boolean;
  isMaximised(key: WindowKey): boolean;
  canMaximiseRow(key: WindowKey): boolean;
  /** False in a locked layout, and while a window is maximised. */
  canDrag(key: WindowKey): boolean;
  maximise(key: WindowKey): void;
  maximiseRow(key: WindowKey): void;
  /** Changes places with the neighbour on that side; where there is none, takes that edge. A floating panel of one place moves. */
  move(key: WindowKey, side: Side): boolean;
  /** True while the layout is locked: nothing is moved, resized, added or closed. */
  isLocked(): boolean;
  /** The window on screen at that side of another one; null when there is none. */
  neighbour(key: WindowKey, side: Side): WindowKey | null;
  /** Moves the window into the stack at that side; false when there is none. */
  stack(key: WindowKey, side: Side): boolean;
  /** Takes the window out of its stack, to the right of it; false when it is alone in its place. */
  unstack(key: WindowKey): boolean;
  /** Lets the window's place grow by a share of its row or column, or shrink by a negative one; false when it cannot. */
  resize(key: WindowKey, dimension: Dimension, share: number): boolean;
  /** Adds an empty window beside another one or in its stack; returns its name. */
  add(by: WindowKey, side: Side | 'stack'): WindowKey | null;
  /** Shows a window that lies behind another one of its stack, or opens it at its border. */
  select(key: WindowKey): void;
  /** The window whose tab is after (1) or before (-1) that of another one, around the end; null for a window alone in its place. */
  nextInStack(key: WindowKey, step: 1 | -1): WindowKey | null;
  /** The library's component while it is on screen. */
  attach(layout: ILayoutApi | null): void;
  /** Begins to drag a window by its title bar, within a `dragstart` event. */
  startDrag(key: WindowKey, event: DragEvent): void;
  /** The library begins to drag a node: while it is a window, the borders without windows are on screen. */
  onDragStart(node: DockNode | undefined): void;
  /** Opens a window in a browser window of its own. */
  popOut(key: WindowKey, rect: IJsonRect): void;
  /** Opens windows that lie in this way in a browser window of their own. */
  popOutAll(tree: LayoutGroup, rect: IJsonRect): void;
  /** Opens and closes browser windows as a step of undo says; false when nothing was to be done. */
  travelPopouts: PopoutAccess['travel'];
  /** Lets a window float above the layout, in px within the workspace; false in a locked layout. */
  float(key: WindowKey, rect: IJsonRect): boolean;
  /** Pins a window to a border; false when it is there, and in a locked layout. */
  pin(key: WindowKey, side: BorderSide): boolean;
  /** The floating panels and the browser windows. */
  panels(): readonly (Panel & { readonly kind: 'float' | 'popout' })[];
  /** Moves a window on top of the windows of the panel that has `by`; false in a locked layout. */
  moveToPanel(key: WindowKey, by: WindowKey): boolean;
  /** Brings a window back from its browser window, or else from its floating panel or border; without a window, all of them. */
  dock(key?: WindowKey): void;
  /** The browser window that a window is in; undefined while it is in the desk. */
  windowOf(key: WindowKey): Window | undefined;
  popouts(): readonly Window[];
  /** What the windows show in the tabs of their stacks. */
  readonly bars: WindowBars;
  setTitle(key: WindowKey, title: string): void;
  /** Events of the docking library. */
  onAction(action: Action): Action | undefined;
  onModelChange(model: Model, action: Action): void;
  onPopoutOpen(id: string, popout: Window): void;
  onPopoutClose(id: string, popout: Window): void;
  /** Stores splitters that were just moved at once: the page may go. */
  flush(): void;
  /** Stores where its browser windows are now. */
  keepPlaces(): void;
  /** The workspace has this size on screen, px: floating panels stay within it. */
  setSize(size: PanelSize): void;
  /** The desk is taken off the screen: all browser windows close, their windows are docked. */
  release(): void;
  dispose(): void;
}

/** The workspace of the dock, and the callbacks of its browser windows. */
export interface DockOptions {
  readonly workspaceId: number;
  readonly workspaces: WorkspaceStore;
  readonly undo: UndoHistory;
  /** What a window is called before it has been shown. */
  readonly titleOf: (key: WindowKey) => string;
  /** The browser did not let the window be opened. */
  readonly onBlocked: (key: WindowKey) => void;
  /** The user closes a window by its tab. */
  readonly onClose: (key: WindowKey) => void;
  /** The user has dragged a window to another place. */
  readonly onMoved: (title: string) => void;
  readonly onPopout: (popout: Window) => () => void;
  /** Keeps where the browser windows are, for the next load of the page. */
  readonly places: Pick<PopoutPlaces, 'keep' | 'forget' | 'isLeaving'>;
  /** Keeps which window is maximised, for the next load of the page. */
  readonly maximised: Pick<MaximisedWindows, 'lastOf' | 'keep'>;
}
