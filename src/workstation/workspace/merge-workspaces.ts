import { CONFLICT, mergeWorkspace } from './merge-workspace.ts';
import { isSameContent } from './same-content.ts';
import { contentOf, nextId, uniqueName, workspaceOf, type WorkspacesState } from './workspace-state.ts';

type Workspace = WorkspacesState['Workspaces'][number];
type EarlierLayouts = Pick<WorkspacesState, 'SavedLayouts'>;

/** Compares workspaces as a user sees them: their number and the order of the tabs do not matter. */
const isSameWorkspace = (left: Workspace, right: Workspace): boolean =>
  isSameContent(contentOf(left), contentOf(right));

/** Appends an item. Its name gets a number where the list has that name already. */
function pushNamed<Item extends { readonly Name: string }>(list: Item[], item: Item): void {
  list.push({
    ...item,
    Name: uniqueName(
      list.map(({ Name }) => Name),
      item.Name,
    ),
  });
}

/** Keeps everything of both sides. Items that differ under one name are both kept, the second as `Name (2)`. */
export function mergeWorkspaces(mine: WorkspacesState, theirs: WorkspacesState): WorkspacesState {
  const merged: WorkspacesState = {
    ...mine,
    Workspaces: [...mine.Workspaces],
  };
  for (const workspace of theirs.Workspaces) {
    if (mine.Workspaces.some((candidate) => isSameWorkspace(candidate, workspace))) continue;
    const Id =
      workspaceOf(merged, workspace.Id) === undefined
        ? workspace.Id
        : Math.max(nextId(merged), ...theirs.Workspaces.map((other) => other.Id + 1));
    pushNamed(merged.Workspaces, { ...workspace, Id });
  }
  const [ours = [], others = []] = [mine.SavedLayouts, theirs.SavedLayouts];
  const layouts = [...ours, ...others.filter((layout) => !ours.some((each) => isSameContent(each, layout)))];
  if (layouts.length > 0) merged.SavedLayouts = layouts;
  merged.Current ??= merged.Workspaces[0]?.Id ?? null;
  return merged;
}

/** Three-way merge of one workspace; undefined stands for one that does not exist. */
function mergeTab(
  base: Workspace | undefined,
  mine: Workspace | undefined,
  theirs: Workspace | undefined,
): Workspace | undefined | typeof CONFLICT {
  const same = (left: Workspace | undefined, right: Workspace | undefined) =>
    left === undefined || right === undefined ? left === right : isSameWorkspace(left, right);
  if (same(mine, base)) return theirs;
  if (same(theirs, base) || same(mine, theirs)) return mine;
  return base === undefined || mine === undefined || theirs === undefined
    ? CONFLICT
    : mergeWorkspace(base, mine, theirs);
}

/** Three-way merge of the workspaces by their number; null on a conflict. */
function mergeTabs(
  base: WorkspacesState,
  mine: WorkspacesState,
  theirs: WorkspacesState,
): Workspace[] | null {
  const merged: Workspace[] = [];
  const renumbered: Workspace[] = [];
  const ids = new Set([...mine.Workspaces, ...theirs.Workspaces].map(({ Id }) => Id));
  let lastId = Math.max(0, ...ids);
  for (const id of ids) {
    const [before, ours, other] = [workspaceOf(base, id), workspaceOf(mine, id), workspaceOf(theirs, id)];
    // Each side has created a workspace, and both got the same number.
    if (before === undefined && ours !== undefined && other !== undefined && ours.Name !== other.Name) {
      renumbered.push({ ...other, Id: ++lastId });
      pushNamed(merged, ours);
      continue;
    }
    const item = mergeTab(before, ours, other);
    if (item === CONFLICT) return null;
    if (item !== undefined) pushNamed(merged, item);
  }
  for (const workspace of renumbered) pushNamed(merged, workspace);
  return merged;
}

/** The layouts of an earlier release that neither side has made saves yet. */
function unmoved({ SavedLayouts }: EarlierLayouts, theirs: EarlierLayouts): EarlierLayouts {
  return SavedLayouts === undefined || theirs.SavedLayouts === undefined ? {} : { SavedLayouts };
}

/**
 * Merges the changes of both sides since `base` when they concern different workspaces, or different things in one. Null when both changed
 * the same thing: the user has to decide. The workspace on screen is not merged; each side keeps its choice.
 */
export function mergeApart(
  base: WorkspacesState,
  mine: WorkspacesState,
  theirs: WorkspacesState,
): WorkspacesState | null {
  const workspaces = mergeTabs(base, mine, theirs);
  if (workspaces === null) return null;
  const isCurrentLeft = workspaces.some(({ Id }) => Id === mine.Current);
  const { SavedLayouts: _layouts, ...rest } = mine;
  return {
    ...rest,
    ...unmoved(mine, theirs),
    Workspaces: workspaces,
    Current: isCurrentLeft ? mine.Current : (workspaces[0]?.Id ?? null),
  };
}
