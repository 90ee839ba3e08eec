import { useEffect, useState, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { WorkspaceConflict } from '../../client/types.ts';
import { Button, Dialog } from '../../ui/index.ts';
import { useDesk } from '../desk-context.ts';
import { mergeApart, mergeWorkspaces } from '../workspace/merge-workspaces.ts';
import { NO_WORKSPACES, type WorkspacesState } from '../workspace/workspace-state.ts';
import { readWorkspaces } from '../workspace/stored-workspaces.ts';
import styles from './Shell.module.css';

const namesIn = ({ Workspaces }: WorkspacesState): string =>
  Workspaces.map((workspace) => workspace.Name).join(', ') || 'none';

/** Both sides' workspaces when they changed different ones; null when the user has to choose. */
function putTogether({ base, theirs }: WorkspaceConflict, mine: WorkspacesState): WorkspacesState | null {
  const stored = readWorkspaces(theirs);
  const before = readWorkspaces(base);
  // What this version cannot read in whole it must not put together.
  return stored.state === null || stored.notice !== null || before.notice !== null
    ? null
    : mergeApart(before.state ?? NO_WORKSPACES, mine, stored.state);
}

/** Shows that workspaces are not stored: the server rejected them, or another tab or machine stored others and the user must choose. */
export function ConflictWatch() {
  return (
    <>
      <StoreFailure />
      <ConflictChoice />
    </>
  );
}

/** Stands in the menu bar while the last store has failed, with the reason and a way to try again. */
function StoreFailure() {
  const {
    announcer,
    platform: { settings },
  } = useDesk();
  const error = useSyncExternalStore(
    (listener) => settings.storeError.subscribe(listener),
    () => settings.storeError.get(),
  );
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (error !== null) announcer.say(`Workspaces not stored. ${error}`);
    else setOpen(false);
  }, [announcer, error]);
  if (error === null) return null;
  const retry = async () => {
    setBusy(true);
    // What went wrong this time is the next reason.
    await settings.flush().catch(() => undefined);
    setBusy(false);
  };
  return (
    <>
      <button type="button" className={styles.unsaved} title={error} onClick={() => setOpen(true)}>
        Workspaces not stored
      </button>
      <Dialog isOpen={isOpen} title="Workspaces not stored" width={420} onClose={() => setOpen(false)}>
        <div className={styles.conflict}>
          <p role="alert">{error}</p>
          <p className={styles.hint}>
            Your last changes are in this page only. They are stored with your next change at the latest, if
            the server accepts them.
          </p>
          <div className={styles.choices}>
            <Button
              tone="primary"
              data-autofocus=""
              disabled={isBusy}
              focusableWhenDisabled
              onClick={() => void retry()}
            >
              Try again
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}

/** Lets the user choose when another tab or machine stored other workspaces. Until then nothing is stored. */
function ConflictChoice() {
  const desk = useDesk();
  const { conflict } = desk.platform.settings;
  const open = useSyncExternalStore(
    (listener) => conflict.subscribe(listener),
    () => conflict.get(),
  );
  const [isHidden, setHidden] = useState(false);
  useEffect(() => {
    setHidden(false);
  }, [open]);
  const apart = open === null ? null : putTogether(open, desk.workspaces.getState());
  useEffect(() => {
    if (open !== null) desk.takeStatesWithoutWindow(open.theirs);
    if (apart === null) return;
    const before = desk.workspaces.getState();
    desk.takeOverWorkspaces(apart);
    // A failure leaves the next change to store it.
    desk.platform.settings.resolveConflict(JSON.stringify(apart)).catch(() => undefined);
    // Both tabs may have noted the same thing, such as an alert that fired.
    if (desk.workspaces.getState() !== before)
      desk.toaster.show({
        message: 'Workspace changes from another tab or machine were applied.',
        tone: 'neutral',
        key: 'workspaces-elsewhere',
      });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each conflict: it changes the state of the desk that it reads.
  }, [open]);
  if (open === null || apart !== null) return null;
  return (
    <>
      {isHidden ? (
        <button type="button" className={styles.unsaved} onClick={() => setHidden(false)}>
          Workspaces not stored
        </button>
      ) : null}
      <Dialog
        isOpen={!isHidden}
        title="These workspaces were changed elsewhere"
        width={460}
        closesOutside={false}
        onClose={() => setHidden(true)}
      >
        <Choice conflict={open} />
      </Dialog>
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
      desk.toaster.show({
        message: cause instanceof Error ? cause.message : 'The workspaces could not be stored. Try again.',
        tone: 'error',
      });
    }
    setBusy(false);
  };
  return (
    <div className={styles.conflict}>
      <p>
        Another tab or machine stored workspaces after this tab had loaded them. Choose which version to keep.
      </p>
      <dl>
        <dt>Yours</dt>
        <dd>{namesIn(mine)}</dd>
        <dt>Theirs</dt>
        <dd>{theirs === null ? 'cannot be read by this version' : namesIn(theirs)}</dd>
      </dl>
      <p className={styles.hint}>
        Keep both loses nothing: a workspace that differs is stored twice, the second copy with (2) after its
        name.
      </p>
      <div className={styles.choices}>
        <Button disabled={isBusy} onClick={() => void keep(mine)}>
          Keep mine
        </Button>
        <Button
          disabled={isBusy || theirs === null}
          onClick={() => {
            if (theirs !== null) void keep(theirs);
          }}
        >
          Keep theirs
        </Button>
        <Button
          tone="primary"
          data-autofocus=""
          disabled={isBusy || theirs === null}
          onClick={() => {
            if (theirs !== null) void keep(mergeWorkspaces(mine, theirs));
          }}
        >
          Keep both
        </Button>
      </div>
    </div>
  );
}
