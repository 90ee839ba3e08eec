import { X } from 'lucide-react';
import { use } from 'react';
import { canStopStrategy } from '../../../src/domain/strategy/enumerations.ts';
import { IconButton } from '../../../src/ui/index.ts';
import styles from '../AlgoStream.module.css';
import { statusTone, statusWords } from '../status-words.ts';
import type { Run } from '../types.ts';
import { isBacktest } from '../words.ts';
import { StopRun } from './stop-run.ts';

/** The status of a run; of a backtest that runs, how far it is and a button that cancels it. */
export function StatusCell({ row }: { readonly row: Run }) {
  const stop = use(StopRun);
  const { instance } = row;
  const { Status, Progress, Message } = instance;
  if (Status !== 'Backtesting')
    return (
      <span
        className={styles.status}
        data-tone={statusTone(Status)}
        title={Message === '' ? undefined : Message}
      >
        {statusWords(Status)}
      </span>
    );
  const percent = Math.floor(Progress * 100);
  return (
    <span className={styles.running}>
      <span
        role="progressbar"
        className={styles.progress}
        aria-label={`${statusWords(Status)} ${row.strategy.Name}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <i style={{ width: `${percent}%` }} />
      </span>
      <span className={styles.percent}>{percent}%</span>
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
