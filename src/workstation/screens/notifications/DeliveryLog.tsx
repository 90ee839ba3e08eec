import { useState } from 'react';
import type { NotificationDelivery } from '../../../client/types.ts';
import { useDesk } from '../../desk-context.ts';
import profileStyles from '../profile/Profile.module.css';
import shared from '../Screens.module.css';
import styles from './Notifications.module.css';
import { canRetry, CHANNEL_LABELS, deliveryTime, kindLabel, stateLabel } from './notification-labels.ts';
import type { Loaded } from './use-notifications.ts';

/** The newest deliveries, with what became of each. */
export function DeliveryLog({ log }: { readonly log: Loaded<readonly NotificationDelivery[]> }) {
  const { platform } = useDesk();
  const [problem, setProblem] = useState<string | null>(null);
  async function retry(id: string) {
    const outcome = await (await platform.notifications()).retry(id);
    setProblem(outcome.ok ? null : outcome.message);
    await log.reload();
  }
  return (
    <section className={profileStyles.section} aria-labelledby="notifications-log">
      <div className={profileStyles.sectionHead}>
        <h2 id="notifications-log">Deliveries</h2>
        <button type="button" className={profileStyles.linkButton} onClick={() => void log.reload()}>
          Refresh
        </button>
      </div>
      {problem === null && log.error === null ? null : (
        <p className={shared.error} role="alert">
          {problem ?? `The deliveries could not be loaded. ${log.error}`}
        </p>
      )}
      {log.value === null ? (
        <p className={shared.muted}>{log.error === null ? 'Loading...' : null}</p>
      ) : log.value.length === 0 ? (
        <p className={shared.muted}>Nothing has been sent yet. Set up a channel and test it.</p>
      ) : (
        <Rows deliveries={log.value} onRetry={(id) => void retry(id)} />
      )}
    </section>
  );
}

function Rows({
  deliveries,
  onRetry,
}: {
  readonly deliveries: readonly NotificationDelivery[];
  readonly onRetry: (id: string) => void;
}) {
  return (
    <table className={`${styles.table} ${styles.log}`}>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Event</th>
          <th scope="col">Channel</th>
          <th scope="col">State</th>
          <th scope="col">
            <span className="visually-hidden">Action</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {deliveries.map((delivery) => (
          <tr key={delivery.id}>
            <td className={styles.time}>{deliveryTime(delivery.timeMs)}</td>
            <td>
              <span className={styles.problem}>{kindLabel(delivery.kind)}: </span>
              {delivery.title}
            </td>
            <td>{CHANNEL_LABELS[delivery.channel]}</td>
            <td>
              {stateLabel(delivery)}
              {delivery.error === '' ? null : <div className={styles.problem}>{delivery.error}</div>}
            </td>
            <td>
              {canRetry(delivery) ? (
                <button
                  type="button"
                  className={profileStyles.linkButton}
                  aria-label={`Retry now: ${delivery.title}`}
                  onClick={() => onRetry(delivery.id)}
                >
                  Retry now
                </button>
              ) : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
