import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { createFakeAnswers, type FakeServer as Answers } from '../../src/client/testing/fake-answers.ts';
import type { SocketName } from '../../src/protocol/index.ts';

export { FAKE_EXCHANGE_MS } from '../../src/client/testing/fake-answers.ts';

/** The fake server on three sockets of this machine, for tests of the sockets themselves. */
export interface FakeServer extends Answers {
  close(): Promise<void>;
}

const NAMES = ['trading', 'streaming', 'data'] as const;

export async function startFakeServer(): Promise<FakeServer> {
  const [trading, streaming, data] = NAMES.map(() => new WebSocketServer({ port: 0, host: '127.0.0.1' })) as [
    WebSocketServer,
    WebSocketServer,
    WebSocketServer,
  ]; // one for each name
  const servers: Readonly<Record<SocketName, WebSocketServer>> = { trading, streaming, data };
  const peers: Readonly<Record<SocketName, Set<WebSocket>>> = {
    trading: new Set(),
    streaming: new Set(),
    data: new Set(),
  };
  const answers = createFakeAnswers({
    // A server on a TCP port has an address of this kind.
    port: (socket) => (servers[socket].address() as AddressInfo).port,
    send(socket, frame) {
      for (const peer of peers[socket]) peer.send(frame);
    },
    drop(socket, code) {
      for (const peer of peers[socket]) {
        if (code === undefined) peer.terminate();
        else peer.close(code);
      }
    },
  });
  for (const socket of NAMES) {
    const server = servers[socket];
    server.on('connection', (peer, request) => {
      peers[socket].add(peer);
      peer.on('close', () => peers[socket].delete(peer));
      peer.on('message', (raw: Buffer) => answers.onFrame(socket, raw.toString()));
      answers.onConnection(socket, request.headers.cookie);
    });
  }
  await Promise.all(NAMES.map((socket) => once(servers[socket], 'listening')));
  return Object.assign(answers, {
    async close() {
      for (const socket of NAMES) {
        answers.drop(socket);
        servers[socket].close();
        await once(servers[socket], 'close');
      }
    },
  });
}
