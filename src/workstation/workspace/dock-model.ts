import {
  Model,
  TabNode,
  type IJsonModel,
  type IJsonRect,
  type IJsonRowNode,
  type IJsonSubLayout,
  type IJsonTabNode,
  type IJsonTabSetNode,
  type Node as DockNode,
} from 'flexlayout-react';
import {
  hiddenByRow,
  withoutWindows,
  windowsOf,
  type LayoutGroup,
  type WindowKey,
} from '../../../layouts/index.ts';

/** Between our trees of windows (pure data) and the docking library's JSON. Our tree is the truth; the library draws it. */

/** How a workspace is looked at now; never stored. */
export interface DockView {
  readonly maximised: { readonly key: WindowKey; readonly scope: 'window' | 'row' } | null;
  /** Windows in browser windows of their own, and where on the screens. */
  readonly popped: ReadonlyMap<WindowKey, IJsonRect>;
}

/** Every window is docked and none is maximised. */
export const PLAIN_VIEW: DockView = { maximised: null, popped: new Map() };

/** What of a tree is on screen in the desk: null when every window is elsewhere. */
export interface Visible {
  readonly tree: LayoutGroup | null;
  readonly hidden: readonly WindowKey[];
}

/** Id of the tab shown in the desk when all its windows are in browser windows of their own. */
export const ALL_OUT = 'all-out';
const POPOUT_PREFIX = 'popout-';

/** Id of the browser window of a popped-out window. */
export const popoutIdOf = (workspaceId: number, key: WindowKey): string =>
  `${POPOUT_PREFIX}${workspaceId}-${key}`;

/** The part of a layout that is on screen, and the windows that a maximised one hides. */
export function visibleOf(tree: LayoutGroup, { maximised, popped }: DockView): Visible {
  const docked = withoutWindows(tree, new Set(popped.keys()));
  if (docked === null || maximised === null || !windowsOf(docked).includes(maximised.key))
    return { tree: docked, hidden: [] };
  const hidden =
    maximised.scope === 'row'
      ? (hiddenByRow(docked, maximised.key) ?? [])
      : windowsOf(docked).filter((key) => key !== maximised.key);
  return { tree: withoutWindows(docked, new Set(hidden)), hidden };
}

function windowNode(key: WindowKey, weight: number, behind: readonly WindowKey[] = []): IJsonTabSetNode {
  const tab = (id: WindowKey): IJsonTabNode => ({
    type: 'tab',
    id,
    name: id,
    component: 'window',
    enableDrag: false,
    enableClose: false,
  });
  return {
    type: 'tabset',
    id: `set-${key}`,
    weight,
    enableTabStrip: false,
    enableDeleteWhenEmpty: false,
    enableDrop: false,
    enableDrag: false,
    enableDivide: false,
    minWidth: 160,
    minHeight: 80,
    // Hidden windows lie behind the first one: they stay mounted and keep their state.
    selected: 0,
    children: [tab(key), ...behind.map(tab)],
  };
}

/** Rows of the library alternate in direction: a column at the root is the model's vertical orientation. */
function rowNode(group: LayoutGroup, path: string, hidden: readonly WindowKey[]): IJsonRowNode {
  const first = windowsOf(group)[0];
  return {
    type: 'row',
    id: path,
    weight: group.weight,
    children: group.children.map((child, index) => {
      const behind = first !== undefined && windowsOf(child).includes(first) ? hidden : [];
      return 'window' in child
        ? windowNode(child.window, child.weight, behind)
        : rowNode(child, `${path}-${index}`, behind);
    }),
  };
}

/** The docking library's JSON of what is on screen. */
export function dockJson(
  { tree, hidden }: Visible,
  popped: DockView['popped'] = PLAIN_VIEW.popped,
  workspaceId = 0,
): IJsonModel {
  const subLayouts: Record<string, IJsonSubLayout> = {};
  for (const [key, rect] of popped)
    subLayouts[popoutIdOf(workspaceId, key)] = {
      type: 'window',
      rect,
      layout: { type: 'row', id: `row-${key}`, children: [windowNode(key, 100)] },
    };
  const nothing: IJsonRowNode = {
    type: 'row',
    id: 'root',
    children: [
      {
        type: 'tabset',
        id: `set-${ALL_OUT}`,
        enableTabStrip: false,
        enableDrop: false,
        enableDivide: false,
        children: [{ type: 'tab', id: ALL_OUT, component: ALL_OUT }],
      },
    ],
  };
  return {
    global: {
      rootOrientationVertical: tree?.direction === 'column',
      enableEdgeDock: false,
      tabSetEnableTabStrip: false,
      tabEnableRenderOnDemand: false,
      tabEnableScrollbars: false,
    },
    layout: tree === null ? nothing : rowNode(tree, 'root', hidden),
    subLayouts,
  };
}

/** A model of what is on screen. Windows that the previous model had stay mounted, also from one browser window to another. */
export function dockModel(
  visible: Visible,
  popped?: DockView['popped'],
  workspaceId?: number,
  previous?: Model,
): Model {
  return Model.fromJson(dockJson(visible, popped, workspaceId), previous);
}

/** Where the splitters are now, to be stored. */
export function sizesOf(model: Model): Record<string, number[]> {
  const sizes: Record<string, number[]> = {};
  const visit = (row: IJsonRowNode) => {
    const children = row.children ?? [];
    if (row.id !== undefined && children.length > 1)
      sizes[row.id] = children.map((child) => child.weight ?? 0);
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
