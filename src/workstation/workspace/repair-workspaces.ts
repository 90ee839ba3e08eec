import * as v from 'valibot';
import {
  findLayout,
  isLayoutTree,
  smallestLayout,
  WINDOW_KEYS,
  type LayoutGroup,
} from '../../../layouts/index.ts';
import {
  FREE_LAYOUT,
  keptSchema,
  NO_WORKSPACES,
  savedLayoutSchema,
  sizesSchema,
  uniqueName,
  unpark,
  windowSchema,
  type StoredWindow,
  type Workspace,
  type WorkspacesState,
} from './workspace-state.ts';

/** What could be kept of stored workspaces that no longer fit, and a text that lists what was left out. */
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
  // The tool itself judges its data: what it can't read makes it start from its defaults.
  return {
    Tool: raw['Tool'],
    version: typeof version === 'number' && Number.isInteger(version) && version >= 0 ? version : 0,
    data: raw['data'] ?? null,
    link: group.success ? group.output : linked === false ? 0 : 1,
  };
}

function repairWindows(raw: unknown, name: string, leftOut: string[]): Workspace['LayoutData'] {
  const data: Workspace['LayoutData'] = {};
  const homeless: StoredWindow[] = [];
  for (const [key, value] of isRecord(raw) ? Object.entries(raw) : []) {
    if (value === undefined || value === null) continue;
    const window = repairWindow(value);
    const own = WINDOW_KEYS.find((candidate) => candidate === key);
    if (window === null) leftOut.push(`${key} of ${name}`);
    else if (own === undefined) homeless.push(window);
    else data[own] = window;
  }
  for (const window of homeless) {
    const free = WINDOW_KEYS.find((key) => data[key] === undefined);
    if (free === undefined) leftOut.push(`${window.Tool} of ${name}`);
    else data[free] = window;
  }
  return data;
}

function repairWorkspace(
  raw: Record<string, unknown>,
  others: readonly Workspace[],
  wantedIds: ReadonlySet<unknown>,
  leftOut: string[],
): Workspace {
  const ids = new Set(others.map((other) => other.Id));
  const wanted = raw['Id'];
  let Id =
    typeof wanted === 'number' && Number.isInteger(wanted) && wanted >= 1 && !ids.has(wanted) ? wanted : 1;
  if (Id !== wanted) while (ids.has(Id) || wantedIds.has(Id)) Id++;
  const given = typeof raw['Name'] === 'string' ? raw['Name'].trim() : '';
  const Name = uniqueName(
    others.map((other) => other.Name),
    given === '' ? `Workspace ${Id}` : given,
  );
  const LayoutData = repairWindows(raw['LayoutData'], Name, leftOut);
  const sizes = v.safeParse(sizesSchema, raw['Sizes'] ?? {});
  const code = typeof raw['Layout'] === 'string' ? raw['Layout'] : '';
  const tree: LayoutGroup | null = code === FREE_LAYOUT && isLayoutTree(raw['Tree']) ? raw['Tree'] : null;
  if (tree !== null) return { Id, Name, Layout: FREE_LAYOUT, Tree: tree, LayoutData, Sizes: {} };
  if (findLayout(code) !== undefined)
    return { Id, Name, Layout: code, LayoutData, Sizes: sizes.success ? sizes.output : {} };
  leftOut.push(code === '' ? `the layout of ${Name}` : `the layout "${code.slice(0, 40)}" of ${Name}`);
  const workspace: Workspace = {
    Id,
    Name,
    Layout: smallestLayout(Object.keys(LayoutData).length).code,
    LayoutData,
    Sizes: {},
  };
  unpark(workspace);
  return workspace;
}

/** Keeps everything of stored workspaces that still makes sense. Null when it is no set of workspaces at all. */
export function repairWorkspaces(stored: unknown): Repaired | null {
  if (!isRecord(stored) || !Array.isArray(stored['Workspaces'])) return null;
  const leftOut: string[] = [];
  const items: readonly unknown[] = stored['Workspaces'];
  const wantedIds = new Set(items.map((item) => (isRecord(item) ? item['Id'] : undefined)));
  const Workspaces: Workspace[] = [];
  items.forEach((item, index) => {
    if (isRecord(item)) Workspaces.push(repairWorkspace(item, Workspaces, wantedIds, leftOut));
    else leftOut.push(`workspace number ${index + 1}`);
  });
  const SavedLayouts: WorkspacesState['SavedLayouts'] = [];
  for (const item of Array.isArray(stored['SavedLayouts']) ? stored['SavedLayouts'] : []) {
    const layout = v.safeParse(savedLayoutSchema, item);
    if (layout.success)
      SavedLayouts.push({
        ...layout.output,
        Name: uniqueName(
          SavedLayouts.map((other) => other.Name),
          layout.output.Name,
        ),
      });
    else leftOut.push('a saved layout');
  }
  const Kept: WorkspacesState['Kept'] = [];
  for (const item of Array.isArray(stored['Kept']) ? stored['Kept'] : []) {
    const kept = v.safeParse(keptSchema, item);
    if (kept.success) Kept.push(kept.output);
    else leftOut.push('what a tool without a window had kept');
  }
  if (items.length > 0 && Workspaces.length === 0) return null;
  const Current =
    Workspaces.find((workspace) => workspace.Id === stored['Current']) ??
    Workspaces.find((workspace) => workspace.Name === stored['Current']) ??
    Workspaces[0];
  return {
    state: {
      ...NO_WORKSPACES,
      Workspaces,
      Current: Current?.Id ?? null,
      SavedLayouts,
      ...(Kept.length === 0 ? {} : { Kept }),
    },
    leftOut,
  };
}
