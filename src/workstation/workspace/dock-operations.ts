import type { IJsonRect } from 'flexlayout-react';
import {
  isSameShape,
  resized,
  stackOf,
  stacksOf,
  windowsOf,
  withoutWindows,
  withSelected,
  withSizesOfPart,
  type Dimension,
  type LayoutGroup,
  type Side,
  type WindowKey,
} from '../../../layouts/index.ts';
import { movedByKey, movedTo, stackedByKey, withAdded } from './dock-moves.ts';
import {
  areaOf,
  floatIdOf,
  shownTree,
  visibleOf,
  type Area,
  type DeskLayout,
  type DockView,
  type Panel,
  type Visible,
} from './dock-view.ts';
import {
  treeOfOne,
  undockedIn,
  withoutUndocked,
  type BorderSide,
  type FloatPanel,
  type PinnedBorder,
  type Undocked,
} from './undocked.ts';

/** What is stored of a workspace's layout, and how it is looked at. Everything that a user does to windows is a function from one to the next. */
export interface DockState {
  readonly layout: DeskLayout;
  readonly view: DockView;
}

/** How far an open border reaches into the workspace at first, px. */
const BORDER_SIZE_PX: Readonly<Record<BorderSide, number>> = { left: 360, right: 360, bottom: 280 };
/** By how much a key moves a floating panel, or makes it larger, px. */
const STEP_PX = 32;
const MIN_FLOAT_PX = { width: 200, height: 120 };

export const areaIn = ({ layout, view }: DockState, key: WindowKey): Area => areaOf(layout, view, key);
export const visibleIn = ({ layout, view }: DockState): Visible => visibleOf(layout, view);

/** Windows that are at no border any more are not open there. */
function withUndocked(state: DockState, undocked: Undocked): DockState {
  const atBorders = new Set(undocked.Borders.flatMap(({ Windows }) => Windows));
  const open = [...state.view.open].filter((key) => atBorders.has(key));
  const view = open.length === state.view.open.size ? state.view : { ...state.view, open: new Set(open) };
  return { layout: { ...state.layout, undocked }, view };
}

const withPopouts = (state: DockState, popouts: readonly Panel[]): DockState => ({
  ...state,
  view: { ...state.view, popouts },
});

/** The state without some windows in its browser windows; those that are left empty are gone. */
export function withoutPopped(state: DockState, keys: ReadonlySet<WindowKey>): DockState {
  const { popouts } = state.view;
  if (!popouts.some(({ tree }) => windowsOf(tree).some((key) => keys.has(key)))) return state;
  return withPopouts(
    state,
    popouts.flatMap((popout) => {
      const tree = withoutWindows(popout.tree, keys);
      return tree === null ? [] : { ...popout, tree };
    }),
  );
}

/** All of these windows at their places in the layout. */
export function atTheirPlaces(state: DockState, keys: readonly WindowKey[]): DockState {
  const gone = new Set(keys);
  const popped = withoutPopped(state, gone);
  return withUndocked(popped, withoutUndocked(popped.layout.undocked, gone));
}

/** The whole tree of an area, with the windows that have a place in it but are shown elsewhere; null for a border. */
export function treeOf({ layout, view }: DockState, area: Area): LayoutGroup | null {
  switch (area.kind) {
    case 'layout':
      return layout.tree;
    case 'border':
      return null;
    case 'float':
      return layout.undocked.Floats.find(({ Tree }) => floatIdOf(Tree) === area.id)?.Tree ?? null;
    case 'popout':
      return view.popouts.find(({ id }) => id === area.id)?.tree ?? null;
  }
}

/** The state with another tree in an area; the same one for a border. */
export function withTree(state: DockState, area: Area, tree: LayoutGroup): DockState {
  switch (area.kind) {
    case 'layout':
      return { ...state, layout: { ...state.layout, tree } };
    case 'border':
      return state;
    case 'float':
      return mapFloat(state, area.id, (float) => ({ ...float, Tree: tree }));
    case 'popout':
      return withPopouts(
        state,
        state.view.popouts.map((popout) => (popout.id === area.id ? { ...popout, tree } : popout)),
      );
  }
}

function mapFloat(state: DockState, id: string, change: (float: FloatPanel) => FloatPanel): DockState {
  const { undocked } = state.layout;
  return withUndocked(state, {
    ...undocked,
    Floats: undocked.Floats.map((float) => (floatIdOf(float.Tree) === id ? change(float) : float)),
  });
}

/** Changes the tree that a window is shown in. `change` gets the whole tree and the part of it on screen. */
function inTreeOf(
  state: DockState,
  key: WindowKey,
  change: (tree: LayoutGroup, shown: LayoutGroup) => LayoutGroup,
): DockState {
  const area = areaIn(state, key);
  const [tree, shown] = [treeOf(state, area), shownTree(visibleIn(state), area)];
  if (tree === null || shown === null || stackOf(shown, key) === undefined) return state;
  const next = change(tree, shown);
  return next === tree ? state : withTree(state, area, next);
}

/** A window changes places with its neighbour; where there is none, it takes the edge, and a floating panel moves. */
export function moved(state: DockState, key: WindowKey, side: Side): DockState {
  const area = areaIn(state, key);
  const shown = shownTree(visibleIn(state), area);
  if (area.kind === 'float' && shown !== null && stacksOf(shown).length === 1)
    return mapFloat(state, area.id, (float) => ({
      ...float,
      Left: Math.max(0, float.Left + (side === 'left' ? -STEP_PX : side === 'right' ? STEP_PX : 0)),
      Top: Math.max(0, float.Top + (side === 'up' ? -STEP_PX : side === 'down' ? STEP_PX : 0)),
    }));
  return inTreeOf(state, key, (tree, part) => movedByKey(tree, key, side, part));
}

/** A window on top of the stack at that side of it. */
export const stacked = (state: DockState, key: WindowKey, side: Side): DockState =>
  inTreeOf(state, key, (tree, shown) => stackedByKey(tree, key, side, shown));

/** A window out of its stack, to the right of it. */
export const unstacked = (state: DockState, key: WindowKey): DockState =>
  inTreeOf(state, key, (tree, shown) =>
    stackOf(shown, key)?.windows.length === 1 ? tree : movedTo(tree, key, { by: key, side: 'right' }),
  );

/** A place that has grown by a share of its row or column, or shrunk by a negative one; a floating panel of one place does so itself. */
export function resizedBy(state: DockState, key: WindowKey, dimension: Dimension, share: number): DockState {
  const area = areaIn(state, key);
  const next = inTreeOf(state, key, (tree, shown) => {
    const sized = resized(shown, key, dimension, share);
    return sized === shown ? tree : withSizesOfPart(tree, sized);
  });
  if (next !== state || area.kind !== 'float') return next;
  const step = Math.sign(share) * STEP_PX;
  const float = mapFloat(state, area.id, (each) =>
    dimension === 'width'
      ? { ...each, Width: Math.max(MIN_FLOAT_PX.width, each.Width + step) }
      : { ...each, Height: Math.max(MIN_FLOAT_PX.height, each.Height + step) },
  );
  return float;
}

/** A new, empty window beside another one or in its stack. It has a place in the layout, too. */
export function added(state: DockState, key: WindowKey, by: WindowKey, side: Side | 'stack'): DockState {
  const area = areaIn(state, by);
  const tree = withAdded(state.layout.tree, key, { by, side });
  if (tree === state.layout.tree) return state;
  const inLayout = { ...state, layout: { ...state.layout, tree } };
  if (area.kind === 'border') return withPinned(inLayout, key, area.side);
  if (area.kind === 'layout') return inLayout;
  return inTreeOf(inLayout, by, (panel) => withAdded(panel, key, { by, side }));
}

/** A window on top of its stack, or open at its border. */
export function selected(state: DockState, key: WindowKey): DockState {
  const area = areaIn(state, key);
  if (area.kind !== 'border') return inTreeOf(state, key, (tree) => withSelected(tree, key));
  if (state.view.open.has(key)) return state;
  const mates = state.layout.undocked.Borders.find(({ Side }) => Side === area.side)?.Windows ?? [];
  const open = [...state.view.open].filter((each) => !mates.includes(each));
  return { ...state, view: { ...state.view, open: new Set([...open, key]) } };
}

/** A window in a floating panel of its own. */
export function floated(
  state: DockState,
  key: WindowKey,
  { x: Left, y: Top, width: Width, height: Height }: IJsonRect,
): DockState {
  const cleared = atTheirPlaces(state, [key]);
  const { undocked } = cleared.layout;
  const float: FloatPanel = { Tree: treeOfOne(key), Left, Top, Width, Height };
  return withUndocked(cleared, { ...undocked, Floats: [...undocked.Floats, float] });
}

export function withPinned(
  state: DockState,
  key: WindowKey,
  side: BorderSide,
  before: WindowKey | null = null,
): DockState {
  const { undocked } = state.layout;
  const found = undocked.Borders.find(({ Side }) => Side === side);
  const border: PinnedBorder = found ?? { Side: side, Windows: [], Size: BORDER_SIZE_PX[side] };
  const at = before === null ? -1 : border.Windows.indexOf(before);
  const Windows = border.Windows.toSpliced(at === -1 ? border.Windows.length : at, 0, key);
  return withUndocked(state, {
    ...undocked,
    Borders: [...undocked.Borders.filter(({ Side }) => Side !== side), { ...border, Windows }],
  });
}

/** A window at the end of a border, closed. */
export function pinned(state: DockState, key: WindowKey, side: BorderSide): DockState {
  const area = areaIn(state, key);
  if (area.kind === 'border' && area.side === side) return state;
  return withPinned(atTheirPlaces(state, [key]), key, side);
}

/** Windows in a browser window of their own. They keep their places in the layout, in floating panels and at borders. */
export function poppedOut(state: DockState, popout: Panel): DockState {
  const keys = new Set(windowsOf(popout.tree));
  const tree = withoutWindows(
    popout.tree,
    new Set([...keys].filter((key) => !windowsOf(state.layout.tree).includes(key))),
  );
  if (tree === null) return state;
  const rest = withoutPopped(state, keys);
  return {
    layout: rest.layout,
    view: { ...rest.view, maximised: null, popouts: [...rest.view.popouts, { ...popout, tree }] },
  };
}

/** The browser windows of a step of undo, without windows that are gone. The same state when they are as they were. */
export function withPopoutsAt(state: DockState, popouts: readonly Panel[]): DockState {
  const next = fitted(withPopouts(state, popouts));
  const [before, after] = [state.view.popouts, next.view.popouts];
  const isSame = ({ id, tree }: Panel, at: number): boolean => {
    const old = before[at];
    return old?.id === id && isSameShape(old.tree, tree);
  };
  return before.length === after.length && after.every(isSame) ? state : next;
}

/** A window back from its browser window, or else from its floating panel or border. */
export function docked(state: DockState, key: WindowKey): DockState {
  const keys = new Set([key]);
  const rest = withoutPopped(state, keys);
  return rest === state ? withUndocked(state, withoutUndocked(state.layout.undocked, keys)) : rest;
}

/** What is left of a view, and of the windows elsewhere, when the layout has become another one. */
export function fitted({ layout, view }: DockState): DockState {
  const undocked = undockedIn(layout.tree, layout.undocked);
  const known = new Set(windowsOf(layout.tree));
  const gone = new Set(view.popouts.flatMap(({ tree }) => windowsOf(tree)).filter((key) => !known.has(key)));
  return withoutPopped({ layout: { ...layout, undocked }, view: { ...view, maximised: null } }, gone);
}
