import { Button, EmptyState, TextField } from '../../../src/ui/index.ts';
import { downloadCsv } from '../../../src/ui/grid/export-text.ts';
import { runTitle } from '../run-labels.ts';
import type { Run, RunLogLine } from '../types.ts';
import { logAsCsv } from './log-model.ts';

interface LogToolsProps {
  readonly run: Run;
  /** The lines that the search leaves, which are exported. */
  readonly shown: readonly RunLogLine[];
  readonly search: string;
  readonly onSearch: (search: string) => void;
  /** Of the search field. */
  readonly className: string | undefined;
  /** The search has the focus when its dialog opens. */
  readonly takesFocus?: boolean;
}

/** Search and export of the log of a run. */
export function LogTools({ run, shown, search, onSearch, className, takesFocus = false }: LogToolsProps) {
  return (
    <>
      <div className={className}>
        <TextField
          label="Search the log"
          isLabelHidden
          placeholder="Search"
          value={search}
          onChange={onSearch}
          {...(takesFocus && { 'data-autofocus': '' })}
        />
      </div>
      <Button
        tone="quiet"
        disabled={shown.length === 0}
        focusableWhenDisabled
        onClick={() => downloadCsv(document, `${runTitle(run.strategy, run.instance)}, log`, logAsCsv(shown))}
      >
        Export to CSV
      </Button>
    </>
  );
}

/** Why no line of the log is shown. */
export function NoLogLines({ hasLines, search }: { readonly hasLines: boolean; readonly search: string }) {
  return hasLines ? (
    <EmptyState title="No line found" text={`No line contains "${search.trim()}".`} />
  ) : (
    <EmptyState title="No log lines" text="What the strategy writes with log() is shown here." />
  );
}
