import { useEffect, useState } from 'react';
import { isStrategyRunning } from '../../../src/domain/strategy/enumerations.ts';
import { useReadable, type ToolPlatform } from '../../../src/plugin-api/index.ts';
import { Button, EmptyState, ErrorState, Skeleton, TextField } from '../../../src/ui/index.ts';
import { downloadCsv } from '../../../src/ui/grid/export-text.ts';
import styles from './RunReports.module.css';
import type { Run } from '../types.ts';
import { runTitle } from '../run-labels.ts';
import { findRun } from './details.tsx';
import { addLines, EMPTY_LOG, logAsCsv, nextLine, searchLines, summaryText, timeText } from './log-model.ts';

/** How often the log of a run that continues is read, ms. */
const RELOAD_MS = 1_000;

type Platform = Pick<ToolPlatform, 'strategies'>;

/** The log of a run, read on while it runs. */
function useLog({ strategies }: Platform, { strategy, instance }: Run, isRunning: boolean) {
  const [state, setState] = useState({ log: EMPTY_LOG, isLoaded: false, error: null as string | null });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let log = EMPTY_LOG;
    const load = async (): Promise<void> => {
      try {
        const part = await strategies.reports.log(strategy.Name, instance.InstanceId, nextLine(log));
        log = addLines(log, part);
        if (!isOver) setState({ log, isLoaded: true, error: null });
      } catch (error) {
        const text = error instanceof Error ? error.message : 'The server did not answer.';
        if (!isOver) setState((before) => ({ ...before, isLoaded: true, error: text }));
      }
      if (!isOver && isRunning) timer = setTimeout(() => void load(), RELOAD_MS);
    };
    void load();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [strategies, strategy, instance, isRunning, attempt]);
  return { ...state, retry: () => setAttempt((before) => before + 1) };
}

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
