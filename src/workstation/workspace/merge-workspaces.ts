import { allKept } from './kept-tools.ts';
import { contentOf, nextId, uniqueName, workspaceOf, type WorkspacesState } from './workspace-state.ts';

/** The same to the user: number and place in the row of tabs do not count. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (
    typeof one !== 'object' ||
    typeof other !== 'object' ||
    one === null ||
    other === null ||
    Array.isArray(one) !== Array.isArray(other)
  )
    return false;
  const entries = (value: object) => Object.entries(value).filter(([, field]) => field !== undefined);
  const mine = entries(one);
  const theirs = new Map<string, unknown>(entries(other));
  return (
    mine.length === theirs.size &&
    mine.every(([key, value]) => theirs.has(key) && isSame(value, theirs.get(key)))
  );
}

/** Everything of both: what only one side has is kept, what differs is there twice, the second as `Name (2)`. */
export function mergeWorkspaces(mine: WorkspacesState, theirs: WorkspacesState): WorkspacesState {
  const merged: WorkspacesState = {
    ...mine,
    Workspaces: [...mine.Workspaces],
    SavedLayouts: [...mine.SavedLayouts],
  };
  for (const workspace of theirs.Workspaces) {
    if (mine.Workspaces.some((own) => isSame(contentOf(own), contentOf(workspace)))) continue;
    const Id =
      workspaceOf(merged, workspace.Id) === undefined
        ? workspace.Id
        : Math.max(nextId(merged), ...theirs.Workspaces.map((other) => other.Id + 1));
    merged.Workspaces.push({
      ...workspace,
      Id,
      Name: uniqueName(
        merged.Workspaces.map((own) => own.Name),
        workspace.Name,
      ),
    });
  }
  for (const layout of theirs.SavedLayouts) {
    if (mine.SavedLayouts.some((own) => isSame(own, layout))) continue;
    merged.SavedLayouts.push({
      ...layout,
      Name: uniqueName(
        merged.SavedLayouts.map((own) => own.Name),
        layout.Name,
      ),
    });
  }
  const kept = allKept(mine.Kept ?? [], theirs.Kept ?? [], isSame);
  if (kept.length > 0) merged.Kept = [...kept];
  merged.Current ??= merged.Workspaces[0]?.Id ?? null;
  return merged;
}

/** One item of a three-way merge: what holds, `undefined` for one that was removed, or CLASH when both sides changed it. */
const CLASH = Symbol('clash');
function pick<Item>(
  base: Item | undefined,
  mine: Item | undefined,
  theirs: Item | undefined,
  isEqual: (one: Item, other: Item) => boolean,
): Item | undefined | typeof CLASH {
  const same = (one: Item | undefined, other: Item | undefined) =>
    one === undefined || other === undefined ? one === other : isEqual(one, other);
  if (same(mine, base)) return theirs;
  if (same(theirs, base) || same(mine, theirs)) return mine;
  return CLASH;
}

/**
 * Both sides' changes since `base` put together, when they are about different workspaces and layouts; null when both
 * changed the same one, which the user has to decide. Which workspace is on screen is each side's own affair.
 */
export function mergeApart(
  base: WorkspacesState,
  mine: WorkspacesState,
  theirs: WorkspacesState,
): WorkspacesState | null {
  const isEqual = (
    one: WorkspacesState['Workspaces'][number],
    other: WorkspacesState['Workspaces'][number],
  ) => isSame(contentOf(one), contentOf(other));
  const workspaces: WorkspacesState['Workspaces'] = [];
  const extra: WorkspacesState['Workspaces'] = [];
  // Two new or renamed ones may have the same name.
  const put = (workspace: WorkspacesState['Workspaces'][number]) => {
    workspaces.push({
      ...workspace,
      Name: uniqueName(
        workspaces.map(({ Name }) => Name),
        workspace.Name,
      ),
    });
  };
  const ids = new Set([...mine.Workspaces, ...theirs.Workspaces].map(({ Id }) => Id));
  let lastId = Math.max(0, ...ids);
  for (const id of ids) {
    const [own, other] = [workspaceOf(mine, id), workspaceOf(theirs, id)];
    // Two new ones that happen to have the same number are two.
    const areTwo =
      workspaceOf(base, id) === undefined &&
      own !== undefined &&
      other !== undefined &&
      own.Name !== other.Name;
    if (areTwo) extra.push({ ...other, Id: ++lastId });
    const picked = areTwo ? own : pick(workspaceOf(base, id), own, other, isEqual);
    if (picked === CLASH) return null;
    if (picked !== undefined) put(picked);
  }
  extra.forEach(put);
  const layouts: WorkspacesState['SavedLayouts'] = [];
  const named = (state: WorkspacesState, name: string) =>
    state.SavedLayouts.find((layout) => layout.Name === name);
  for (const name of new Set([...mine.SavedLayouts, ...theirs.SavedLayouts].map(({ Name }) => Name))) {
    const picked = pick(named(base, name), named(mine, name), named(theirs, name), isSame);
    if (picked === CLASH) return null;
    if (picked !== undefined) layouts.push(picked);
  }
  // Kept states are invisible, so the user is not prompted: if both sides changed them, all of them stay.
  const picked = pick(base.Kept ?? [], mine.Kept ?? [], theirs.Kept ?? [], isSame);
  const kept = picked === CLASH ? allKept(mine.Kept ?? [], theirs.Kept ?? [], isSame) : (picked ?? []);
  const current = workspaces.some(({ Id }) => Id === mine.Current)
    ? mine.Current
    : (workspaces[0]?.Id ?? null);
  const { Kept: _own, ...rest } = mine;
  return {
    ...rest,
    Workspaces: workspaces,
    SavedLayouts: layouts,
    Current: current,
    ...(kept.length === 0 ? {} : { Kept: [...kept] }),
  };
}
