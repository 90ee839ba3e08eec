import { Popover } from '@base-ui/react/popover';
import { lightFormat } from 'date-fns/lightFormat';
import { useSyncExternalStore } from 'react';
import type { ConnectionName, ConnectionState, ConnectionStatus } from '../../client/types.ts';
import { Button } from '../../ui/index.ts';
import { useConnections, useDesk } from '../desk-context.ts';
import styles from './ConnectionLights.module.css';

const CONNECTIONS: readonly {
  readonly name: ConnectionName;
  readonly label: string;
  readonly title: string;
}[] = [
  { name: 'trading', label: 'Trade', title: 'Trading connection' },
  { name: 'streaming', label: 'Feed', title: 'Streaming connection' },
  { name: 'data', label: 'Data', title: 'Data connection' },
];
/** What a light shows: the state of its connection, that an open one owes an answer, or that prices do not come over it. */
type Shown = ConnectionStatus | 'late' | 'stale';
const STATUS_TEXT: Readonly<Record<Shown, string>> = {
  stale: 'Connected, but prices do not come',
  late: 'Connected, but the server does not answer',
  idle: 'Not connected',
  connecting: 'Connecting',
  open: 'Connected',
  waiting: 'Waiting to reconnect',
  closed: 'Closed',
};
const STATUS_WORD: Readonly<Record<Shown, string>> = {
  stale: 'stale',
  late: 'no answer',
  idle: 'off',
  connecting: 'opening',
  open: 'on',
  waiting: 'waiting',
  closed: 'closed',
};

/** A shape for each state, so that nobody needs to see its colour: disc, ring, triangle, square. */
function Shape({ status }: { readonly status: Shown }) {
  return (
    <svg className={styles.shape} viewBox="0 0 10 10" aria-hidden>
      {status === 'open' ? <circle cx="5" cy="5" r="4.5" fill="currentColor" /> : null}
      {status === 'connecting' || status === 'idle' ? (
        <circle cx="5" cy="5" r="3.8" fill="none" stroke="currentColor" strokeWidth="1.5" />
      ) : null}
      {status === 'waiting' || status === 'stale' || status === 'late' ? (
        <path d="M5 .8 9.6 9.2H.4Z" fill="currentColor" />
      ) : null}
      {status === 'closed' ? <rect x="1" y="1" width="8" height="8" fill="currentColor" /> : null}
    </svg>
  );
}

function latencyText(shown: Shown, { latencyMs }: ConnectionState): string {
  return shown === 'open' && latencyMs !== null ? `${Math.round(latencyMs)} ms` : STATUS_WORD[shown];
}

function Light({
  name,
  label,
  title,
  state,
  isStale,
}: {
  readonly name: ConnectionName;
  readonly label: string;
  readonly title: string;
  readonly state: ConnectionState;
  readonly isStale: boolean;
}) {
  const { commands, connectionTimes } = useDesk();
  // A green light over prices that stand still, or over a server that says nothing, would be a lie.
  const shown: Shown =
    state.status !== 'open' ? state.status : isStale ? 'stale' : state.isLate ? 'late' : 'open';
  return (
    <Popover.Root>
      <Popover.Trigger
        render={<button type="button" className={styles.link} data-status={shown} data-connection={name} />}
      >
        <Shape status={shown} />
        <span className="visually-hidden">
          {title}: {STATUS_TEXT[shown]}.{' '}
        </span>
        <span data-light="name">{label}</span>
        <span data-light="word" className={styles.word}>
          {latencyText(shown, state)}
        </span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner align="end" sideOffset={4} className={styles.positioner}>
          <Popover.Popup className={styles.popup}>
            <Popover.Title className={styles.title}>{title}</Popover.Title>
            <dl className={styles.facts}>
              <dt>State</dt>
              <dd>{STATUS_TEXT[shown]}</dd>
              <dt>Since</dt>
              <dd>{lightFormat(connectionTimes.since(name), 'HH:mm:ss')}</dd>
              <dt>Latency</dt>
              <dd>
                {state.status === 'open' && state.latencyMs !== null
                  ? `${Math.round(state.latencyMs)} ms`
                  : 'not known'}
              </dd>
              {state.error === null ? null : (
                <>
                  <dt>Error</dt>
                  <dd>{state.error}</dd>
                </>
              )}
            </dl>
            {state.status !== 'waiting' ? null : (
              <div className={styles.actions}>
                <Button onClick={() => void commands.run('session.reconnect', { connection: name })}>
                  Reconnect now
                </Button>
              </div>
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** The state of the three connections: a shape, a word or the latency, and more on demand. */
export function ConnectionLights() {
  const { feed } = useDesk().platform;
  const connections = useConnections();
  const { isStale } = useSyncExternalStore(feed.subscribe, feed.get);
  return (
    <span className={styles.links}>
      {CONNECTIONS.map((connection) => (
        <Light
          key={connection.name}
          {...connection}
          state={connections[connection.name]}
          isStale={isStale && connection.name === 'streaming'}
        />
      ))}
    </span>
  );
}
