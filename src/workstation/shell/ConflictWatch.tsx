import { useEffect, useState, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { WorkspaceConflict } from '../../client/types.ts';
import { Button, Dialog } from '../../ui/index.ts';
import { useDesk } from '../desk.ts';
import { mergeWorkspaces } from '../workspace/merge-workspaces.ts';
import type { WorkspacesState } from '../workspace/workspace-state.ts';
import { readWorkspaces } from '../workspace/stored-workspaces.ts';
import styles from './Shell.module.css';

const namesIn = ({ Workspaces }: WorkspacesState): string => Workspaces.map((workspace) => workspace.Name).join(', ') || 'none';

/** Tells when another tab or machine stored other workspaces, and lets the person choose. Until then nothing is stored. */
export function ConflictWatch() {
  const { platform } = useDesk();
  const { conflict } = platform.settings;
  const open = useSyncExternalStore((listener) => conflict.subscribe(listener), () => conflict.get());
  const [isHidden, setHidden] = useState(false);
  useEffect(() => { setHidden(false); }, [open]);
  if (open === null) return null;
  return (
    <>
      {isHidden ? <button type="button" className={styles.unsaved} onClick={() => setHidden(false)}>Workspaces not stored</button> : null}
      <Dialog isOpen={!isHidden} title="These workspaces were changed elsewhere" width={460} closesOutside={false} onClose={() => setHidden(true)}><Choice conflict={open} /></Dialog>
    </>
  );
}

function Choice({ conflict }: { readonly conflict: WorkspaceConflict }) {
  const desk = useDesk();
  const [isBusy, setBusy] = useState(false);
  const theirs = readWorkspaces(conflict.theirs).state;
  // What is on screen now: it may have been changed since the conflict was found.
  const mine = useStore(desk.workspaces);
  const keep = async (state: WorkspacesState) => {
    setBusy(true);
    if (state !== mine) desk.showWorkspaces(state);
    try {
      await desk.platform.settings.resolveConflict(JSON.stringify(state));
    } catch (cause) {
      desk.toaster.show({ message: cause instanceof Error ? cause.message : 'The workspaces could not be stored. Try again.', tone: 'error' });
    }
    setBusy(false);
  };
  return (
    <div className={styles.conflict}>
      <p>Another tab or another machine stored workspaces after this one had read them. Choose what holds from now on.</p>
      <dl>
        <dt>Yours</dt><dd>{namesIn(mine)}</dd>
        <dt>Theirs</dt><dd>{theirs === null ? 'can not be read by this version' : namesIn(theirs)}</dd>
      </dl>
      <p className={styles.hint}>Keep both loses nothing: workspaces that differ are there twice, the second with (2) behind its name.</p>
      <div className={styles.choices}>
        <Button disabled={isBusy} onClick={() => void keep(mine)}>Keep mine</Button>
        <Button disabled={isBusy || theirs === null} onClick={() => { if (theirs !== null) void keep(theirs); }}>Keep theirs</Button>
        <Button tone="primary" disabled={isBusy || theirs === null} onClick={() => { if (theirs !== null) void keep(mergeWorkspaces(mine, theirs)); }}>Keep both</Button>
      </div>
    </div>
  );
}
