import { format } from 'date-fns/format';
import { useStore } from 'zustand';
import type { WorkspaceHistory, WorkspaceVersion } from '../../client/settings/workspace-history.ts';
import { Button, EmptyState, Spinner } from '../../ui/index.ts';
import { LayoutPicture } from '../shell/LayoutChooser.tsx';
import { layoutOf, toolsIn, workspaceOf, type Workspace } from '../workspace/workspace-state.ts';
import type { WorkspaceStore } from '../workspace/workspace-store.ts';
import styles from './History.module.css';
import { useHistory, type HistoryPage, type Loaded } from './use-history.ts';
import { changesSince } from './version-changes.ts';

/** What the dialog of the history works on. `titleOf` names a tool by its id. */
export interface HistoryDialogProps {
  readonly history: WorkspaceHistory;
  readonly workspaces: WorkspaceStore;
  readonly titleOf: (tool: string) => string;
  readonly onRestore: (workspace: Workspace) => void;
}

/** Local time with the day: versions are up to a month old. */
const timeText = (timeMs: number): string => format(timeMs, 'EEE MMM d, HH:mm:ss');
const browserText = ({ browser }: WorkspaceVersion): string =>
  browser === '' ? 'before the history began' : browser;

/** Earlier versions of the workspaces: a list of them, and what is in the chosen one with a button that brings a workspace back. */
export function HistoryDialog({ history, workspaces, titleOf, onRestore }: HistoryDialogProps) {
  const page = useHistory(history);
  const { versions } = page;
  if (versions.state === 'loading') return <Spinner label="Loading the history" />;
  if (versions.state === 'failed') return <Failure text={versions.message} onRetry={page.retryList} />;
  if (versions.value.length === 0)
    return (
      <EmptyState title="No versions yet" text="The first one is kept with the next change of a workspace." />
    );
  return (
    <div className={styles.history}>
      <VersionList versions={versions.value} page={page} />
      <section className={styles.content} aria-label="Workspaces of the version" aria-live="polite">
        <VersionContent
          loaded={page.workspaces}
          onRetry={page.retryVersion}
          {...{ workspaces, titleOf, onRestore }}
        />
      </section>
    </div>
  );
}

interface VersionListProps {
  readonly versions: readonly WorkspaceVersion[];
  readonly page: HistoryPage;
}

function VersionList({ versions, page }: VersionListProps) {
  return (
    <ul className={styles.versions} aria-label="Versions">
      {versions.map((version) => (
        <li key={version.id}>
          <button
            type="button"
            className={styles.version}
            aria-pressed={version.id === page.chosenId}
            onClick={() => page.choose(version.id)}
          >
            <span>{timeText(version.savedMs)}</span>
            <small>{browserText(version)}</small>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface VersionContentProps extends Omit<HistoryDialogProps, 'history'> {
  readonly loaded: Loaded<readonly Workspace[]>;
  readonly onRetry: () => void;
}

function VersionContent({ loaded, onRetry, workspaces, titleOf, onRestore }: VersionContentProps) {
  const now = useStore(workspaces);
  if (loaded.state === 'loading') return <Spinner label="Loading the version" />;
  if (loaded.state === 'failed') return <Failure text={loaded.message} onRetry={onRetry} />;
  if (loaded.value.length === 0) return <p>There was no workspace.</p>;
  return (
    <ul className={styles.workspaces}>
      {loaded.value.map((then) => {
        const changes = changesSince(then, workspaceOf(now, then.Id), titleOf);
        return (
          <li key={then.Id} className={styles.workspace}>
            <span className={styles.picture} aria-hidden>
              <LayoutPicture part={layoutOf(then)} />
            </span>
            <div className={styles.facts}>
              <strong>{then.Name}</strong>
              <span>{toolsText(then, titleOf)}</span>
              <small>{changes.length === 0 ? 'As it is now' : changes.join('. ')}</small>
            </div>
            <Button
              disabled={changes.length === 0}
              aria-label={`Restore ${then.Name}`}
              onClick={() => onRestore(then)}
            >
              Restore
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

const toolsText = (workspace: Workspace, titleOf: (tool: string) => string): string => {
  const titles = toolsIn(workspace).map(({ Tool }) => titleOf(Tool));
  return titles.length === 0 ? 'Empty' : titles.join(', ');
};

function Failure({ text, onRetry }: { readonly text: string; readonly onRetry: () => void }) {
  return (
    <div className={styles.failure}>
      <p role="alert">{text}</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
