import { useState } from 'react';
import { isStrategyRunning } from '../../../src/domain/strategy/enumerations.ts';
import { useReadable, type ToolPlatform } from '../../../src/plugin-api/index.ts';
import { Button, EmptyState, ErrorState, Skeleton, TextField } from '../../../src/ui/index.ts';
import { downloadCsv } from '../../../src/ui/grid/export-text.ts';
import styles from './RunReports.module.css';
import type { Run } from '../types.ts';
import { runTitle } from '../run-labels.ts';
import { findRun } from './details.tsx';
import { logAsCsv, searchLines, summaryText, timeText } from './log-model.ts';
import { useLog } from './use-log.ts';

type Platform = Pick<ToolPlatform, 'strategies'>;

export function RunLogView({ platform, run }: { readonly platform: Platform; readonly run: Run }) {
  const isRunning = useReadable(platform.strategies, (state) =>
    isStrategyRunning((findRun(state, run.strategy, run.instance.InstanceId) ?? run.instance).Status),
  );
  const { log, isLoaded, error, retry } = useLog(platform, run, isRunning);
  const [search, setSearch] = useState('');
  const shown = searchLines(log.lines, search);
  return (
    <div className={styles.orders}>
      <div className={styles.strip}>
        <span role="status">{isLoaded && error === null ? summaryText(log, shown.length) : ''}</span>
        <div className={styles.logSearch}>
          <TextField
            label="Search the log"
            isLabelHidden
            placeholder="Search"
            value={search}
            onChange={setSearch}
            data-autofocus=""
          />
        </div>
        <Button
          tone="quiet"
          disabled={shown.length === 0}
          focusableWhenDisabled
          onClick={() =>
            downloadCsv(document, `${runTitle(run.strategy, run.instance)}, log`, logAsCsv(shown))
          }
        >
          Export to CSV
        </Button>
      </div>
      {error !== null ? (
        <ErrorState title="The log could not be loaded" text={error} onRetry={retry} />
      ) : !isLoaded ? (
        <Skeleton label="Loading the log" />
      ) : shown.length === 0 ? (
        <EmptyState
          title={log.lines.length === 0 ? 'No log lines' : 'No line found'}
          text={
            log.lines.length === 0
              ? 'What the strategy writes with log() is shown here.'
              : `No line contains "${search.trim()}".`
          }
        />
      ) : (
        // It scrolls, so the keyboard must reach it.
        <ol className={styles.logLines} tabIndex={0} aria-label="Log lines">
          {shown.map((line, at) => (
            <li key={`${log.dropped} ${at}`}>
              <time>{timeText(line)}</time>
              <span className={styles.logText}>{line.Text}</span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** What a run has logged. */
export async function openLog(
  platform: Pick<ToolPlatform, 'strategies' | 'dialogs'>,
  run: Run,
): Promise<void> {
  await platform.dialogs.open<never>({
    title: `Log - ${runTitle(run.strategy, run.instance)}`,
    width: 860,
    content: () => <RunLogView platform={platform} run={run} />,
  });
}
