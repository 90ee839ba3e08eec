import { Popover } from '@base-ui/react/popover';
import type { ConnectionName, ConnectionState, ConnectionStatus } from '../../client/types.ts';
import { Button } from '../../ui/index.ts';
import { useDesk, useSessionState } from '../desk.ts';
import styles from './ConnectionLights.module.css';

const CONNECTIONS: readonly { readonly name: ConnectionName; readonly label: string; readonly title: string }[] = [
  { name: 'trading', label: 'Trade', title: 'Trading connection' },
  { name: 'streaming', label: 'Feed', title: 'Streaming connection' },
  { name: 'data', label: 'Data', title: 'Data connection' },
];
const STATUS_TEXT: Readonly<Record<ConnectionStatus, string>> = { idle: 'Not connected', connecting: 'Connecting', open: 'Connected', waiting: 'Waiting to reconnect', closed: 'Closed' };
const STATUS_WORD: Readonly<Record<ConnectionStatus, string>> = { idle: 'off', connecting: 'opening', open: 'on', waiting: 'waiting', closed: 'closed' };
const time = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });

/** A shape for each state, so that nobody needs to see its colour: disc, ring, triangle, square. */
function Shape({ status }: { readonly status: ConnectionStatus }) {
  return (
    <svg className={styles.shape} viewBox="0 0 10 10" aria-hidden>
      {status === 'open' ? <circle cx="5" cy="5" r="4.5" fill="currentColor" /> : null}
      {status === 'connecting' || status === 'idle' ? <circle cx="5" cy="5" r="3.8" fill="none" stroke="currentColor" strokeWidth="1.5" /> : null}
      {status === 'waiting' ? <path d="M5 .8 9.6 9.2H.4Z" fill="currentColor" /> : null}
      {status === 'closed' ? <rect x="1" y="1" width="8" height="8" fill="currentColor" /> : null}
    </svg>
  );
}

function latencyText({ status, latencyMs }: ConnectionState): string {
  return status === 'open' && latencyMs !== null ? `${Math.round(latencyMs)} ms` : STATUS_WORD[status];
}

function Light({ name, label, title, state }: { readonly name: ConnectionName; readonly label: string; readonly title: string; readonly state: ConnectionState }) {
  const { commands, connectionTimes } = useDesk();
  const reconnect = commands.get('session.reconnect');
  return (
    <Popover.Root>
      <Popover.Trigger render={<button type="button" className={styles.link} data-status={state.status} data-connection={name} />}>
        <Shape status={state.status} /><span className="visually-hidden">{title}: {STATUS_TEXT[state.status]}. </span>{label}<span className={styles.word}>{latencyText(state)}</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner align="end" sideOffset={4} className={styles.positioner}>
          <Popover.Popup className={styles.popup}>
            <Popover.Title className={styles.title}>{title}</Popover.Title>
            <dl className={styles.facts}>
              <dt>State</dt><dd>{STATUS_TEXT[state.status]}</dd>
              <dt>Since</dt><dd>{time.format(connectionTimes.since(name))}</dd>
              <dt>Latency</dt><dd>{state.status === 'open' && state.latencyMs !== null ? `${Math.round(state.latencyMs)} ms` : 'not known'}</dd>
              {state.error === null ? null : <><dt>Error</dt><dd>{state.error}</dd></>}
            </dl>
            {state.status === 'open' || reconnect === undefined ? null : <div className={styles.actions}><Button onClick={() => void commands.run('session.reconnect', { connection: name })}>Reconnect now</Button></div>}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** The state of the three connections: a shape, a word or the latency, and more on demand. */
export function ConnectionLights() {
  const { connections } = useSessionState();
  return <span className={styles.links}>{CONNECTIONS.map((connection) => <Light key={connection.name} {...connection} state={connections[connection.name]} />)}</span>;
}
