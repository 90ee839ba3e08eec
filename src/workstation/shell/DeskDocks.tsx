import { useState, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { Button, EmptyState } from '../../ui/index.ts';
import { useDesk } from '../desk-context.ts';
import { Dock } from '../workspace/Dock.tsx';
import styles from './Shell.module.css';
import { useIsAtDesk } from './workspace-path.ts';

/** Workspaces that stay mounted: the one on screen and those that were before it. To come back to one of them costs a third of mounting it. */
const KEPT_WORKSPACES = 4;

/** The windows of the workspace on screen, of some that were on screen before it, and of those that have windows in browser windows of their own: these live on behind any page. */
export function DeskDocks() {
  const { docks, workspaces, commands } = useDesk();
  const isHere = useIsAtDesk();
  const current = useStore(workspaces, (state) => state.Current);
  const name = useStore(
    workspaces,
    (state) => state.Workspaces.find((workspace) => workspace.Id === state.Current)?.Name,
  );
  const out = useSyncExternalStore(docks.subscribe, docks.withPopouts);
  const shown = isHere ? current : null;
  const mounted = [...new Set([...out, ...useRecent(shown)])].sort((a, b) => a - b);
  return (
    <main className={styles.workspace} hidden={!isHere}>
      <div
        className={styles.workspace}
        role={current === null ? undefined : 'tabpanel'}
        id="workspace-panel"
        aria-label={name}
      >
        {isHere && current === null ? (
          <EmptyState
            title="No workspace"
            text="A workspace holds the windows of your tools."
            action={
              <>
                <Button tone="primary" onClick={() => void commands.run('workspace.add')}>
                  New workspace
                </Button>
                <Button onClick={() => void commands.run('workspace.gallery')}>Ready workspaces</Button>
              </>
            }
          />
        ) : null}
        {mounted.map((id) => (
          <Dock key={id} dock={docks.dockOf(id)} isCurrent={id === shown} />
        ))}
      </div>
    </main>
  );
}

/** Ids of the workspaces that stay mounted, the one on screen first. */
function useRecent(shown: number | null): readonly number[] {
  const { workspaces } = useDesk();
  // A text, so that a tool that stores its state renders nothing here.
  const all = useStore(workspaces, (state) => state.Workspaces.map(({ Id }) => Id).join(' '));
  const [recent, setRecent] = useState<readonly number[]>([]);
  const others = recent.filter((id) => id !== shown && all.split(' ').includes(String(id)));
  const next = [...(shown === null ? [] : [shown]), ...others].slice(0, KEPT_WORKSPACES);
  if (next.length !== recent.length || next.some((id, at) => id !== recent[at])) setRecent(next);
  return next;
}
