import { connect as connectTcp, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CLOSE_RESTART, RESTART_TEXT, SOCKET_PATHS } from '../../src/protocol/index.ts';
import { hangingPeer } from '../support/hanging-peer.ts';
import { startTestServer, temporaryFolder } from '../support/server.ts';
import { spawnServer, type SpawnedServer } from '../support/spawn-server.ts';
import { until } from '../support/until.ts';
import { authenticated, orderOf, portsOfProcess, signInAsFirstUser, WireClient } from './wire-client.ts';

let dataFolder: string;
let remove: () => Promise<void>;
const ends: (() => unknown)[] = [];
beforeEach(async () => {
  ({ folder: dataFolder, remove } = await temporaryFolder());
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  await remove();
});

async function start(): Promise<SpawnedServer> {
  const server = await spawnServer({ dataFolder, isWrapped: true });
  ends.push(() => server.stop());
  return server;
}

async function hang(port: number): Promise<Socket> {
  const peer = await hangingPeer(port, SOCKET_PATHS.streaming);
  ends.push(() => peer.destroy());
  return peer;
}

/** First byte of a close frame (RFC 6455, section 5.2). */
const CLOSE_FRAME = 0x88;

/** Resolves when the server has sent a close frame; the peer does not answer it. */
function closeFrame(peer: Socket): Promise<void> {
  return new Promise((resolve) => {
    peer.on('data', (bytes: Buffer) => {
      if (bytes[0] === CLOSE_FRAME) resolve();
    });
    peer.resume();
  });
}

describe('a signal to npm start', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    '%s ends the server with code 0 within 5 s although a peer hangs; clients get 1012, and their orders are kept',
    async (signal) => {
      const first = await start();
      const { client, jwt, user } = await signInAsFirstUser(first);
      const ports = portsOfProcess(first);
      const sockets = [
        client,
        await authenticated('streaming', ports, jwt),
        await authenticated('data', ports, jwt),
      ];
      await hang(first.port);
      const order = orderOf(user, { Type: 'Limit', Price: 1, TifType: 'GoodTillCancel' });
      client.send('orderSend', order);
      await client.next('executionReport', ({ ReportType }) => ReportType === 'OrderConfirmed');

      // A stop that takes longer than 4.5 s ends with code 1.
      const code = await first.signal(signal);
      expect([code, first.output()]).toEqual([0, expect.stringContaining('Stopped.')]);
      expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual(
        sockets.map(() => CLOSE_RESTART),
      );
      expect(sockets.map(({ closeReason }) => closeReason)).toEqual(sockets.map(() => RESTART_TEXT));

      const second = await start();
      const { client: again } = await signInAsFirstUser(second, user);
      const orders = again.seen.flatMap((message) => (message.name === 'orders' ? message.body.Items : []));
      expect(orders.map(({ ClientId }) => ClientId)).toContain(order.ClientId);
      again.close();
    },
  );
});

describe('a server that stops', () => {
  it('answers that it is not ready, refuses connections, and still lives, until its connections are closed', async () => {
    const server = await startTestServer();
    const peer = await hang(server.ports.http);
    const stopped = server.end();
    ends.push(() => stopped);
    // The server waits for half a second for the answer to its close frame, which this peer does not send.
    await closeFrame(peer);
    const refused = new WireClient('data', server.ports, {
      address: `ws://127.0.0.1:${server.ports.http}${SOCKET_PATHS.data}`,
    });
    const [ready, live, socket] = await Promise.allSettled([
      fetch(`${server.url}/readyz`).then(async (answer) => [answer.status, await answer.json()]),
      fetch(`${server.url}/livez`).then(({ status }) => status),
      refused.opened(),
    ]);
    expect(ready).toMatchObject({ value: [503, { notReady: { drain: 'The server restarts.' } }] });
    expect(live).toMatchObject({ value: 200 });
    expect(socket).toMatchObject({ reason: { message: expect.stringContaining('503') } });
    await stopped;
  });

  it('answers an HTTP request in progress', async () => {
    const server = await startTestServer();
    ends.push(() => server.end());
    const socket = connectTcp(server.ports.http, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    const closed = once(socket, 'close');
    socket.write(
      'POST /api/DesktopUser/LoadSettings HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n' +
        'Expect: 100-continue\r\nContent-Length: 2\r\n\r\n',
    );
    await until(() => expect(answer).toContain('100 Continue'));
    const stopped = server.stop();
    socket.write('{}');
    await stopped;
    await closed;
    expect(answer).toMatch(/HTTP\/1\.1 401 /);
  });
});
