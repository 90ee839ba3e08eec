import { useEffect, useRef } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { useStore } from 'zustand';
import { useDesk } from '../desk-context.ts';
import { currentOf, findWorkspace, selectWorkspace } from '../workspace/workspace-state.ts';
import { isDeskPath, workspacePath } from './workspace-path.ts';

/**
 * Keeps the address and the current workspace together: a name or number in the address selects that workspace, and the
 * address follows when another is chosen, so that Back leads to the one before. `DeskDocks` shows the windows.
 */
export function WorkspaceScreen() {
  const { workspaces } = useDesk();
  const navigate = useNavigate();
  const { name } = useParams();
  const current = useStore(workspaces, currentOf);
  const path = current === undefined ? '/workspace' : workspacePath(current);
  const seen = useRef<string | undefined>(undefined);
  const go = useRef(navigate);
  useEffect(() => {
    go.current = navigate;
  });
  useEffect(() => {
    const state = workspaces.getState();
    const requested = name === undefined ? undefined : findWorkspace(state, name);
    if (seen.current !== name && requested !== undefined)
      workspaces.change((draft) => selectWorkspace(draft, requested.Id));
    seen.current = name;
    const now = currentOf(workspaces.getState());
    // The user may have left for another page before this effect ran: stay there.
    if (!isDeskPath(location.pathname)) return;
    const right = now === undefined ? '/workspace' : workspacePath(now);
    // Choosing another workspace adds a history entry. An address without a name, with a number or with an unknown name is replaced.
    const isSame = requested === undefined || requested.Id === now?.Id;
    // Keep the requested symbol in the address while only the path is corrected.
    if (location.pathname !== right)
      void go.current(isSame ? `${right}${location.search}` : right, { replace: isSame });
  }, [name, path, workspaces]);
  return null;
}
