import {
  Actions,
  BorderNode,
  DockLocation,
  RowNode,
  TabNode,
  TabSetNode,
  type Action,
  type IJsonRowNode,
  type IJsonTabSetNode,
  type Model,
} from 'flexlayout-react';
import {
  isWindowKey,
  neighbourOf,
  stackOf,
  swapWindowsOf,
  tidy,
  withSelected,
  type LayoutGroup,
  type LayoutPart,
  type Side,
  type WindowKey,
} from '../../../layouts/index.ts';
import { dockModel, ROOT_ID, stackIdOf } from './dock-model.ts';
import { PLAIN_VIEW, visibleOf } from './dock-view.ts';
import { BORDER_SIDES, NONE_UNDOCKED, type BorderSide } from './undocked.ts';

/** Moves of windows within one tree. The library makes them: in a model of the tree, which is read back. */

/** A model of a whole tree, to be changed but not drawn. */
export function toModel(tree: LayoutGroup): Model {
  return dockModel(visibleOf({ tree, undocked: NONE_UNDOCKED }, PLAIN_VIEW));
}

function partOf(node: IJsonRowNode | IJsonTabSetNode, direction: LayoutGroup['direction']): LayoutPart {
  const weight = node.weight ?? 100;
  if (node.type !== 'row') {
    const { children = [], selected = 0 }: IJsonTabSetNode = node;
    const windows = children.flatMap(({ id }) => (isWindowKey(id) ? [id] : []));
    const chosen = children[selected]?.id;
    return { windows, selected: isWindowKey(chosen) ? chosen : (windows[0] ?? 'Window1'), weight };
  }
  const { children = [] }: IJsonRowNode = node;
  const sum = children.reduce((total, child) => total + (child.weight ?? 100), 0) || 1;
  const inner = direction === 'row' ? 'column' : 'row';
  return {
    direction,
    weight,
    // The library adds weights as it goes; ours are shares of a hundred.
    children: children.map((child) => ({
      ...partOf(child, inner),
      weight: ((child.weight ?? 100) * 100) / sum,
    })),
  };
}

/** The tree of a model's main layout; null when it holds no window. */
export function fromModel(model: Model): LayoutGroup | null {
  const { global, layout } = model.toJson();
  return tidy(partOf(layout, global?.rootOrientationVertical === true ? 'column' : 'row'));
}

/** The tree after the library has carried an action out. An action that leaves no window changes nothing. */
function afterAction(tree: LayoutGroup, action: Action): LayoutGroup {
  const model = toModel(tree);
  model.doAction(action);
  return fromModel(model) ?? tree;
}

const LOCATIONS: Readonly<Record<Side | 'stack', DockLocation>> = {
  left: DockLocation.LEFT,
  right: DockLocation.RIGHT,
  up: DockLocation.TOP,
  down: DockLocation.BOTTOM,
  stack: DockLocation.CENTER,
};
const SIDES: readonly (Side | 'stack')[] = ['left', 'right', 'up', 'down', 'stack'];

/** Where windows are put: on a side of another one or in its stack, there before a given window, or at an edge of the tree. */
export type Destination =
  | { readonly by: WindowKey; readonly side: Side | 'stack'; readonly before?: WindowKey | null }
  | { readonly edge: Side };

/** The id of the library's node, and the index in it. */
function targetIn(
  tree: LayoutGroup,
  to: Destination,
): { readonly id: string; readonly index: number } | null {
  if ('edge' in to) return { id: ROOT_ID, index: -1 };
  const { by, before = null } = to;
  const stack = stackOf(tree, by);
  return stack === undefined
    ? null
    : { id: stackIdOf(stack), index: before === null ? -1 : stack.windows.indexOf(before) };
}

const locationOf = (to: Destination): DockLocation => LOCATIONS['edge' in to ? to.edge : to.side];

/** The tree with a window moved, or added when it is not there; the same one for a move that is none. */
function withPlacedOne(tree: LayoutGroup, key: WindowKey, to: Destination): LayoutGroup {
  const target = targetIn(tree, to);
  if (target === null) return tree;
  const present = stackOf(tree, key);
  if (present !== undefined && 'by' in to && to.by === key && present.windows.length === 1) return tree;
  return afterAction(
    tree,
    present === undefined
      ? Actions.addTab({ type: 'tab', id: key, name: key }, target.id, locationOf(to), target.index, true)
      : Actions.moveNode(key, target.id, locationOf(to), target.index, true),
  );
}

/** The tree with windows moved into one stack, in this order, or added where they are not there. The selected one is on top. */
export function withPlaced(
  tree: LayoutGroup,
  keys: readonly WindowKey[],
  selected: WindowKey,
  to: Destination,
): LayoutGroup {
  const [first, ...others] = keys;
  if (first === undefined) return tree;
  let next = withPlacedOne(tree, first, to);
  let last = first;
  for (const key of others) {
    const mates = stackOf(next, last)?.windows ?? [];
    const before = mates[mates.indexOf(last) + 1] ?? null;
    if (before !== key) next = withPlacedOne(next, key, { by: last, side: 'stack', before });
    last = key;
  }
  return keys.length === 1 ? next : withSelected(next, selected);
}

/** The tree after a window was moved; the same one for a move that is none. */
export function movedTo(tree: LayoutGroup, key: WindowKey, to: Destination): LayoutGroup {
  return stackOf(tree, key) === undefined ? tree : withPlacedOne(tree, key, to);
}

/** The tree with a window on top of the stack at that side of it; the same one when there is none. `shown`: the part of the tree on screen. */
export function stackedByKey(
  tree: LayoutGroup,
  key: WindowKey,
  side: Side,
  shown: LayoutGroup = tree,
): LayoutGroup {
  const neighbour = neighbourOf(shown, key, side);
  return neighbour === null ? tree : movedTo(tree, key, { by: neighbour, side: 'stack' });
}

/** What a key does: changes places with the neighbour on that side; where there is none, takes that edge. `shown`: the part of the tree on screen. */
export function movedByKey(
  tree: LayoutGroup,
  key: WindowKey,
  side: Side,
  shown: LayoutGroup = tree,
): LayoutGroup {
  const neighbour = neighbourOf(shown, key, side);
  if (neighbour !== null) return swapWindowsOf(tree, key, neighbour);
  return movedTo(tree, key, { edge: side });
}

/** The tree with one more, empty window beside another one or in its stack. */
export function withAdded(
  tree: LayoutGroup,
  added: WindowKey,
  to: { readonly by: WindowKey; readonly side: Side | 'stack' },
): LayoutGroup {
  return stackOf(tree, added) === undefined ? withPlacedOne(tree, added, to) : tree;
}

/** Windows that were dragged, as the library reports it. */
export interface Drop {
  /** The window, or the selected one of the stack. */
  readonly key: WindowKey;
  readonly isStack: boolean;
  /** A window on screen where it was dropped; null at a border without windows, and in a layout whose windows are all elsewhere. */
  readonly by: WindowKey | null;
  /** The border at which it was dropped; null elsewhere. */
  readonly border: BorderSide | null;
  readonly isAtEdge: boolean;
  readonly side: Side | 'stack';
  /** The window of the stack or border before which it was dropped. */
  readonly before: WindowKey | null;
}

function windowsIn(node: BorderNode | TabSetNode | RowNode): readonly WindowKey[] {
  return node.getChildren().flatMap((child) => {
    if (child instanceof TabSetNode || child instanceof RowNode) return windowsIn(child);
    const id = child.getId();
    return isWindowKey(id) ? [id] : [];
  });
}

/** Where the library moves something: the windows that are there, and the one before which it comes. */
function targetOf(model: Model, { toNode, index }: Record<string, unknown>) {
  const node = model.getNodeById(String(toNode));
  if (!(node instanceof BorderNode || node instanceof TabSetNode || node instanceof RowNode)) return null;
  const windows = windowsIn(node);
  const isAtEdge = node instanceof RowNode;
  const border =
    node instanceof BorderNode
      ? BORDER_SIDES.find((side) => side === node.getLocation().getName())
      : undefined;
  const before = typeof index === 'number' && index >= 0 && !isAtEdge ? windows[index] : undefined;
  return { windows, isAtEdge, border: border ?? null, before: before ?? null };
}

/** Reads a move of the model on screen; null for one that is none of ours. */
export function dropOf(model: Model, { data }: Action): Drop | null {
  const from = model.getNodeById(String(data['fromNode']));
  if (!(from instanceof TabNode || from instanceof TabSetNode)) return null;
  const isStack = from instanceof TabSetNode;
  const key = isStack ? from.getSelectedNode()?.getId() : from.getId();
  const target = targetOf(model, data);
  const side = SIDES.find((each) => LOCATIONS[each].getName() === data['location']);
  if (!isWindowKey(key) || side === undefined || target === null) return null;
  const { windows, isAtEdge, border, before } = target;
  return {
    key,
    isStack,
    by: windows.find((each) => each !== key) ?? windows[0] ?? null,
    border,
    isAtEdge,
    side,
    before,
  };
}
