import { readWorkspaces } from './stored-workspaces.ts';
import { workspaceOf, type WorkspacesState } from './workspace-state.ts';

/**
 * Shows workspaces that another tab has stored, with the one on screen here staying on screen while it is there. False when this
 * version cannot read them in whole: nothing is shown then, so that nothing of them can be lost.
 */
export function followWorkspaces(
  text: string,
  mine: WorkspacesState,
  show: (state: WorkspacesState) => void,
): boolean {
  const { state, notice } = readWorkspaces(text);
  if (state === null || notice !== null) return false;
  const isThere = mine.Current !== null && workspaceOf(state, mine.Current) !== undefined;
  show(isThere ? { ...state, Current: mine.Current } : state);
  return true;
}
