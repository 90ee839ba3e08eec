import type { Proposal } from '../workspace/undo-steps.ts';
import {
  contentOf,
  hasSameLayout,
  insertWorkspace,
  layoutOf,
  toolsIn,
  workspaceOf,
  type Workspace,
  type WorkspacesState,
} from '../workspace/workspace-state.ts';
import { isSameShape, windowKeysOf } from '../../../layouts/index.ts';

/** What is in one list and not in another; what is there twice counts twice. */
function without(list: readonly string[], others: readonly string[]): readonly string[] {
  const rest = [...others];
  return list.filter((each) => {
    const at = rest.indexOf(each);
    if (at < 0) return true;
    rest.splice(at, 1);
    return false;
  });
}

/** What has changed in a workspace since a version of it, in a few texts; none when nothing has. `now`: undefined = it is deleted. `titleOf` names a tool by its id. */
export function changesSince(
  then: Workspace,
  now: Workspace | undefined,
  titleOf: (tool: string) => string,
): readonly string[] {
  if (now === undefined) return ['Deleted since'];
  const toolsOf = (workspace: Workspace) => toolsIn(workspace).map(({ Tool }) => titleOf(Tool));
  const closed = without(toolsOf(then), toolsOf(now));
  const added = without(toolsOf(now), toolsOf(then));
  const changed = windowKeysOf(then.LayoutData).filter((key) => {
    const [before, after] = [then.LayoutData[key], now.LayoutData[key]];
    return before?.Tool === after?.Tool && JSON.stringify(before?.data) !== JSON.stringify(after?.data);
  });
  const isMoved = !isSameShape(layoutOf(then), layoutOf(now));
  const isResized = JSON.stringify(layoutOf(then)) !== JSON.stringify(layoutOf(now));
  return [
    ...(then.Name === now.Name ? [] : [`Renamed to “${now.Name}”`]),
    ...(closed.length === 0 ? [] : [`Closed: ${closed.join(', ')}`]),
    ...(added.length === 0 ? [] : [`Added: ${added.join(', ')}`]),
    ...(changed.length === 0
      ? []
      : [`Changed in ${changed.length === 1 ? 'one window' : `${changed.length} windows`}`]),
    ...(isMoved ? ['Windows moved'] : isResized && !hasSameLayout(then, now) ? ['Windows resized'] : []),
  ];
}

/** Brings one workspace back as it was in a version, as a step that can be undone; the others stay as they are. */
export function restoreStep(state: WorkspacesState, then: Workspace): Proposal {
  const isThere = workspaceOf(state, then.Id) !== undefined;
  return {
    title: `Restore ${then.Name}`,
    workspaceId: isThere ? then.Id : null,
    apply: (draft) => {
      if (workspaceOf(draft, then.Id) === undefined) insertWorkspace(draft, contentOf(then), { id: then.Id });
      else replace(draft, then);
    },
  };
}

/** Gives the workspace of this number other content, under a name that no other one has. */
function replace(draft: WorkspacesState, content: Workspace): void {
  const index = draft.Workspaces.findIndex(({ Id }) => Id === content.Id);
  if (index < 0) return;
  const current = draft.Current;
  draft.Workspaces.splice(index, 1);
  insertWorkspace(draft, contentOf(content), { index, id: content.Id });
  draft.Current = current;
}
