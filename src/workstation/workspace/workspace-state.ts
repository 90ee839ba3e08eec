import {
  findLayout,
  freeWindowKey,
  isLayoutTree,
  isSameShape,
  layouts,
  lone,
  sizesOfTree,
  stackedOn,
  windowKeysOf,
  windowsOf,
  withoutWindows,
  withSelected,
  withSizes,
  withWindows,
  type LayoutGroup,
  type WindowKey,
} from '../../../layouts/index.ts';
import { NONE_UNDOCKED, undockedIn, undockedWindows, undockedWith, type Undocked } from './undocked.ts';
import {
  FREE_LAYOUT,
  SCHEMA_VERSION,
  type StoredWindow,
  type Workspace,
  type WorkspaceContent,
  type WorkspacesState,
} from './workspace-schema.ts';

/** Every change of the workspaces as a pure function. */

export * from './workspace-schema.ts';

const NAME_MISSING = 'Please enter workspace name';
const NAME_TAKEN = 'Workspace already exists';
export const NO_WORKSPACES: WorkspacesState = {
  SchemaVersion: SCHEMA_VERSION,
  Workspaces: [],
  Current: null,
};

/** Longest name of a workspace or layout, characters. */
export const MAX_NAME_CHARS = 80;
const NUMBER_AT_END = / \(\d{1,3}\)$/;

/** The name itself, or with the first ` (2)`, ` (3)`, ... that is free, in place of such a number and within the length of names. */
export function uniqueName(taken: readonly string[], name: string): string {
  if (!taken.includes(name)) return name;
  const plain = name.replace(NUMBER_AT_END, '');
  for (let count = 2; ; count++) {
    const ending = ` (${count})`;
    const candidate = `${plain.slice(0, MAX_NAME_CHARS - ending.length).trimEnd()}${ending}`;
    if (!taken.includes(candidate)) return candidate;
  }
}

export function currentOf(state: WorkspacesState): Workspace | undefined {
  return state.Workspaces.find((workspace) => workspace.Id === state.Current);
}

export function workspaceOf(state: WorkspacesState, id: number): Workspace | undefined {
  return state.Workspaces.find((workspace) => workspace.Id === id);
}

/** By name or by number as text; undefined when there is none. */
export function findWorkspace(state: WorkspacesState, nameOrId: string): Workspace | undefined {
  return (
    state.Workspaces.find((workspace) => workspace.Name === nameOrId) ??
    state.Workspaces.find((workspace) => String(workspace.Id) === nameOrId)
  );
}

/** Why a workspace cannot have this name; null when it can. `renamedId` is the workspace that is renamed. */
export function nameError(state: WorkspacesState, name: string, renamedId: number | null): string | null {
  const trimmed = name.trim();
  if (trimmed === '') return NAME_MISSING;
  return state.Workspaces.some((workspace) => workspace.Name === trimmed && workspace.Id !== renamedId)
    ? NAME_TAKEN
    : null;
}

/** A workspace without its number. */
export function contentOf(workspace: Workspace): WorkspaceContent {
  const content: WorkspaceContent & { Id?: number } = { ...workspace };
  delete content.Id;
  return content;
}

/** The lowest number above all that are in use; ids start at 1. */
export function nextId(state: WorkspacesState): number {
  return Math.max(0, ...state.Workspaces.map((workspace) => workspace.Id)) + 1;
}

export function addWorkspace(state: WorkspacesState, name: string): void {
  if (nameError(state, name, null) !== null) return;
  insertWorkspace(state, { Name: name.trim(), Layout: '1r1c', LayoutData: {}, Sizes: {} });
}

/** Adds a workspace under a unique name and makes it the current one. It keeps its id when that is free. */
export function insertWorkspace(
  state: WorkspacesState,
  content: WorkspaceContent,
  { index = state.Workspaces.length, id }: { readonly index?: number; readonly id?: number } = {},
): number {
  const Id = id !== undefined && workspaceOf(state, id) === undefined ? id : nextId(state);
  const Name = uniqueName(
    state.Workspaces.map((workspace) => workspace.Name),
    content.Name,
  );
  state.Workspaces.splice(index, 0, { ...content, Id, Name });
  state.Current = Id;
  return Id;
}

export function renameWorkspace(state: WorkspacesState, id: number, name: string): void {
  const workspace = workspaceOf(state, id);
  if (workspace !== undefined && nameError(state, name, id) === null) workspace.Name = name.trim();
}

/** Deletes it; the tab before it becomes current, or the first, or none. */
export function deleteWorkspace(state: WorkspacesState, id: number): void {
  const index = state.Workspaces.findIndex((workspace) => workspace.Id === id);
  if (index === -1) return;
  state.Workspaces.splice(index, 1);
  if (state.Current === id) state.Current = state.Workspaces[Math.max(0, index - 1)]?.Id ?? null;
}

export function selectWorkspace(state: WorkspacesState, id: number): void {
  if (workspaceOf(state, id) !== undefined) state.Current = id;
}

/** Gives a tab another place in the row of tabs. */
export function moveWorkspace(state: WorkspacesState, id: number, index: number): void {
  const from = state.Workspaces.findIndex((workspace) => workspace.Id === id);
  const [moving] = from === -1 ? [] : state.Workspaces.splice(from, 1);
  if (moving !== undefined)
    state.Workspaces.splice(Math.min(Math.max(0, index), state.Workspaces.length), 0, moving);
}

/** How the windows of a workspace lie, splitters as they were left. */
export function layoutOf(workspace: WorkspaceContent): LayoutGroup {
  if (workspace.Layout === FREE_LAYOUT && workspace.Tree !== undefined) return workspace.Tree;
  return withSizes((findLayout(workspace.Layout) ?? layouts[0] ?? { root: NO_LAYOUT }).root, workspace.Sizes);
}

/** The windows of a workspace that float or are pinned. */
export const undockedOf = (workspace: Pick<WorkspaceContent, 'Undocked'>): Undocked =>
  workspace.Undocked ?? NONE_UNDOCKED;

/** Sets them, without those that the layout does not have. */
function setUndocked(workspace: WorkspaceContent, undocked: Undocked): void {
  const kept = undockedIn(layoutOf(workspace), undocked);
  if (undockedWindows(kept).length === 0) delete workspace.Undocked;
  else workspace.Undocked = kept;
}

/** The layout of a workspace that is not there. */
export const NO_LAYOUT: LayoutGroup = {
  direction: 'row',
  weight: 100,
  children: [lone('Window1', 100)],
};

/** The windows that the workspace's layout shows. */
export function shownWindows(workspace: WorkspaceContent): readonly WindowKey[] {
  return windowsOf(layoutOf(workspace));
}

/** True when the windows lie the same way. */
export function hasSameLayout(before: WorkspaceContent, after: WorkspaceContent): boolean {
  return (
    before.Layout === after.Layout &&
    before.Tree === after.Tree &&
    before.Sizes === after.Sizes &&
    before.Undocked === after.Undocked
  );
}

/** What is in the windows of a workspace, in the order of their names. */
export function toolsIn({ LayoutData }: Pick<WorkspaceContent, 'LayoutData'>): readonly StoredWindow[] {
  return windowKeysOf(LayoutData).flatMap((key) => LayoutData[key] ?? []);
}

/** True for a window that the layout shows, or that waits for room in it. */
export function hasWindow(workspace: WorkspaceContent, key: WindowKey): boolean {
  return workspace.LayoutData[key] !== undefined || shownWindows(workspace).includes(key);
}

/** Tools that the layout has no window for. They stay stored and come back with a larger layout. */
export function parkedWindows(workspace: WorkspaceContent): readonly WindowKey[] {
  const shown = new Set(shownWindows(workspace));
  return windowKeysOf(workspace.LayoutData).filter((key) => !shown.has(key));
}

/** Tools whose window is gone move into an empty one if there is one; the others stay parked. */
export function unpark(workspace: WorkspaceContent): void {
  for (const parked of parkedWindows(workspace)) {
    const free = shownWindows(workspace).find((key) => workspace.LayoutData[key] === undefined);
    const tool = workspace.LayoutData[parked];
    if (free === undefined || tool === undefined) break;
    workspace.LayoutData[free] = tool;
    delete workspace.LayoutData[parked];
  }
}

/** Changes the layout to one of the eight. */
export function chooseLayout(state: WorkspacesState, id: number, code: string): void {
  const workspace = workspaceOf(state, id);
  if (workspace === undefined || findLayout(code) === undefined || workspace.Layout === code) return;
  workspace.Layout = code;
  workspace.Sizes = {};
  delete workspace.Tree;
  setUndocked(workspace, undockedOf(workspace));
  unpark(workspace);
}

function setTree(workspace: WorkspaceContent, tree: LayoutGroup): void {
  const same = [workspace.Layout, ...layouts.map((layout) => layout.code)].find((code) => {
    const layout = findLayout(code);
    return layout !== undefined && isSameShape(layout.root, tree);
  });
  workspace.Layout = same ?? FREE_LAYOUT;
  workspace.Sizes = same === undefined ? {} : sizesOfTree(tree);
  if (same === undefined) workspace.Tree = tree;
  else delete workspace.Tree;
}

/**
 * Arranges the windows as in a tree. What comes out as one of the eight layouts takes its code. `undocked`: the windows that float or are pinned; those
 * of before when it is missing.
 */
export function arrange(state: WorkspacesState, id: number, tree: LayoutGroup, undocked?: Undocked): void {
  const workspace = workspaceOf(state, id);
  if (workspace === undefined || !isLayoutTree(tree)) return;
  if (JSON.stringify(layoutOf(workspace)) !== JSON.stringify(tree)) setTree(workspace, tree);
  setUndocked(workspace, undocked ?? undockedOf(workspace));
  unpark(workspace);
}

/** Locks the layout of a workspace, or unlocks it. */
export function lockLayout(state: WorkspacesState, id: number, isLocked: boolean): void {
  const workspace = workspaceOf(state, id);
  if (workspace === undefined) return;
  if (isLocked) workspace.IsLocked = true;
  else delete workspace.IsLocked;
}

/** Stores the same windows at the same places with the sizes and the selected tabs that they have now. */
export function resizeWindows(
  state: WorkspacesState,
  id: number,
  tree: LayoutGroup,
  undocked?: Undocked,
): void {
  const workspace = workspaceOf(state, id);
  if (workspace === undefined) return;
  // Another tab may have arranged the windows in the meantime.
  if (!isSameShape(layoutOf(workspace), tree)) return;
  if (workspace.Layout === FREE_LAYOUT) workspace.Tree = tree;
  else workspace.Sizes = sizesOfTree(tree);
  if (undocked !== undefined) setUndocked(workspace, undocked);
}

/** Shows a window that lies behind another one of its stack. */
export function selectWindow(state: WorkspacesState, id: number, key: WindowKey): void {
  const workspace = workspaceOf(state, id);
  if (workspace === undefined) return;
  const undocked = undockedOf(workspace);
  if (undockedWindows(undocked).includes(key)) {
    const Floats = undocked.Floats.map((float) => {
      const Tree = withSelected(float.Tree, key);
      return Tree === float.Tree ? float : { ...float, Tree };
    });
    if (Floats.some((float, index) => float !== undocked.Floats[index]))
      workspace.Undocked = { ...undocked, Floats };
  } else if (workspace.Tree !== undefined) workspace.Tree = withSelected(workspace.Tree, key);
}

/** A name that no window of the workspace has, shown or not. */
export function freeKeyIn(state: WorkspacesState, id: number): WindowKey {
  const workspace = workspaceOf(state, id);
  return freeWindowKey(
    workspace === undefined ? [] : [...windowKeysOf(workspace.LayoutData), ...shownWindows(workspace)],
  );
}

/** Shows a window, which may be new, in the stack of another one, in front. */
export function stackWindow(state: WorkspacesState, id: number, target: WindowKey, key: WindowKey): void {
  const workspace = workspaceOf(state, id);
  if (workspace === undefined) return;
  const undocked = undockedWith(undockedOf(workspace), target, key);
  arrange(state, id, stackedOn(layoutOf(workspace), target, key), undocked);
}

/** Takes a window out of the layout with what is in it. The last window stays, empty. */
export function removeWindow(state: WorkspacesState, id: number, key: WindowKey): void {
  const workspace = workspaceOf(state, id);
  if (workspace === undefined) return;
  delete workspace.LayoutData[key];
  const rest = withoutWindows(layoutOf(workspace), new Set([key]));
  if (rest !== null) arrange(state, id, rest);
}

/** Lays the windows out as a layout that was saved under a name: the first window on screen takes its first place. */
export function applySavedLayout(state: WorkspacesState, id: number, tree: LayoutGroup): void {
  const workspace = workspaceOf(state, id);
  if (workspace === undefined) return;
  const used = shownWindows(workspace).filter((key) => workspace.LayoutData[key] !== undefined);
  arrange(state, id, withWindows(tree, [...used, ...parkedWindows(workspace)]));
}

export function putWindow(
  state: WorkspacesState,
  id: number,
  key: WindowKey,
  window: StoredWindow | undefined,
): void {
  const workspace = workspaceOf(state, id);
  if (workspace === undefined) return;
  if (window === undefined) delete workspace.LayoutData[key];
  else workspace.LayoutData[key] = window;
}

/** Moves a parked tool into a window; what was there is parked in its stead. */
export function swapWindows(state: WorkspacesState, id: number, first: WindowKey, second: WindowKey): void {
  const workspace = workspaceOf(state, id);
  if (workspace === undefined) return;
  const { [first]: firstTool, [second]: secondTool } = workspace.LayoutData;
  putWindow(state, id, first, secondTool);
  putWindow(state, id, second, firstTool);
}

/** The workspace that holds a tool already; undefined when none does. */
export function workspaceWithTool(state: WorkspacesState, tool: string): Workspace | undefined {
  return state.Workspaces.find((workspace) => toolsIn(workspace).some(({ Tool }) => Tool === tool));
}

/** The window of a tool that comes first in the order of tabs and windows: the only one that lives when there may be only one. */
export function firstWindowWithTool(
  state: WorkspacesState,
  tool: string,
): { readonly workspace: Workspace; readonly key: WindowKey } | undefined {
  for (const workspace of state.Workspaces)
    for (const key of windowKeysOf(workspace.LayoutData))
      if (workspace.LayoutData[key]?.Tool === tool) return { workspace, key };
  return undefined;
}
