import { contentOf, nextId, uniqueName, workspaceOf, type WorkspacesState } from './workspace-state.ts';

/** The same for a person: number and place in the row of tabs do not count. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null || Array.isArray(one) !== Array.isArray(other)) return false;
  const entries = (value: object) => Object.entries(value).filter(([, field]) => field !== undefined);
  const mine = entries(one);
  const theirs = new Map<string, unknown>(entries(other));
  return mine.length === theirs.size && mine.every(([key, value]) => theirs.has(key) && isSame(value, theirs.get(key)));
}

/** Everything of both: what only one side has is kept, what differs is there twice, the second as `Name (2)`. */
export function mergeWorkspaces(mine: WorkspacesState, theirs: WorkspacesState): WorkspacesState {
  const merged: WorkspacesState = { ...mine, Workspaces: [...mine.Workspaces], SavedLayouts: [...mine.SavedLayouts] };
  for (const workspace of theirs.Workspaces) {
    if (mine.Workspaces.some((own) => isSame(contentOf(own), contentOf(workspace)))) continue;
    const Id = workspaceOf(merged, workspace.Id) === undefined ? workspace.Id : Math.max(nextId(merged), ...theirs.Workspaces.map((other) => other.Id + 1));
    merged.Workspaces.push({ ...workspace, Id, Name: uniqueName(merged.Workspaces.map((own) => own.Name), workspace.Name) });
  }
  for (const layout of theirs.SavedLayouts) {
    if (mine.SavedLayouts.some((own) => isSame(own, layout))) continue;
    merged.SavedLayouts.push({ ...layout, Name: uniqueName(merged.SavedLayouts.map((own) => own.Name), layout.Name) });
  }
  merged.Current ??= merged.Workspaces[0]?.Id ?? null;
  return merged;
}
