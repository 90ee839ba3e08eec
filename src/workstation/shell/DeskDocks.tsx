import { useState, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { Button, EmptyState } from '../../ui/index.ts';
import { useDesk } from '../desk-context.ts';
import { Dock } from '../workspace/Dock.tsx';
import styles from './Shell.module.css';
import { keptWindowCount, keptWorkspaces } from './kept-workspaces.ts';
import { useIsAtDesk } from './workspace-path.ts';

/** Memory of the machine, GB. Chromium says it to pages of a secure origin; the types of the browser do not have it. */
const memoryGigabytes = (): number | undefined =>
  (navigator as Navigator & { readonly deviceMemory?: number }).deviceMemory;

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
  const [recent, setRecent] = useState<readonly number[]>([]);
  // A text, so that a tool that stores its state renders nothing here.
  const next = useStore(workspaces, (state) =>
    keptWorkspaces(shown, recent, state.Workspaces, keptWindowCount(memoryGigabytes())).join(' '),
  );
  if (next !== recent.join(' ')) setRecent(next === '' ? [] : next.split(' ').map(Number));
  return recent;
}
