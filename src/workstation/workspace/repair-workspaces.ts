import * as v from 'valibot';
import { findLayout, isLayoutTree, isWindowKey, smallestLayout } from '../../../layouts/index.ts';
import { repairTree, repairUndocked, storedUndocked } from './repair-layout.ts';
import {
  FREE_LAYOUT,
  layoutOf,
  NO_WORKSPACES,
  earlierLayoutSchema,
  sizesSchema,
  uniqueName,
  unpark,
  windowSchema,
  type EarlierLayout,
  type StoredWindow,
  type Workspace,
  type WorkspacesState,
} from './workspace-state.ts';

/** The valid parts of stored workspaces, and the names of the parts that were left out. */
export interface Repaired {
  readonly state: WorkspacesState;
  readonly leftOut: readonly string[];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function repairWindow(raw: unknown): StoredWindow | null {
  const whole = v.safeParse(windowSchema, raw);
  if (whole.success) return whole.output;
  if (!isRecord(raw) || typeof raw['Tool'] !== 'string' || raw['Tool'] === '') return null;
  const { version, link, linked } = raw;
  const group = v.safeParse(windowSchema.entries.link, link);
  // The tool validates its data when it opens, and starts from its defaults where it cannot read them.
  return {
    Tool: raw['Tool'],
    version: typeof version === 'number' && Number.isInteger(version) && version >= 0 ? version : 0,
    data: raw['data'] ?? null,
    link: group.success ? group.output : linked === false ? 0 : 1,
  };
}

function repairWindows(raw: unknown, name: string, leftOut: string[]): Workspace['LayoutData'] {
  const data: Workspace['LayoutData'] = {};
  /** Windows whose key is unknown: they get the first free keys. */
  const unplaced: StoredWindow[] = [];
  for (const [key, value] of isRecord(raw) ? Object.entries(raw) : []) {
    if (value === undefined || value === null) continue;
    const window = repairWindow(value);
    if (window === null) leftOut.push(`${key} of ${name}`);
    else if (isWindowKey(key)) data[key] = window;
    else unplaced.push(window);
  }
  // Counted on, because a damaged file may have as many windows as it has room for.
  let number = 1;
  for (const window of unplaced) {
    while (data[`Window${number}`] !== undefined) number += 1;
    data[`Window${number}`] = window;
  }
  return data;
}

/** Ids of the stored workspaces, valid or not: a new id avoids all of them. */
type StoredIds = ReadonlySet<unknown>;

/** The stored id where it is valid and not in use, else the lowest free one. */
function repairId(stored: unknown, used: ReadonlySet<number>, storedIds: StoredIds): number {
  if (typeof stored === 'number' && Number.isInteger(stored) && stored >= 1 && !used.has(stored))
    return stored;
  let id = 1;
  while (used.has(id) || storedIds.has(id)) id++;
  return id;
}

function repairName(stored: unknown, id: number, others: readonly Workspace[]): string {
  const name = typeof stored === 'string' ? stored.trim() : '';
  return uniqueName(
    others.map((other) => other.Name),
    name === '' ? `Workspace ${id}` : name,
  );
}

type Arrangement = Pick<Workspace, 'Layout' | 'Tree' | 'Sizes'>;

/** The stored layout, or what of it is valid; null when there is none that this version knows. */
function repairArrangement(
  raw: Record<string, unknown>,
  name: string,
  leftOut: string[],
): Arrangement | null {
  const code = raw['Layout'];
  if (typeof code !== 'string') return null;
  const tree: unknown = raw['Tree'];
  if (code === FREE_LAYOUT) {
    if (isLayoutTree(tree)) return { Layout: FREE_LAYOUT, Tree: tree, Sizes: {} };
    const rest = repairTree(tree);
    if (rest === null) return null;
    leftOut.push(`a part of the layout of ${name}`);
    return { Layout: FREE_LAYOUT, Tree: rest, Sizes: {} };
  }
  if (findLayout(code) === undefined) return null;
  const sizes = v.safeParse(sizesSchema, raw['Sizes'] ?? {});
  return { Layout: code, Sizes: sizes.success ? sizes.output : {} };
}

function repairWorkspace(
  raw: Record<string, unknown>,
  others: readonly Workspace[],
  storedIds: StoredIds,
  leftOut: string[],
): Workspace {
  const Id = repairId(raw['Id'], new Set(others.map((other) => other.Id)), storedIds);
  const Name = repairName(raw['Name'], Id, others);
  const LayoutData = repairWindows(raw['LayoutData'], Name, leftOut);
  const locked = raw['IsLocked'] === true ? { IsLocked: true } : {};
  const arrangement = repairArrangement(raw, Name, leftOut);
  if (arrangement !== null) {
    const workspace: Workspace = { Id, Name, LayoutData, ...locked, ...arrangement };
    // Windows whose place could not be read take empty ones.
    if (arrangement.Tree !== undefined && arrangement.Tree !== raw['Tree']) unpark(workspace);
    const undocked = repairUndocked(raw['Undocked'], layoutOf(workspace), Name, leftOut);
    return { ...workspace, ...storedUndocked(undocked) };
  }
  const code = typeof raw['Layout'] === 'string' ? raw['Layout'] : '';
  leftOut.push(code === '' ? `the layout of ${Name}` : `the layout "${code.slice(0, 40)}" of ${Name}`);
  const { code: Layout } = smallestLayout(Object.keys(LayoutData).length);
  const workspace: Workspace = { Id, Name, Layout, LayoutData, Sizes: {}, ...locked };
  unpark(workspace);
  return workspace;
}

function repairAll(items: readonly unknown[], leftOut: string[]): Workspace[] {
  const storedIds = new Set(items.map((item) => (isRecord(item) ? item['Id'] : undefined)));
  const repaired: Workspace[] = [];
  items.forEach((item, index) => {
    if (isRecord(item)) repaired.push(repairWorkspace(item, repaired, storedIds, leftOut));
    else leftOut.push(`workspace number ${index + 1}`);
  });
  return repaired;
}

const itemsOf = (raw: unknown): readonly unknown[] => (Array.isArray(raw) ? raw : []);

function repairLayouts(raw: unknown, leftOut: string[]): Pick<WorkspacesState, 'SavedLayouts'> {
  const repaired: EarlierLayout[] = [];
  for (const item of itemsOf(raw)) {
    const layout = v.safeParse(earlierLayoutSchema, item);
    if (!layout.success) {
      leftOut.push('a saved layout');
      continue;
    }
    repaired.push(layout.output);
  }
  return repaired.length === 0 ? {} : { SavedLayouts: repaired };
}

/** Keeps all parts of stored workspaces that are valid. Null when `stored` is not a set of workspaces, or none of them is valid. */
export function repairWorkspaces(stored: unknown): Repaired | null {
  if (!isRecord(stored) || !Array.isArray(stored['Workspaces'])) return null;
  const leftOut: string[] = [];
  const items = itemsOf(stored['Workspaces']);
  const Workspaces = repairAll(items, leftOut);
  if (items.length > 0 && Workspaces.length === 0) return null;
  const layouts = repairLayouts(stored['SavedLayouts'], leftOut);
  const current =
    Workspaces.find((workspace) => workspace.Id === stored['Current']) ??
    // Version 0 could store the name.
    Workspaces.find((workspace) => workspace.Name === stored['Current']) ??
    Workspaces[0];
  return {
    state: {
      ...NO_WORKSPACES,
      Workspaces,
      Current: current?.Id ?? null,
      ...layouts,
    },
    leftOut,
  };
}
