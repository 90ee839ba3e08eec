import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { useDesk } from '../desk-context.ts';
import { currentOf, findWorkspace, selectWorkspace } from '../workspace/workspace-state.ts';
import { isDeskPath, workspaceIn, workspacePath } from './workspace-path.ts';

/**
 * Keeps the address and the current workspace together: a name or number in the address selects that workspace, and the
 * address follows when another is chosen, so that Back leads to the one before. `DeskDocks` shows the windows.
 */
export function WorkspaceScreen() {
  const { workspaces, toaster } = useDesk();
  const navigate = useNavigate();
  const place = useLocation();
  const current = useStore(workspaces, currentOf);
  const path = current === undefined ? '/workspace' : workspacePath(current);
  /** The address that belongs to the workspace on screen. Any other was chosen by the user: typed, or by Back and Forward. */
  const seen = useRef<string | undefined>(undefined);
  const go = useRef(navigate);
  useEffect(() => {
    go.current = navigate;
  });
  useEffect(() => {
    // The browser's address, not the router's: Back may come before React has rendered the step that it undoes.
    const { pathname, search } = location;
    // The user may have left for another page before this effect ran: stay there.
    if (!isDeskPath(pathname)) return;
    const state = workspaces.getState();
    const name = workspaceIn(pathname);
    const requested = name === undefined ? undefined : findWorkspace(state, name);
    if (seen.current !== pathname && requested !== undefined)
      workspaces.change((draft) => selectWorkspace(draft, requested.Id));
    const now = currentOf(workspaces.getState());
    if (seen.current !== pathname && name !== undefined && requested === undefined && now !== undefined)
      toaster.show({
        message: `There is no workspace “${name}”. “${now.Name}” is shown.`,
        tone: 'warning',
        key: 'unknown workspace',
      });
    const right = now === undefined ? '/workspace' : workspacePath(now);
    seen.current = right;
    if (pathname === right) return;
    // Choosing another workspace adds a history entry. An address without a name, with a number or with an unknown name is replaced.
    const isSame = requested === undefined || requested.Id === now?.Id;
    // Keep the requested symbol in the address while only the path is corrected.
    void go.current(isSame ? `${right}${search}` : right, { replace: isSame });
  }, [path, place, workspaces, toaster]);
  return null;
}
