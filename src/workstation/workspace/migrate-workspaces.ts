/** What a version of the stored workspaces is turned into by the next. Never edited once released. */
type Migration = (stored: Record<string, unknown>) => Record<string, unknown>;

/** Version 0 had no SchemaVersion and could miss Ids and Sizes; its Current was an id or a name. */
const toVersion1: Migration = (stored) => {
  const items = Array.isArray(stored['Workspaces'])
    ? stored['Workspaces'].filter(
        (item): item is Record<string, unknown> => typeof item === 'object' && item !== null,
      )
    : [];
  const used = new Set(items.map((item) => item['Id']));
  let next = 1;
  const Workspaces = items.map((item): Record<string, unknown> => {
    const whole = { LayoutData: {}, Sizes: {}, ...item };
    if (typeof item['Id'] === 'number') return whole;
    while (used.has(next)) next++;
    used.add(next);
    return { ...whole, Id: next };
  });
  const named =
    Workspaces.find((item) => item['Name'] === stored['Current']) ??
    Workspaces.find((item) => String(item['Id']) === String(stored['Current']));
  return { SchemaVersion: 1, Workspaces, Current: (named ?? Workspaces[0])?.['Id'] ?? null };
};

/** Version 2 added layouts saved under a name, and workspaces arranged by hand. */
const toVersion2: Migration = (stored) => ({ SavedLayouts: [], ...stored, SchemaVersion: 2 });

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A window that was linked is in group 1, one that was not is in none. */
function withGroup(window: unknown): unknown {
  if (!isRecord(window)) return window;
  const { linked, ...rest } = window;
  return typeof linked === 'boolean' && !('link' in rest) ? { ...rest, link: linked ? 1 : 0 } : window;
}

/** The same for all windows of a workspace; files of exported workspaces are brought up to date by it too. */
export function withLinkGroups(workspace: unknown): unknown {
  if (!isRecord(workspace) || !isRecord(workspace['LayoutData'])) return workspace;
  return {
    ...workspace,
    LayoutData: Object.fromEntries(
      Object.entries(workspace['LayoutData']).map(([key, window]) => [key, withGroup(window)]),
    ),
  };
}

/** Version 3 says in which group a window is linked. */
const toVersion3: Migration = (stored) => ({
  ...stored,
  SchemaVersion: 3,
  Workspaces: Array.isArray(stored['Workspaces'])
    ? stored['Workspaces'].map(withLinkGroups)
    : stored['Workspaces'],
});

/** Version 4 has no states without a window; `statesWithoutWindow` reads those of version 3. */
const toVersion4: Migration = (stored) => {
  const next: Record<string, unknown> = { ...stored, SchemaVersion: 4 };
  delete next['Kept'];
  return next;
};

/** A place that held one window is a stack of one. Trees of version 4 were at most eight levels deep; a deeper one is left as it is. */
function withStacks(part: unknown, depth = 0): unknown {
  if (!isRecord(part) || depth > 8) return part;
  const { window, ...rest } = part;
  if (window !== undefined) return { ...rest, windows: [window], selected: window };
  return Array.isArray(part['children'])
    ? { ...part, children: part['children'].map((child) => withStacks(child, depth + 1)) }
    : part;
}

/** The same for the tree of a workspace or a saved layout; files of exported workspaces are brought up to date by it too. */
export function withStackTree(item: unknown): unknown {
  return isRecord(item) && 'Tree' in item ? { ...item, Tree: withStacks(item['Tree']) } : item;
}

const withStackTrees = (items: unknown): unknown => (Array.isArray(items) ? items.map(withStackTree) : items);

/** Version 5 has any number of windows, and stacks of them. */
const toVersion5: Migration = (stored) => ({
  ...stored,
  SchemaVersion: 5,
  Workspaces: withStackTrees(stored['Workspaces']),
  SavedLayouts: withStackTrees(stored['SavedLayouts']),
});

/** Version 6 has windows that float or are pinned to a border. */
const toVersion6: Migration = (stored) => ({ ...stored, SchemaVersion: 6 });

/** Version 7 has no saved layouts: they are saves. Those of before are left in until they are. */
const toVersion7: Migration = ({ SavedLayouts, ...stored }) => ({
  ...stored,
  SchemaVersion: 7,
  ...(Array.isArray(SavedLayouts) && SavedLayouts.length > 0 ? { SavedLayouts } : {}),
});

const migrations: readonly Migration[] = [
  toVersion1,
  toVersion2,
  toVersion3,
  toVersion4,
  toVersion5,
  toVersion6,
  toVersion7,
];

/** Brings what older versions stored to the shape of today; anything else comes back as it is. */
export function migrateWorkspaces(stored: unknown): unknown {
  if (
    typeof stored !== 'object' ||
    stored === null ||
    !('Workspaces' in stored) ||
    !Array.isArray(stored.Workspaces)
  )
    return stored;
  const version = 'SchemaVersion' in stored ? stored.SchemaVersion : 0;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 0) return stored;
  const read: Record<string, unknown> = { ...stored };
  return migrations.slice(version).reduce((old, migrate) => migrate(old), read);
}
