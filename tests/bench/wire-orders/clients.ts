// The sending side of the bench of orders over the wire: each client sends its next order when the last one is reported. A process of its own, so that
// its work is not counted as the server's.
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { encode } from '../../../src/protocol/index.ts';
import { openAccount, orderOf } from '../../api/wire-client.ts';
import type { TestUser } from '../../support/server.ts';
import type { Ports } from '../../../src/server/config.ts';

export interface Drive {
  readonly orders: number;
}
export interface Driven {
  readonly latenciesMs: readonly number[];
  readonly tookMs: number;
  /** First refusal, empty when there was none. */
  readonly refusal: string;
}
export type Target =
  | { readonly ports: Ports; readonly users: readonly TestUser[] }
  | { readonly port: number; readonly clients: number };

/** An answered order has a report with the id that its client gave it. Parsing whole messages would cost more than what is measured. */
const CLIENT_ID = /"ClientId":"([^"]*)"/;
const REFUSAL = /"ErrorCode":-?[1-9]/;

// The parent passes what the server process reported.
const target = JSON.parse(process.argv[2] ?? '') as Target;

async function openFloor(port: number): Promise<{ socket: WebSocket; user: TestUser }> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`);
  await once(socket, 'open');
  return { socket, user: { userId: 'id', userName: 'floor', password: '', account: 'FLOOR' } };
}

async function openTapedeck(ports: Ports, user: TestUser): Promise<{ socket: WebSocket; user: TestUser }> {
  const { client } = await openAccount(ports, user);
  // From here on messages are searched for one field only.
  client.socket.removeAllListeners('message');
  return { socket: client.socket, user };
}

const connections: { socket: WebSocket; user: TestUser }[] = [];
if ('port' in target)
  for (let client = 0; client < target.clients; client++) connections.push(await openFloor(target.port));
else for (const user of target.users) connections.push(await openTapedeck(target.ports, user));

/** Far below the market, so that orders rest. */
const frameOf = (user: TestUser, clientId: string): string =>
  encode(
    'orderSend',
    orderOf(user, { Type: 'Limit', Price: 1, Quantity: 1, ClientId: clientId, Timestamp: Date.now() }),
  );

let orderCount = 0;

async function drive({ orders }: Drive): Promise<Driven> {
  const latenciesMs: number[] = [];
  let refusal = '';
  let left = orders;
  const startMs = performance.now();
  await Promise.all(
    connections.map(
      ({ socket, user }) =>
        new Promise<void>((resolve, reject) => {
          let waitsFor = '';
          let sentMs = 0;
          const end = (): void => {
            socket.off('message', read);
            resolve();
          };
          const sendNext = (): void => {
            if (left <= 0) return end();
            left -= 1;
            waitsFor = `w${++orderCount}`;
            const frame = frameOf(user, waitsFor);
            sentMs = performance.now();
            socket.send(frame);
          };
          const read = (payload: Buffer): void => {
            const text = payload.toString('latin1');
            if (refusal === '' && REFUSAL.test(text)) refusal = text;
            if (CLIENT_ID.exec(text)?.[1] !== waitsFor) return;
            latenciesMs.push(performance.now() - sentMs);
            sendNext();
          };
          socket.on('message', read);
          socket.once('close', () => reject(new Error('The server closed a connection.')));
          sendNext();
        }),
    ),
  );
  return { latenciesMs, tookMs: performance.now() - startMs, refusal };
}

process.on('message', (message) => {
  if (message === 'stop') process.exit(0);
  // The parent sends nothing else.
  else void drive(message as Drive).then((driven) => process.send?.(driven));
});
process.send?.('ready');
