import {
  Actions,
  DockLocation,
  Model,
  TabNode,
  type Action,
  type IJsonModel,
  type IJsonRowNode,
  type IJsonSubLayout,
  type IJsonTabNode,
  type IJsonTabSetNode,
  type Node as DockNode,
} from 'flexlayout-react';
import {
  isStack,
  isWindowKey,
  neighbourOf,
  stackOf,
  swapWindowsOf,
  tidy,
  windowsOf,
  type LayoutGroup,
  type LayoutPart,
  type Side,
  type WindowKey,
  type WindowStack,
} from '../../../layouts/index.ts';
import { PLAIN_VIEW, type DockView, type Visible } from './dock-view.ts';

/** Between our trees of windows (pure data) and the models of the docking library. Our tree is stored; the library draws and changes it. */

/** Id of the tab shown in the desk when all its windows are in browser windows of their own. */
export const ALL_OUT = 'all-out';
/** Id of the row or column that holds all others. */
const ROOT_ID = 'root';
const POPOUT_PREFIX = 'popout-';
const STACK_PREFIX = 'set-';

/** Id of the browser window of a popped-out window. */
export const popoutIdOf = (workspaceId: number, key: WindowKey): string =>
  `${POPOUT_PREFIX}${workspaceId}-${key}`;

/** Id of a stack in the library's model. */
const stackIdOf = (stack: WindowStack): string => `${STACK_PREFIX}${stack.windows[0] ?? ''}`;

/** The tab strip of a place with one window, which has a title bar instead. */
const LONE_STRIP = 'dock-lone-strip';
/** The tab of a window that a maximised row hides. */
const HIDDEN_TAB = 'dock-hidden-tab';

/** What a window is called, for assistive technology and the menu of tabs that do not fit. */
type TitleOf = (key: WindowKey) => string;

interface Drawing {
  readonly maximised: WindowKey | null;
  readonly titleOf: TitleOf;
}

function stackNode(
  stack: WindowStack,
  { maximised, titleOf }: Drawing,
  behind: readonly WindowKey[] = [],
): IJsonTabSetNode {
  const tab = (id: WindowKey): IJsonTabNode => ({
    type: 'tab',
    id,
    // The tab of a window with a title bar is not displayed.
    name: stack.windows.length > 1 ? titleOf(id) : id,
    component: 'window',
  });
  return {
    type: 'tabset',
    id: stackIdOf(stack),
    name: 'Windows',
    weight: stack.weight,
    ...(stack.windows.length > 1 ? {} : { classNameTabStrip: LONE_STRIP }),
    minWidth: 160,
    minHeight: 80,
    selected: Math.max(0, stack.windows.indexOf(stack.selected)),
    ...(maximised !== null && stack.windows.includes(maximised) ? { maximized: true } : {}),
    children: [...stack.windows.map(tab), ...behind.map((key) => ({ ...tab(key), className: HIDDEN_TAB }))],
  };
}

/** Rows of the library alternate in direction: a column at the root is the model's vertical orientation. */
function rowNode(
  group: LayoutGroup,
  path: string,
  drawing: Drawing,
  hidden: readonly WindowKey[],
): IJsonRowNode {
  const first = windowsOf(group)[0];
  return {
    type: 'row',
    id: path,
    weight: group.weight,
    children: group.children.map((child, index) => {
      // Hidden windows lie behind the first stack: they stay mounted and keep their state.
      const behind = first !== undefined && windowsOf(child).includes(first) ? hidden : [];
      return isStack(child)
        ? stackNode(child, drawing, behind)
        : rowNode(child, `${path}-${index}`, drawing, behind);
    }),
  };
}

/** The library's JSON of what is on screen. */
export function dockJson(
  { tree, hidden, maximised }: Visible,
  popped: DockView['popped'] = PLAIN_VIEW.popped,
  workspaceId = 0,
  titleOf: TitleOf = (key) => key,
  isLocked = false,
): IJsonModel {
  const drawing = { maximised, titleOf };
  const subLayouts: Record<string, IJsonSubLayout> = {};
  for (const [key, rect] of popped)
    subLayouts[popoutIdOf(workspaceId, key)] = {
      type: 'window',
      rect,
      layout: {
        type: 'row',
        id: `row-${key}`,
        children: [
          {
            ...stackNode({ windows: [key], selected: key, weight: 100 }, { maximised: null, titleOf }),
            enableDrop: false,
            enableDivide: false,
          },
        ],
      },
    };
  const nothing: IJsonRowNode = {
    type: 'row',
    id: ROOT_ID,
    children: [
      {
        type: 'tabset',
        id: `${STACK_PREFIX}${ALL_OUT}`,
        classNameTabStrip: LONE_STRIP,
        enableDrop: false,
        enableDivide: false,
        children: [{ type: 'tab', id: ALL_OUT, component: ALL_OUT }],
      },
    ],
  };
  return {
    global: {
      rootOrientationVertical: tree?.direction === 'column',
      // The whole rim takes a window, not a mark in the middle of each edge only.
      enableEdgeDockIndicators: false,
      tabEnableDrag: !isLocked,
      tabSetEnableDrag: !isLocked,
      tabEnableClose: !isLocked,
      tabEnableRenderOnDemand: false,
      tabEnableScrollbars: false,
    },
    layout: tree === null ? nothing : rowNode(tree, ROOT_ID, drawing, hidden),
    subLayouts,
  };
}

/** A model of what is on screen. Windows that the previous model had stay mounted, also from one browser window to another. */
export function dockModel(
  visible: Visible,
  popped?: DockView['popped'],
  workspaceId?: number,
  {
    previous,
    titleOf,
    isLocked,
  }: { readonly previous?: Model; readonly titleOf?: TitleOf; readonly isLocked?: boolean } = {},
): Model {
  return Model.fromJson(dockJson(visible, popped, workspaceId, titleOf, isLocked), previous);
}

/** A model of a whole tree, to be changed but not drawn. */
export function toModel(tree: LayoutGroup): Model {
  return dockModel({ tree, hidden: [], maximised: null });
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
export function afterAction(tree: LayoutGroup, action: Action): LayoutGroup {
  const model = toModel(tree);
  model.doAction(action);
  return fromModel(model) ?? tree;
}

const LOCATIONS: Readonly<Record<Side, DockLocation>> = {
  left: DockLocation.LEFT,
  right: DockLocation.RIGHT,
  up: DockLocation.TOP,
  down: DockLocation.BOTTOM,
};

/** Where a window is put: on a side of another one or in its stack, or at an edge of the workspace. */
export type Destination = { readonly by: WindowKey; readonly side: Side | 'stack' } | { readonly edge: Side };

/** The library's action that moves a window; null for a move that is none. */
export function moveAction(tree: LayoutGroup, key: WindowKey, to: Destination): Action | null {
  if (stackOf(tree, key) === undefined) return null;
  if ('edge' in to) return Actions.moveNode(key, ROOT_ID, LOCATIONS[to.edge], -1);
  const target = stackOf(tree, to.by);
  if (target === undefined || (to.by === key && target.windows.length === 1)) return null;
  const location = to.side === 'stack' ? DockLocation.CENTER : LOCATIONS[to.side];
  return Actions.moveNode(key, stackIdOf(target), location, -1);
}

/** The tree after a window was moved; the same one for a move that is none. */
export function movedTo(tree: LayoutGroup, key: WindowKey, to: Destination): LayoutGroup {
  const action = moveAction(tree, key, to);
  return action === null ? tree : afterAction(tree, action);
}

/** The tree with a window on top of the stack at that side of it; the same one when there is none. */
export function stackedByKey(tree: LayoutGroup, key: WindowKey, side: Side): LayoutGroup {
  const neighbour = neighbourOf(tree, key, side);
  return neighbour === null ? tree : movedTo(tree, key, { by: neighbour, side: 'stack' });
}

/** What a key does: changes places with the neighbour on that side; where there is none, takes that edge of the workspace. */
export function movedByKey(tree: LayoutGroup, key: WindowKey, side: Side): LayoutGroup {
  const neighbour = neighbourOf(tree, key, side);
  if (neighbour !== null) return swapWindowsOf(tree, key, neighbour);
  return movedTo(tree, key, { edge: side });
}

/** The tree with one more, empty window beside another one or in its stack. */
export function withAdded(
  tree: LayoutGroup,
  added: WindowKey,
  to: { readonly by: WindowKey; readonly side: Side | 'stack' },
): LayoutGroup {
  const target = stackOf(tree, to.by);
  if (target === undefined || stackOf(tree, added) !== undefined) return tree;
  const location = to.side === 'stack' ? DockLocation.CENTER : LOCATIONS[to.side];
  return afterAction(
    tree,
    Actions.addTab({ type: 'tab', id: added, name: added }, stackIdOf(target), location, -1, true),
  );
}

/** An action of the model on screen, for the model of the whole tree, in which stacks may hold more windows. */
export function forWholeTree(action: Action, tree: LayoutGroup, visible: Visible): Action {
  const stackIn = (root: LayoutGroup | null, id: unknown) => {
    const key = typeof id === 'string' && id.startsWith(STACK_PREFIX) ? id.slice(STACK_PREFIX.length) : null;
    return root === null || !isWindowKey(key) ? undefined : stackOf(root, key);
  };
  const { fromNode, toNode, location, index, select }: Record<string, unknown> = action.data;
  const from = stackIn(tree, fromNode);
  const target = stackIn(tree, toNode);
  const before = stackIn(visible.tree, toNode)?.windows[Number(index)];
  return Actions.moveNode(
    from === undefined ? String(fromNode) : stackIdOf(from),
    target === undefined ? String(toNode) : stackIdOf(target),
    Object.values(LOCATIONS).find((known) => known.getName() === location) ?? DockLocation.CENTER,
    target === undefined || before === undefined ? -1 : target.windows.indexOf(before),
    typeof select === 'boolean' ? select : undefined,
  );
}

/** Where the splitters are now, to be stored. */
export function sizesOf(model: Model): Record<string, number[]> {
  const sizes: Record<string, number[]> = {};
  const visit = (row: IJsonRowNode) => {
    const children = row.children ?? [];
    if (row.id !== undefined && children.length > 1)
      sizes[row.id] = children.map((child) => child.weight ?? 100);
    for (const child of children) if (child.type === 'row') visit(child);
  };
  visit(model.toJson().layout);
  return sizes;
}

/** The windows of a model in reading order, those behind others last. */
export function windowsOfModel(model: Model): string[] {
  const ids: string[] = [];
  model.visitNodes((node: DockNode) => {
    if (node instanceof TabNode) ids.push(node.getId());
  });
  return ids;
}
