import { stackOf, windowsOf, withoutWindows, withPartAt, type WindowKey } from '../../../layouts/index.ts';
import { withPlaced, type Drop } from './dock-moves.ts';
import {
  areaIn,
  atTheirPlaces,
  treeOf,
  visibleIn,
  withoutPopped,
  withPinned,
  withTree,
  type DockState,
} from './dock-operations.ts';
import { shownTree, type Area } from './dock-view.ts';
import type { BorderSide } from './undocked.ts';

/** Windows that go from one place to another: within their tree, or from one panel, border or browser window to another. */

/** A window on top of the windows of a panel: of a floating one, or of a browser window. */
export function movedToPanel(state: DockState, key: WindowKey, by: WindowKey): DockState {
  const area = areaIn(state, by);
  if (key === by || area.kind === 'layout' || area.kind === 'border') return state;
  return dropped(state, {
    key,
    isStack: false,
    by,
    border: null,
    isAtEdge: false,
    side: 'stack',
    before: null,
  });
}

const isSameArea = (first: Area, second: Area): boolean => JSON.stringify(first) === JSON.stringify(second);

/** Windows that were dragged somewhere: within their tree, or from one panel, border or browser window to another. */
export function dropped(state: DockState, drop: Drop): DockState {
  const from = areaIn(state, drop.key);
  const to: Area = drop.by === null ? { kind: 'layout' } : areaIn(state, drop.by);
  const isHere = isSameArea(from, to);
  const keys = draggedKeys(state, from, drop, isHere);
  if (drop.border !== null) return droppedAtBorder(state, keys, drop.border, drop.before);
  const destination =
    drop.isAtEdge && drop.side !== 'stack'
      ? { edge: drop.side }
      : drop.by === null
        ? null
        : { by: drop.by, side: drop.side, before: drop.before };
  if (destination === null) return atTheirPlaces(state, keys);
  const rest = isHere
    ? state
    : to.kind === 'popout'
      ? withoutPopped(state, new Set(keys))
      : atTheirPlaces(state, keys);
  // The panel may have another id without the windows that were dragged.
  const area: Area = drop.by === null ? to : areaIn(rest, drop.by);
  const tree = treeOf(rest, area);
  if (tree === null) return state;
  const next = withPlaced(tree, keys, drop.key, destination);
  return next === tree ? rest : withTree(rest, area, next);
}

/** The windows that are dragged with one: in its tree with those of its stack that are elsewhere. */
function draggedKeys(
  state: DockState,
  from: Area,
  { key, isStack }: Drop,
  isHere: boolean,
): readonly WindowKey[] {
  if (!isStack) return [key];
  const tree = isHere ? treeOf(state, from) : shownTree(visibleIn(state), from);
  return (tree === null ? undefined : stackOf(tree, key)?.windows) ?? [key];
}

function droppedAtBorder(
  state: DockState,
  keys: readonly WindowKey[],
  side: BorderSide,
  before: WindowKey | null,
): DockState {
  if (before !== null && keys.includes(before)) return state;
  const rest = atTheirPlaces(state, keys);
  return keys.reduce((next, key) => withPinned(next, key, side, before), rest);
}

/** A whole floating panel that was dragged into the layout or another panel: its windows lie there as they did in it. */
export function floatDropped(state: DockState, id: string, drop: Omit<Drop, 'key' | 'isStack'>): DockState {
  const panel = visibleIn(state).floats.find((float) => float.id === id);
  const [key, ...others] = panel === undefined ? [] : windowsOf(panel.tree);
  if (panel === undefined || key === undefined) return state;
  if (drop.by === null) return atTheirPlaces(state, windowsOf(panel.tree));
  const next = dropped(state, { ...drop, key, isStack: false });
  const area = areaIn(next, key);
  const whole = treeOf(next, area);
  const tree = whole === null ? null : withoutWindows(whole, new Set(others));
  if (tree === null || stackOf(tree, key)?.windows.length !== 1) return next;
  return withTree(atTheirPlaces(next, others), area, withPartAt(tree, key, panel.tree));
}
