import { useMemo, useState } from 'react';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import { ErrorState, Skeleton } from '../../src/ui/index.ts';
import { LogTools, NoLogLines } from '../algo-stream/dialogs/LogParts.tsx';
import { searchLines, summaryText, timeText } from '../algo-stream/dialogs/log-model.ts';
import { useLog } from '../algo-stream/dialogs/use-log.ts';
import { logCalls, sourceOfLine, type CodePlace } from '../algo-stream/editor/log-source.ts';
import type { Run, RunLogLine } from '../algo-stream/types.ts';
import { PlaceList } from './PlaceList.tsx';
import styles from './StrategyEditor.module.css';

interface LogPaneProps {
  readonly platform: Pick<ToolPlatform, 'strategies'>;
  readonly run: Run;
  readonly isRunning: boolean;
  /** The code of the editor, where the calls that wrote the lines are found. */
  readonly code: string;
  readonly onOpen: (place: CodePlace) => void;
}

interface PlacedLine {
  readonly line: RunLogLine;
  readonly place: CodePlace | null;
}

/** What the run has logged; a line shows the call in the code that wrote it. */
export function LogPane({ platform, run, isRunning, code, onOpen }: LogPaneProps) {
  const { log, isLoaded, error, retry } = useLog(platform, run, isRunning);
  const [search, setSearch] = useState('');
  const calls = useMemo(() => logCalls(code), [code]);
  const shown = useMemo(() => searchLines(log.lines, search), [log, search]);
  const placed = useMemo(
    () => shown.map((line): PlacedLine => ({ line, place: sourceOfLine(calls, line.Text) })),
    [shown, calls],
  );
  if (error !== null) return <ErrorState title="The log could not be loaded" text={error} onRetry={retry} />;
  if (!isLoaded) return <Skeleton label="Loading the log" />;
  return (
    <div className={styles.pane}>
      <div className={styles.strip}>
        <span role="status">{summaryText(log, shown.length)}</span>
        <LogTools run={run} shown={shown} search={search} onSearch={setSearch} className={styles.search} />
      </div>
      {placed.length === 0 ? (
        <NoLogLines hasLines={log.lines.length > 0} search={search} />
      ) : (
        <PlaceList
          label="Log lines"
          items={placed}
          keyOf={(_line, index) => `${log.dropped} ${index}`}
          onOpen={({ place }) => {
            if (place !== null) onOpen(place);
          }}
        >
          {({ line, place }) => (
            <>
              <time>{timeText(line)}</time>
              <span className={styles.where} data-has-place={place === null ? undefined : ''}>
                {place === null ? '' : `Line ${place.line}`}
              </span>
              <span className={styles.message}>{line.Text}</span>
            </>
          )}
        </PlaceList>
      )}
    </div>
  );
}
