import {
  Model,
  TabNode,
  type IJsonBorderNode,
  type IJsonModel,
  type IJsonRowNode,
  type IJsonSubLayout,
  type IJsonTabNode,
  type IJsonTabSetNode,
  type Node as DockNode,
} from 'flexlayout-react';
import {
  isStack,
  windowsOf,
  withSizes,
  type LayoutGroup,
  type Sizes,
  type WindowKey,
  type WindowStack,
} from '../../../layouts/index.ts';
import { PLAIN_VIEW, type DockView, type Panel, type Visible } from './dock-view.ts';
import { BORDER_SIDES, type BorderSide, type PinnedBorder } from './undocked.ts';

/** From our trees of windows (pure data) to the models of the docking library. Our tree is stored; the library draws and changes it. */

/** Id of the tab shown in the desk when all its windows are elsewhere. */
export const ALL_OUT = 'all-out';
/** Id of the row or column that holds all others of the layout; that of a panel has the panel's id before it. */
export const ROOT_ID = 'root';
const STACK_PREFIX = 'set-';
const ROOT_OF_PANEL = `:${ROOT_ID}`;

/** Id of a stack in the library's model. */
export const stackIdOf = (stack: WindowStack): string => `${STACK_PREFIX}${stack.windows[0] ?? ''}`;

/** Id of a border, as the library gives it. */
export const borderIdOf = (side: BorderSide): string => `border_${side}`;

/** The tab strip of a place with one window, which has a title bar instead. */
const LONE_STRIP = 'dock-lone-strip';
/** The tab of a window that a maximised row hides. */
const HIDDEN_TAB = 'dock-hidden-tab';
/** A border without windows. */
const EMPTY_BORDER = 'dock-empty-border';
/** The smallest size of a window, px. */
const MIN_WIDTH_PX = 160;
const MIN_HEIGHT_PX = 80;

/** What a window is called, for assistive technology and the menu of tabs that do not fit. */
type TitleOf = (key: WindowKey) => string;

interface Drawing {
  readonly maximised: WindowKey | null;
  readonly titleOf: TitleOf;
}

/** What a drawn model has besides the windows. */
export interface ModelOptions {
  readonly titleOf?: TitleOf;
  readonly isLocked?: boolean;
  /** The pinned windows that are open. */
  readonly open?: DockView['open'];
}

const tabNode = (id: WindowKey, name: string): IJsonTabNode => ({
  type: 'tab',
  id,
  name,
  component: 'window',
});

function stackNode(
  stack: WindowStack,
  { maximised, titleOf }: Drawing,
  behind: readonly WindowKey[] = [],
): IJsonTabSetNode {
  // The tab of a window with a title bar is not displayed.
  const tab = (id: WindowKey) => tabNode(id, stack.windows.length > 1 ? titleOf(id) : id);
  return {
    type: 'tabset',
    id: stackIdOf(stack),
    name: 'Windows',
    weight: stack.weight,
    ...(stack.windows.length > 1 ? {} : { classNameTabStrip: LONE_STRIP }),
    minWidth: MIN_WIDTH_PX,
    minHeight: MIN_HEIGHT_PX,
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
  hidden: readonly WindowKey[] = [],
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

/** The orientation of its root is the same for all layouts of a model: a panel of the other direction lies in a row of its own. */
function panelNode(
  { id, tree, rect }: Panel,
  type: 'window' | 'float',
  isVertical: boolean,
  titleOf: TitleOf,
): IJsonSubLayout {
  const row = rowNode(tree, `${id}${ROOT_OF_PANEL}`, { maximised: null, titleOf });
  const isTurned = tree.children.length > 1 && (tree.direction === 'column') !== isVertical;
  return { type, rect, layout: isTurned ? { type: 'row', id, children: [row] } : row };
}

function borderNode(
  { Side, Windows, Size }: PinnedBorder,
  titleOf: TitleOf,
  open: DockView['open'],
): IJsonBorderNode {
  return {
    type: 'border',
    location: Side,
    borderType: 'overlay',
    size: Size,
    minSize: Side === 'bottom' ? MIN_HEIGHT_PX : MIN_WIDTH_PX,
    selected: Windows.findIndex((key) => open.has(key)),
    children: Windows.map((key) => tabNode(key, titleOf(key))),
  };
}

/** A border without windows. It is shown only while a window is dragged, which can be pinned there. */
const emptyBorderNode = (location: BorderSide): IJsonBorderNode => ({
  type: 'border',
  location,
  borderType: 'overlay',
  className: EMPTY_BORDER,
  show: false,
  children: [],
});

/** Shown in the layout when all windows are elsewhere. */
const NOTHING: IJsonRowNode = {
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

/** The library's JSON of what is on screen. */
export function dockJson(
  { tree, hidden, maximised, floats, borders, popouts }: Visible,
  { titleOf = (key) => key, isLocked = false, open = PLAIN_VIEW.open }: ModelOptions = {},
): IJsonModel {
  const isVertical = tree?.direction === 'column';
  const subLayouts: Record<string, IJsonSubLayout> = {};
  for (const popout of popouts) subLayouts[popout.id] = panelNode(popout, 'window', isVertical, titleOf);
  // Behind the browser windows: the library takes the last one for the front one.
  for (const float of floats) subLayouts[float.id] = panelNode(float, 'float', isVertical, titleOf);
  return {
    global: {
      rootOrientationVertical: isVertical,
      // The whole rim takes a window, not a mark in the middle of each edge only.
      enableEdgeDockIndicators: false,
      tabEnableDrag: !isLocked,
      tabSetEnableDrag: !isLocked,
      tabEnableClose: !isLocked,
      // The browser windows take only windows that can be popped out.
      tabEnablePopout: true,
      tabEnableRenderOnDemand: false,
      tabEnableScrollbars: false,
    },
    borders: BORDER_SIDES.map((side) => {
      const border = borders.find(({ Side }) => Side === side);
      return border === undefined ? emptyBorderNode(side) : borderNode(border, titleOf, open);
    }),
    layout: tree === null ? NOTHING : rowNode(tree, ROOT_ID, { maximised, titleOf }, hidden),
    subLayouts,
  };
}

/** A model of what is on screen. Windows that the previous model had stay mounted, also from one browser window to another. */
export function dockModel(visible: Visible, options?: ModelOptions, previous?: Model): Model {
  return Model.fromJson(dockJson(visible, options), previous);
}

/** The weights of a part of a model by the paths of our trees. */
function sizesOf(layout: IJsonRowNode): Record<string, number[]> {
  const sizes: Record<string, number[]> = {};
  const visit = (row: IJsonRowNode) => {
    const children = row.children ?? [];
    const { id = '' } = row;
    if (children.length > 1)
      sizes[id.slice(id.lastIndexOf(ROOT_ID))] = children.map((child) => child.weight ?? 100);
    for (const child of children) if (child.type === 'row') visit(child);
  };
  visit(layout);
  return sizes;
}

/** What is on screen with the splitters where they are now. */
export function withSizesOfModel(visible: Visible, model: Model): Visible {
  const { layout, subLayouts = {}, borders = [] } = model.toJson();
  const sized = (tree: LayoutGroup, row: IJsonRowNode | undefined): LayoutGroup => {
    const sizes: Sizes = row === undefined ? {} : sizesOf(row);
    return withSizes(tree, sizes);
  };
  const sizedPanel = (panel: Panel): Panel => ({
    ...panel,
    tree: sized(panel.tree, subLayouts[panel.id]?.layout),
  });
  return {
    ...visible,
    tree: visible.tree === null ? null : sized(visible.tree, layout),
    floats: visible.floats.map(sizedPanel),
    popouts: visible.popouts.map(sizedPanel),
    borders: visible.borders.map((border) => ({
      ...border,
      Size: borders.find(({ location }) => location === border.Side)?.size ?? border.Size,
    })),
  };
}

/** The windows of a model in reading order, those behind others last. */
export function windowsOfModel(model: Model): string[] {
  const ids: string[] = [];
  model.visitNodes((node: DockNode) => {
    if (node instanceof TabNode) ids.push(node.getId());
  });
  return ids;
}
