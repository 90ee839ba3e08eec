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
    const asked = name === undefined ? undefined : findWorkspace(state, name);
    if (seen.current !== name && asked !== undefined)
      workspaces.change((draft) => selectWorkspace(draft, asked.Id));
    seen.current = name;
    const now = currentOf(workspaces.getState());
    // Someone who has gone on to another page before this one drew is not called back.
    if (!isDeskPath(location.pathname)) return;
    const right = now === undefined ? '/workspace' : workspacePath(now);
    // Choosing another workspace is a step that Back takes back; an address without a name, by number, or with a name that is gone is put right.
    const isSame = asked === undefined || asked.Id === now?.Id;
    // The symbol that was asked for stays in the address while only its path is put right.
    if (location.pathname !== right)
      void go.current(isSame ? `${right}${location.search}` : right, { replace: isSame });
  }, [name, path, workspaces]);
  return null;
}
