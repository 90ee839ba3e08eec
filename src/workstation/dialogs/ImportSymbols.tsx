import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Button, DialogActions } from '../../ui/index.ts';
import styles from './Dialogs.module.css';
import type { ImportSummary } from './import-symbols.ts';
import { MAX_IMPORT } from './import-limits.ts';

type Load = (
  symbols: readonly string[],
  signal: AbortSignal,
) => Promise<{ readonly unknown: readonly string[] }>;
export interface ImportSymbolsProps {
  readonly load: Load;
  /** What is in the list already. */
  readonly present: readonly string[];
  /** The known symbols that are new to the list, once the summary is up. */
  readonly onImported: (symbols: readonly string[]) => void;
  readonly close: () => void;
}

/** So many unknown symbols are named; a longer list is no help. */
const MAX_NAMED = 60;
const NO_FILE = 'Please choose a file';
const NO_SYMBOLS = 'No symbols found in a file';
const count = (value: number) => value.toLocaleString('en-US');

/** Few people import a file: the code for it is not part of the first load. */
const loadReader = () =>
  import('./import-symbols.ts').catch(() => {
    throw new Error('The import could not be loaded. Reload the page and try again.');
  });

/** Chooses a file, reads its symbols, looks them up and says how it went. */
export function ImportSymbols({ load, present, onImported, close }: ImportSymbolsProps) {
  const input = useRef<HTMLInputElement>(null);
  const work = useRef<AbortController | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [progress, setProgress] = useState<string | null>(null);
  const [summary, setSummary] = useState<ImportSummary | null>(null);
  useEffect(() => () => work.current?.abort(), []);

  async function start(event: FormEvent) {
    event.preventDefault();
    if (work.current !== null) return;
    const file = input.current?.files?.[0];
    if (file === undefined) return setError(NO_FILE);
    const abort = new AbortController();
    work.current = abort;
    setError(null);
    try {
      setProgress('Reading the file...');
      const { readSymbols, sortOut } = await loadReader();
      const symbols = await readSymbols(file, abort.signal).catch((cause: unknown) => {
        abort.signal.throwIfAborted();
        throw new Error('This file could not be read. Check that it is still there, then try again.', {
          cause,
        });
      });
      if (symbols.size === 0) {
        setError(NO_SYMBOLS);
        return;
      }
      const found = await sortOut(symbols, {
        load,
        present,
        signal: abort.signal,
        onProgress: (done, of) => {
          if (!abort.signal.aborted) setProgress(`Looking up symbols: ${count(done)} of ${count(of)}...`);
        },
      });
      abort.signal.throwIfAborted();
      onImported(found.imported);
      setSummary(found);
    } catch (cause) {
      if (!abort.signal.aborted)
        setError(
          cause instanceof Error && cause.message !== ''
            ? cause.message
            : 'The symbols could not be looked up. Try again in a moment.',
        );
    } finally {
      work.current = null;
      if (!abort.signal.aborted) setProgress(null);
    }
  }
  if (summary !== null) return <Summary summary={summary} close={close} />;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        void start(event);
      }}
    >
      <p className={styles.lead}>A text file with one symbol in each line.</p>
      <input
        ref={input}
        type="file"
        accept=".txt,.csv,text/plain,text/csv"
        aria-label="File with symbols"
        className={styles.file}
        disabled={progress !== null}
        onChange={() => setError(null)}
      />
      <p role="alert" className={styles.problem}>
        {error}
      </p>
      <p role="status" className={styles.progress}>
        {progress}
      </p>
      <DialogActions>
        <Button onClick={() => close()}>Cancel</Button>
        <Button type="submit" tone="primary" disabled={progress !== null}>
          Import
        </Button>
      </DialogActions>
    </form>
  );
}

function Summary({
  summary: { unique, imported, present, unknown, leftOut },
  close,
}: {
  readonly summary: ImportSummary;
  readonly close: ImportSymbolsProps['close'];
}) {
  const ok = useRef<HTMLButtonElement>(null);
  useEffect(() => ok.current?.focus(), []);
  const more = unknown.length - MAX_NAMED;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        close();
      }}
    >
      <div role="status">
        <dl className={styles.summary}>
          <dt>Unique symbols in the file</dt>
          <dd>{count(unique)}</dd>
          <dt>Imported symbols</dt>
          <dd>{count(imported.length)}</dd>
          {present.length === 0 ? null : (
            <>
              <dt>Already in the list</dt>
              <dd>{count(present.length)}</dd>
            </>
          )}
          <dt>Unknown symbols</dt>
          <dd>{count(unknown.length)}</dd>
        </dl>
      </div>
      {unknown.length === 0 ? null : (
        <p className={styles.unknown}>
          {unknown.slice(0, MAX_NAMED).join(', ')}
          {more > 0 ? ` and ${count(more)} more` : ''}
        </p>
      )}
      {leftOut === 0 ? null : (
        <p className={styles.lead}>
          One file brings in {count(MAX_IMPORT)} symbols at most; {count(leftOut)} were left out.
        </p>
      )}
      <DialogActions>
        <Button ref={ok} type="submit" tone="primary">
          Ok
        </Button>
      </DialogActions>
    </form>
  );
}
