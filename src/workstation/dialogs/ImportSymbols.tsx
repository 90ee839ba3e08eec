import { useEffect, useRef } from 'react';
import { Button, DialogActions } from '../../ui/index.ts';
import styles from './Dialogs.module.css';
import type { ImportSummary } from './import-symbols.ts';
import { MAX_IMPORT } from './import-limits.ts';
import { useSymbolImport, type SymbolImportDeps } from './use-symbol-import.ts';

/** `close` is called when the user has read the summary or cancels. */
export interface ImportSymbolsProps extends SymbolImportDeps {
  readonly close: () => void;
}

const count = (value: number) => value.toLocaleString('en-US');
/** Number of unknown symbols that are listed by name. */
const MAX_NAMED = 60;

/** Chooses a file, loads its symbols and shows a summary. */
export function ImportSymbols({ close, ...deps }: ImportSymbolsProps) {
  const input = useRef<HTMLInputElement>(null);
  const { error, progress, summary, start, clearError } = useSymbolImport(deps);
  if (summary !== null) return <Summary summary={summary} close={close} />;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        start(input.current?.files?.[0]);
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
        onChange={clearError}
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
