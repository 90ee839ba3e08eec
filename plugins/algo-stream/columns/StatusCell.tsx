import { X } from 'lucide-react';
import { use } from 'react';
import { canStopStrategy } from '../../../src/domain/strategy/enumerations.ts';
import { IconButton } from '../../../src/ui/index.ts';
import styles from '../AlgoStream.module.css';
import { statusTone, statusLabel } from '../status-labels.ts';
import type { Run } from '../types.ts';
import { runStatusLabel, statusSchedule } from '../schedule/schedule-labels.ts';
import { isBacktest, progressText, queueText, rejectedText } from '../run-labels.ts';
import { StopRun } from './stop-run.ts';

/** The status of a run; of a backtest that runs, how far it is and a button that cancels it. */
export function StatusCell({ row }: { readonly row: Run }) {
  const stop = use(StopRun);
  const { instance } = row;
  const { Status, Message, QueuePlace } = instance;
  const rejected = rejectedText(instance);
  const scheduled = statusSchedule(instance);
  const problem = instance.Schedule?.Problem ?? '';
  if (Status !== 'Backtesting')
    return (
      <span
        className={styles.status}
        data-tone={statusTone(Status)}
        title={[Message, problem].filter((part) => part !== '').join('\n') || undefined}
      >
        {runStatusLabel(instance)}
        {rejected === '' ? null : <span className={styles.rejected}> {rejected}</span>}
        {problem === '' ? null : <span className={styles.rejected}> no scheduled start</span>}
        {scheduled === '' ? null : <span className={styles.scheduled}> {scheduled}</span>}
      </span>
    );
  return (
    <span className={styles.running}>
      {QueuePlace > 0 ? (
        <span className={styles.queued} title="Backtests of all users take turns">
          {queueText(QueuePlace)}
        </span>
      ) : (
        <Progress row={row} />
      )}
      {isBacktest(instance) && canStopStrategy(Status) ? (
        <IconButton
          label={`Cancel the backtest of ${row.strategy.Name}`}
          tabIndex={-1}
          className={styles.cancel}
          onClick={() => stop(row)}
        >
          <X size={12} />
        </IconButton>
      ) : null}
    </span>
  );
}

/** How far a backtest is. */
function Progress({ row: { strategy, instance } }: { readonly row: Run }) {
  const percent = Math.floor(instance.Progress * 100);
  return (
    <>
      <span
        role="progressbar"
        className={styles.progress}
        aria-label={`${statusLabel(instance.Status)} ${strategy.Name}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <i style={{ width: `${percent}%` }} />
      </span>
      <span className={styles.percent}>{progressText(instance.Progress)}</span>
    </>
  );
}
