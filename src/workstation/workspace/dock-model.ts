import { Model, TabNode, type IJsonModel, type IJsonRowNode, type IJsonTabSetNode, type Node as DockNode } from 'flexlayout-react';
import { windowsOf, type LayoutGroup, type WindowKey, type WindowLayout } from '../../../layouts/index.ts';

/** Between our layouts (pure data, splitter weights) and the docking library's JSON. */

type Sizes = Readonly<Record<string, readonly number[]>>;

function windowNode(key: WindowKey, weight: number): IJsonTabSetNode {
  return {
    type: 'tabset', id: `set-${key}`, weight, enableTabStrip: false, enableDeleteWhenEmpty: false, enableDrop: false, enableDrag: false, minWidth: 160, minHeight: 80,
    children: [{ type: 'tab', id: key, name: key, component: 'window', enableDrag: false, enableClose: false }],
  };
}

/** Rows of the library alternate in direction: a column at the root is the model's vertical orientation. */
function rowNode(group: LayoutGroup, weight: number, path: string, sizes: Sizes): IJsonRowNode {
  const stored = sizes[path];
  const weights = stored?.length === group.children.length && stored.some((size) => size > 0) ? stored : null;
  return {
    type: 'row', id: path, weight,
    children: group.children.map((child, index) => {
      const share = weights?.[index] ?? child.weight;
      return 'window' in child ? windowNode(child.window, share) : rowNode(child, share, `${path}-${index}`, sizes);
    }),
  };
}

/** The docking library's JSON of a layout, with the splitters where they were left. */
export function dockJson(layout: WindowLayout, sizes: Sizes): IJsonModel {
  return {
    global: { rootOrientationVertical: layout.root.direction === 'column', enableEdgeDock: false, tabSetEnableTabStrip: false, tabEnableRenderOnDemand: false, tabEnableScrollbars: false },
    layout: rowNode(layout.root, 100, 'root', sizes),
  };
}

export function dockModel(layout: WindowLayout, sizes: Sizes): Model {
  return Model.fromJson(dockJson(layout, sizes));
}

/** Where the splitters are now, to be stored. */
export function sizesOf(model: Model): Record<string, number[]> {
  const sizes: Record<string, number[]> = {};
  const visit = (row: IJsonRowNode) => {
    const children = row.children ?? [];
    if (row.id !== undefined && children.length > 1) sizes[row.id] = children.map((child) => child.weight ?? 0);
    for (const child of children) if (child.type === 'row') visit(child);
  };
  visit(model.toJson().layout);
  return sizes;
}

/** The windows of a model in reading order. */
export function windowsOfModel(model: Model): string[] {
  const ids: string[] = [];
  model.visitNodes((node: DockNode) => { if (node instanceof TabNode) ids.push(node.getId()); });
  return ids;
}

/** True when the layout has more than one row, so that a row can be maximised. */
export function hasRows(layout: WindowLayout): boolean {
  return layout.root.direction === 'column' && layout.root.children.length > 1 && windowsOf(layout.root).length > layout.root.children.length;
}
