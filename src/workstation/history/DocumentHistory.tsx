import { useCallback, useEffect, useMemo, useState } from 'react';
import { format } from 'date-fns/format';
import type { DocumentCalls, DocumentVersion, VersionedDocument, VersionedKind } from '../../client/types.ts';
import { Button, EmptyState, Select, Spinner } from '../../ui/index.ts';
import {
  changeText,
  KIND_LABELS,
  readState,
  stateText,
  stateTitle,
  type TextNames,
} from './document-texts.ts';
import styles from './History.module.css';

/** What the history of documents works on. */
export interface DocumentHistoryProps {
  readonly calls: () => Promise<Pick<DocumentCalls, 'versions'>>;
  readonly names: () => Promise<TextNames>;
  /** Restores a version; never rejects. */
  readonly onRestore: (version: DocumentVersion) => Promise<void>;
}

type Filter = VersionedKind | 'all';
const FILTERS = [
  { value: 'all' as const, label: 'Everything' },
  // Object.entries widens the keys; they are the kinds.
  ...Object.entries(KIND_LABELS).map(([value, label]) => ({ value: value as VersionedKind, label })),
];

interface Loaded {
  readonly versions: readonly DocumentVersion[];
  readonly present: readonly VersionedDocument[];
  readonly next: number | null;
  readonly names: TextNames;
}

/** Loads the newest versions, and older ones on request. */
function useVersions({ calls, names }: Pick<DocumentHistoryProps, 'calls' | 'names'>) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isLoading, setIsLoading] = useState(true);
  const load = useCallback(
    async (before: Loaded | null) => {
      setIsLoading(true);
      setError(null);
      try {
        const page = await (await calls()).versions(before?.next ?? null);
        setLoaded({
          versions: [...(before?.versions ?? []), ...page.versions],
          present: [...(before?.present ?? []), ...page.present],
          next: page.next,
          names: before?.names ?? (await names()),
        });
      } catch (cause) {
        setError(cause instanceof Error ? cause.message : 'The server did not answer.');
      }
      setIsLoading(false);
    },
    [calls, names],
  );
  useEffect(() => {
    void load(null);
  }, [load]);
  return { loaded, error, isLoading, load };
}

const keyOf = ({ kind, document }: VersionedDocument): string => `${kind} ${document}`;

/** Each version with the state that followed it: the next version of the document, or what it is now. */
function withNext({ versions, present }: Loaded) {
  const after = new Map(present.map((document) => [keyOf(document), document]));
  return versions.map((version) => {
    const next = after.get(keyOf(version));
    after.set(keyOf(version), version);
    return { version, next };
  });
}

/** Earlier alerts, drawings and saved items: when each was changed and from which browser, what it was, and a button that restores it. */
export function DocumentHistory({ calls, names, onRestore }: DocumentHistoryProps) {
  const { loaded, error, isLoading, load } = useVersions({ calls, names });
  const [filter, setFilter] = useState<Filter>('all');
  const entries = useMemo(() => (loaded === null ? [] : withNext(loaded)), [loaded]);
  const shown = entries.filter(({ version }) => filter === 'all' || version.kind === filter);
  if (loaded === null && error === null)
    return (
      <div className={styles.documents}>
        <Spinner label="Loading the history" />
      </div>
    );
  return (
    <div className={styles.documents}>
      <Select label="Show" value={filter} options={FILTERS} onChange={setFilter} />
      <ul className={styles.workspaces} aria-label="Versions of documents">
        {loaded === null
          ? null
          : shown.map(({ version, next }) => (
              <VersionRow
                key={version.id}
                version={version}
                next={next}
                names={loaded.names}
                onRestore={async () => {
                  await onRestore(version);
                  await load(null);
                }}
              />
            ))}
      </ul>
      {loaded !== null && shown.length === 0 ? (
        <EmptyState
          title="No versions yet"
          text="The first one is kept when an alert, a shared drawing or a saved item is changed or deleted."
        />
      ) : null}
      {error === null ? null : (
        <div className={styles.failure}>
          <p role="alert">{error}</p>
          <Button onClick={() => void load(loaded)}>Try again</Button>
        </div>
      )}
      {(loaded?.next ?? null) === null ? null : (
        <Button disabled={isLoading} onClick={() => void load(loaded)}>
          Show older
        </Button>
      )}
    </div>
  );
}

interface VersionRowProps {
  readonly version: DocumentVersion;
  readonly next: VersionedDocument | undefined;
  readonly names: TextNames;
  readonly onRestore: () => Promise<void>;
}

function VersionRow({ version, next, names, onRestore }: VersionRowProps) {
  const [isBusy, setIsBusy] = useState(false);
  const state = readState(version);
  const title = state === undefined ? 'A document of a newer Tapedeck' : stateTitle(state, names);
  const after = next === undefined ? undefined : readState(next);
  return (
    <li className={styles.document}>
      <div className={styles.facts}>
        <span>{format(version.changedMs, 'EEE MMM d, HH:mm:ss')}</span>
        <small>{version.browser}</small>
      </div>
      <div className={styles.facts}>
        <strong>{title}</strong>
        {state === undefined ? null : (
          <>
            <span>{stateText(state, names)}</span>
            <small>{changeText(state, after, version.isRemoval)}</small>
          </>
        )}
      </div>
      <Button
        disabled={isBusy || state === undefined}
        aria-label={`Restore ${title} of ${format(version.changedMs, 'EEE MMM d, HH:mm:ss')}`}
        onClick={() => {
          setIsBusy(true);
          void onRestore().finally(() => setIsBusy(false));
        }}
      >
        Restore
      </Button>
    </li>
  );
}
