import {
  freeWindowKey,
  isSameShape,
  stackedOn,
  stackOf,
  windowKeysOf,
  type WindowKey,
} from '../../../layouts/index.ts';
import { otherSide, type Change, type ChangeOf, type Content, type Side } from './undo-change-schema.ts';
import { withValueAt } from './undo-changes.ts';
import {
  arrange,
  deleteWorkspace,
  insertWorkspace,
  layoutOf,
  lockLayout,
  putWindow,
  selectWorkspace,
  shownWindows,
  uniqueName,
  workspaceOf,
  type StoredWindow,
  type Workspace,
  type WorkspacesState,
} from './workspace-state.ts';

/** Brings what a step changed to one of its sides. What was changed besides, since then, is kept; what is gone is left out. */
export function travel(draft: WorkspacesState, changes: readonly Change[], side: Side): void {
  // Workspaces that go leave their names to others, and those that come take what is free then.
  const goes = (change: Change) => change.Kind === 'workspace' && change[side] === null;
  const comes = (change: Change) => change.Kind === 'workspace' && change[side] !== null;
  const rest = changes.filter((change) => change.Kind !== 'workspace');
  const isContent = ({ Kind }: Change) => Kind === 'content';
  for (const change of changes.filter(goes)) travelOne(draft, change, side);
  travelNames(draft, changes, side);
  for (const change of rest.filter(isContent)) travelOne(draft, change, side);
  for (const change of changes.filter(comes)) travelOne(draft, change, side);
  // Joined changes may be of the same place: the last is undone first.
  for (const change of side === 'Before' ? rest.toReversed() : rest)
    if (!isContent(change)) travelOne(draft, change, side);
}

/** All names together: two workspaces may have exchanged theirs. */
function travelNames(draft: WorkspacesState, changes: readonly Change[], side: Side): void {
  const renamed = changes.flatMap((change) => {
    if (change.Kind !== 'content') return [];
    const [target, now] = [change[side], change[otherSide(side)]];
    const workspace = workspaceOf(draft, change.Id);
    return target.Name !== now.Name && workspace?.Name === now.Name ? [{ workspace, name: target.Name }] : [];
  });
  for (const { workspace, name } of renamed) workspace.Name = name;
  for (const { workspace, name } of renamed)
    workspace.Name = uniqueName(
      draft.Workspaces.filter(({ Id }) => Id !== workspace.Id).map(({ Name }) => Name),
      name,
    );
}

function travelOne(draft: WorkspacesState, change: Change, side: Side): void {
  switch (change.Kind) {
    case 'workspace':
      return travelWorkspace(draft, change, side);
    case 'content':
      return travelContent(draft, change, side);
    case 'order':
      return travelOrder(draft, change[side]);
    case 'current':
      if (change[side] !== null) selectWorkspace(draft, change[side]);
      return;
    case 'tool':
      return travelTool(draft, change, side);
    case 'settings':
    case 'alert':
    case 'drawing':
    case 'save':
    case 'popouts':
      // No part of the workspaces: the history hands it on.
      return;
  }
}

function travelWorkspace(draft: WorkspacesState, change: ChangeOf<'workspace'>, side: Side): void {
  const target = change[side];
  if (target === null) {
    deleteWorkspace(draft, change.Id);
    return;
  }
  const present = draft.Current;
  const index = Math.min(target.Index, draft.Workspaces.length);
  insertWorkspace(draft, target.Workspace, { index, id: change.Id });
  if (present !== null) draft.Current = present;
}

function travelOrder({ Workspaces }: WorkspacesState, order: readonly number[]): void {
  const placeOf = ({ Id }: Workspace): number => order.indexOf(Id);
  const sorted = Workspaces.filter((each) => placeOf(each) >= 0).sort(
    (first, second) => placeOf(first) - placeOf(second),
  );
  Workspaces.forEach((each, at) => {
    const next = placeOf(each) < 0 ? undefined : sorted.shift();
    if (next !== undefined) Workspaces[at] = next;
  });
}

function travelTool(draft: WorkspacesState, change: ChangeOf<'tool'>, side: Side): void {
  const window = workspaceOf(draft, change.Id)?.LayoutData[change.Key];
  if (window?.Tool === change.Tool && window.version === change.Version)
    window.data = withValueAt(window.data, change.Path, change[side]);
}

function travelContent(draft: WorkspacesState, change: ChangeOf<'content'>, side: Side): void {
  const [target, now] = [change[side], change[otherSide(side)]];
  const moves = change.Moved.map((moved) => ({ to: moved[side], from: moved[otherSide(side)] }));
  const workspace = workspaceOf(draft, change.Id);
  // The contents of the windows of `target`; of a tool that has moved, what it is now.
  const contents = windowKeysOf(target.Windows).flatMap((key) => {
    const stored = target.Windows[key];
    const moved = moves.find(({ to }) => to === key);
    const present = moved && workspace?.LayoutData[moved.from];
    return stored === undefined ? [] : [{ key, window: present?.Tool === stored.Tool ? present : stored }];
  });
  if (workspace === undefined) {
    // Only what this step closed is missing: what it moved went with the workspace.
    const closed = contents.filter(
      ({ key }) => now.Windows[key] === undefined && !moves.some(({ to }) => to === key),
    );
    for (const { key, window } of closed) bringBack(draft, change.Id, target, key, window);
    return;
  }
  if (target.IsLocked !== now.IsLocked) lockLayout(draft, change.Id, target.IsLocked);
  for (const key of windowKeysOf(now.Windows))
    if (workspace.LayoutData[key]?.Tool === now.Windows[key]?.Tool) delete workspace.LayoutData[key];
  if (isToArrange(workspace, target, now)) setArrangement(workspace, target);
  for (const { key, window } of contents) bringBack(draft, change.Id, target, key, window);
}

/** True when the layout is to be that of `target`. Where a window is only brought back, not if the windows were arranged since. */
function isToArrange(workspace: Workspace, target: Content, now: Content): boolean {
  if (JSON.stringify(arrangementOf(target)) === JSON.stringify(arrangementOf(now))) return false;
  const isBringingBack = windowKeysOf(target.Windows).some((key) => now.Windows[key] === undefined);
  return (
    !isBringingBack || isSameShape(layoutOf(workspace), layoutOf({ ...workspace, ...arrangementOf(now) }))
  );
}

type Arrangement = Pick<Workspace, 'Layout' | 'Tree' | 'Sizes' | 'Undocked'>;
const arrangementOf = ({ Layout, Tree, Sizes, Undocked }: Content): Arrangement => ({
  Layout,
  Tree,
  Sizes,
  Undocked,
});

function setArrangement(workspace: Workspace, { Layout, Tree, Sizes, Undocked }: Content): void {
  workspace.Layout = Layout;
  workspace.Sizes = Sizes;
  if (Tree === undefined) delete workspace.Tree;
  else workspace.Tree = Tree;
  if (Undocked === undefined) delete workspace.Undocked;
  else workspace.Undocked = Undocked;
}

/** Puts a tool back into its window; if that is taken, into an empty one; if there is none, on top of the windows of its place. */
function bringBack(
  draft: WorkspacesState,
  workspaceId: number,
  target: Content,
  key: WindowKey,
  window: StoredWindow,
): void {
  const workspace = workspaceOf(draft, workspaceId);
  if (workspace === undefined) {
    insertWorkspace(
      draft,
      { Name: target.Name, Layout: '1r1c', LayoutData: { Window1: window }, Sizes: {} },
      { id: workspaceId },
    );
    return;
  }
  const shown = shownWindows(workspace);
  const asThen = { ...workspace, ...arrangementOf(target) };
  const wasShown = shownWindows(asThen).includes(key);
  const empty = [...(wasShown && !shown.includes(key) ? [] : [key]), ...shown].find(
    (candidate) => workspace.LayoutData[candidate] === undefined,
  );
  if (empty !== undefined) {
    putWindow(draft, workspaceId, empty, window);
    return;
  }
  const mates = stackOf(layoutOf(asThen), key)?.windows ?? [];
  const place = [key, ...mates].find((candidate) => shown.includes(candidate)) ?? shown[0];
  const added = freeWindowKey([...windowKeysOf(workspace.LayoutData), ...shown]);
  putWindow(draft, workspaceId, added, window);
  if (place !== undefined) arrange(draft, workspaceId, stackedOn(layoutOf(workspace), place, added));
}
