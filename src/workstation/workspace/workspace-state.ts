import * as v from 'valibot';
import { findLayout, WINDOW_KEYS, windowsOf, type WindowKey } from '../../../layouts/index.ts';

/** What is stored of the workspaces, and every change to it as a pure function. */

const windowSchema = v.object({ Tool: v.pipe(v.string(), v.nonEmpty()), version: v.pipe(v.number(), v.integer(), v.minValue(0)), data: v.unknown(), linked: v.boolean() });
export const workspaceSchema = v.object({
  Id: v.pipe(v.number(), v.integer(), v.minValue(1)),
  Name: v.pipe(v.string(), v.trim(), v.nonEmpty()),
  Layout: v.pipe(v.string(), v.check((code) => findLayout(code) !== undefined, 'Unknown layout')),
  LayoutData: v.object({ Window1: v.optional(windowSchema), Window2: v.optional(windowSchema), Window3: v.optional(windowSchema), Window4: v.optional(windowSchema) }),
  /** Splitter positions: weights of each row of the layout by the row's place in it. */
  Sizes: v.record(v.string(), v.array(v.pipe(v.number(), v.finite(), v.minValue(0)))),
});
export const workspacesSchema = v.object({
  SchemaVersion: v.literal(1),
  Workspaces: v.array(workspaceSchema),
  /** Id of the workspace on screen; null when there is none. */
  Current: v.nullable(v.number()),
});

export type StoredWindow = v.InferOutput<typeof windowSchema>;
export type Workspace = v.InferOutput<typeof workspaceSchema>;
export type WorkspacesState = v.InferOutput<typeof workspacesSchema>;

export const NAME_MISSING = 'Please enter workspace name';
export const NAME_TAKEN = 'Workspace already exists';

/** The desk of someone who comes for the first time. */
export function firstWorkspaces(tools: readonly { readonly id: string; readonly version: number; readonly data: unknown }[]): WorkspacesState {
  const LayoutData: Workspace['LayoutData'] = {};
  tools.slice(0, 2).forEach((tool, index) => {
    const key = WINDOW_KEYS[index];
    if (key !== undefined) LayoutData[key] = { Tool: tool.id, version: tool.version, data: tool.data, linked: true };
  });
  return { SchemaVersion: 1, Workspaces: [{ Id: 1, Name: 'Workspace 1', Layout: tools.length < 2 ? '1r1c' : '2r1c', LayoutData, Sizes: {} }], Current: 1 };
}

export function currentOf(state: WorkspacesState): Workspace | undefined {
  return state.Workspaces.find((workspace) => workspace.Id === state.Current);
}

/** By name or by number as text; undefined when there is none. */
export function findWorkspace(state: WorkspacesState, nameOrId: string): Workspace | undefined {
  return state.Workspaces.find((workspace) => workspace.Name === nameOrId) ?? state.Workspaces.find((workspace) => String(workspace.Id) === nameOrId);
}

/** What is wrong with a workspace name, or null. `own` is the workspace being renamed. */
export function nameError(state: WorkspacesState, name: string, own: number | null): string | null {
  const trimmed = name.trim();
  if (trimmed === '') return NAME_MISSING;
  return state.Workspaces.some((workspace) => workspace.Name === trimmed && workspace.Id !== own) ? NAME_TAKEN : null;
}

export function addWorkspace(state: WorkspacesState, name: string): void {
  if (nameError(state, name, null) !== null) return;
  const Id = Math.max(0, ...state.Workspaces.map((workspace) => workspace.Id)) + 1;
  state.Workspaces.push({ Id, Name: name.trim(), Layout: '1r1c', LayoutData: {}, Sizes: {} });
  state.Current = Id;
}

export function renameWorkspace(state: WorkspacesState, id: number, name: string): void {
  const workspace = state.Workspaces.find((candidate) => candidate.Id === id);
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
  if (state.Workspaces.some((workspace) => workspace.Id === id)) state.Current = id;
}

/** The windows that the workspace's layout shows. */
export function shownWindows(workspace: Workspace): readonly WindowKey[] {
  const layout = findLayout(workspace.Layout);
  return layout === undefined ? [] : windowsOf(layout.root);
}

/** Tools that the layout has no window for. They stay stored and come back with a larger layout. */
export function parkedWindows(workspace: Workspace): readonly WindowKey[] {
  const shown = new Set(shownWindows(workspace));
  return WINDOW_KEYS.filter((key) => !shown.has(key) && workspace.LayoutData[key] !== undefined);
}

/** Changes the layout. A tool whose window is gone moves into an empty one if there is one; else it is parked. */
export function chooseLayout(state: WorkspacesState, id: number, code: string): void {
  const workspace = state.Workspaces.find((candidate) => candidate.Id === id);
  if (workspace === undefined || findLayout(code) === undefined || workspace.Layout === code) return;
  workspace.Layout = code;
  workspace.Sizes = {};
  for (const parked of parkedWindows(workspace)) {
    const free = shownWindows(workspace).find((key) => workspace.LayoutData[key] === undefined);
    if (free === undefined) break;
    workspace.LayoutData[free] = workspace.LayoutData[parked];
    delete workspace.LayoutData[parked];
  }
}

export function putWindow(state: WorkspacesState, id: number, key: WindowKey, window: StoredWindow | undefined): void {
  const workspace = state.Workspaces.find((candidate) => candidate.Id === id);
  if (workspace === undefined) return;
  if (window === undefined) delete workspace.LayoutData[key]; else workspace.LayoutData[key] = window;
}

/** Moves a parked tool into a window; what was there is parked in its stead. */
export function swapWindows(state: WorkspacesState, id: number, one: WindowKey, other: WindowKey): void {
  const workspace = state.Workspaces.find((candidate) => candidate.Id === id);
  if (workspace === undefined) return;
  const first = workspace.LayoutData[one];
  const second = workspace.LayoutData[other];
  putWindow(state, id, one, second);
  putWindow(state, id, other, first);
}

/** The workspace that holds a tool already; undefined when none does. */
export function workspaceWithTool(state: WorkspacesState, tool: string): Workspace | undefined {
  return state.Workspaces.find((workspace) => WINDOW_KEYS.some((key) => workspace.LayoutData[key]?.Tool === tool));
}
