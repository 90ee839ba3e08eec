import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { useStore } from 'zustand';
import { Button, EmptyState } from '../../ui/index.ts';
import { useDesk } from '../desk.ts';
import { Dock } from '../workspace/Dock.tsx';
import styles from './Shell.module.css';
import { currentOf, findWorkspace, selectWorkspace } from '../workspace/workspace-state.ts';

/** The current workspace, or the offer to make one. A name in the address selects that workspace. */
export function WorkspaceScreen() {
  const { workspaces, commands } = useDesk();
  const { name } = useParams();
  const id = useStore(workspaces, (state) => state.Current);
  const layout = useStore(workspaces, (state) => currentOf(state)?.Layout);
  useEffect(() => {
    const wanted = name === undefined ? undefined : findWorkspace(workspaces.getState(), name);
    if (wanted !== undefined) workspaces.change((draft) => selectWorkspace(draft, wanted.Id));
  }, [name, workspaces]);
  if (id === null || layout === undefined) return <main className={styles.workspace}><EmptyState title="No workspace" text="A workspace holds up to four windows." action={<Button tone="primary" onClick={() => void commands.run('workspace.add')}>New workspace</Button>} /></main>;
  return <main className={styles.workspace}><Dock key={`${id}:${layout}`} workspaceId={id} code={layout} /></main>;
}
