import { useState } from 'react';
import { isStrategyRunning } from '../../../src/domain/strategy/enumerations.ts';
import { useReadable, type ToolPlatform } from '../../../src/plugin-api/index.ts';
import { classNames, ErrorState, Skeleton } from '../../../src/ui/index.ts';
import styles from './RunReports.module.css';
import type { Run } from '../types.ts';
import { runTitle } from '../run-labels.ts';
import { findRun } from './details.tsx';
import { searchLines, summaryText, timeText } from './log-model.ts';
import { LogTools, NoLogLines } from './LogParts.tsx';
import { useLog } from './use-log.ts';

type Platform = Pick<ToolPlatform, 'strategies'>;

interface RunLogViewProps {
  readonly platform: Platform;
  readonly run: Run;
  /** Fills a pane; otherwise it is the content of a dialog, whose focus begins in the search. */
  readonly isPane?: boolean;
}

/** The lines of a run's log, with a search. */
export function RunLogView({ platform, run, isPane = false }: RunLogViewProps) {
  const isRunning = useReadable(platform.strategies, (state) =>
    isStrategyRunning((findRun(state, run.strategy, run.instance.InstanceId) ?? run.instance).Status),
  );
  const { log, isLoaded, error, retry } = useLog(platform, run, isRunning);
  const [search, setSearch] = useState('');
  const shown = searchLines(log.lines, search);
  return (
    <div className={classNames(styles.orders, isPane && styles.pane)}>
      <div className={styles.strip}>
        <span role="status">{isLoaded && error === null ? summaryText(log, shown.length) : ''}</span>
        <LogTools
          run={run}
          shown={shown}
          search={search}
          onSearch={setSearch}
          className={styles.logSearch}
          takesFocus={!isPane}
        />
      </div>
      {error !== null ? (
        <ErrorState title="The log could not be loaded" text={error} onRetry={retry} />
      ) : !isLoaded ? (
        <Skeleton label="Loading the log" />
      ) : shown.length === 0 ? (
        <NoLogLines hasLines={log.lines.length > 0} search={search} />
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
