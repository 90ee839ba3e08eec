import { useEffect } from 'react';
import type { AdminCalls, AdminStatus } from '../../../client/types.ts';
import { ErrorState, Skeleton } from '../../../ui/index.ts';
import shared from '../Screens.module.css';
import { Sparkline } from './Sparkline.tsx';
import { bytesText, durationText, figuresOf, uptimeText, type StatusFigure } from './status-figures.ts';
import styles from './Status.module.css';
import { useAdminList } from './use-admin-list.ts';

/** The status is read again this often while the page is visible, ms. */
const REFRESH_MS = 5_000;
const load = (calls: AdminCalls) => calls.status();

/** The state of the server: what is not ready, and its figures with the last ten minutes. */
export function Status() {
  const { value, error, reload } = useAdminList(load);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void reload();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [reload]);
  if (value === null)
    return error === null ? (
      <Skeleton rows={8} />
    ) : (
      <ErrorState title="The status could not be loaded" text={error} onRetry={() => void reload()} />
    );
  return (
    <div className={styles.page} data-stale={error !== null}>
      <Summary status={value} error={error} />
      <dl className={styles.figures}>
        {figuresOf(value).map((figure) => (
          <Figure key={figure.label} figure={figure} />
        ))}
      </dl>
    </div>
  );
}

function Summary({ status, error }: { readonly status: AdminStatus; readonly error: string | null }) {
  const isReady = status.Problems.length === 0;
  return (
    <div className={styles.summary}>
      <p role="status" className={isReady ? undefined : shared.danger}>
        {isReady
          ? 'Ready: all parts of the server work.'
          : status.Problems.map(({ Part, Text }) => `${Part}: ${Text}`).join(' ')}
      </p>
      {error === null ? null : (
        <p className={shared.danger} role="alert">
          {`Not up to date. ${error}`}
        </p>
      )}
      <p className={styles.facts}>
        <span>{`Tapedeck ${status.Version}`}</span>
        <span>{`Node ${status.Node}`}</span>
        <span>{`up ${uptimeText(status.Uptime)}`}</span>
        <span>{`memory ${bytesText(status.Memory)}`}</span>
        <span>
          {status.IsDatabaseUp
            ? `database answers in ${durationText(status.DatabaseTime)}`
            : 'database does not answer'}
        </span>
        <span>{`strategies: ${status.LiveRuns} live in ${status.LiveProcesses} processes`}</span>
        <span>
          {`backtests: ${status.Backtests} running in ${status.BacktestProcesses} processes, ${status.WaitingBacktests} waiting`}
        </span>
      </p>
    </div>
  );
}

function Figure({
  figure: { label, value, note, values, isBad = false },
}: {
  readonly figure: StatusFigure;
}) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd className={isBad ? styles.bad : styles.value}>{value}</dd>
      <dd className={styles.note}>{note ?? ''}</dd>
      <dd className={styles.line}>
        <Sparkline values={values} className={styles.sparkline} />
      </dd>
    </div>
  );
}
