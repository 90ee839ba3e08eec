import { isWindowKey, type WindowKey } from '../../../layouts/index.ts';
import type { Desk } from '../desk-context.ts';
import { currentOf, shownWindows, type WorkspacesState } from '../workspace/workspace-state.ts';

/** Where a tool goes that is added to the workspace on screen: into a window, or beside it as a tab of its stack. */
export interface ToolRoom {
  readonly workspaceId: number;
  readonly key: WindowKey;
  readonly isTab: boolean;
}

/** Why there is no room. */
export type NoRoom = 'no-workspace' | 'locked';

/** The first empty window; where all are in use, a tab beside the window last used. `focusedId`: the id of that window, of any workspace. */
export function roomForTool(state: WorkspacesState, focusedId: string | null): ToolRoom | NoRoom {
  const workspace = currentOf(state);
  if (workspace === undefined) return 'no-workspace';
  const shown = shownWindows(workspace);
  const empty = shown.find((key) => workspace.LayoutData[key] === undefined);
  if (empty !== undefined) return { workspaceId: workspace.Id, key: empty, isTab: false };
  if (workspace.IsLocked === true) return 'locked';
  const [id, name] = focusedId?.split(':') ?? [];
  const focused = isWindowKey(name) && Number(id) === workspace.Id && shown.includes(name) ? name : undefined;
  const key = focused ?? shown[0];
  return key === undefined ? 'no-workspace' : { workspaceId: workspace.Id, key, isTab: true };
}

/** Room in the workspace on screen of this desk. */
export const roomIn = ({ workspaces, windows }: Pick<Desk, 'workspaces' | 'windows'>): ToolRoom | NoRoom =>
  roomForTool(workspaces.getState(), windows.focusedId());
