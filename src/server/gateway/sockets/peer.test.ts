import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { FairTurns } from '../../fair-turns.ts';
import { PacedStream } from './paced-stream.ts';
import { createPeer, type Peer } from './peer.ts';

interface Accepted {
  readonly peer: Peer;
  readonly socket: WebSocket;
  readonly transport: Duplex;
}

const FACTS = { address: '127.0.0.1', cookieToken: undefined, userAgent: '' };
/** A masked text frame of one character; a mask of zeros leaves the payload as it is. */
const FRAME = Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0x78]);

let server: Server;
let client: Socket;
let accepted: Accepted;

beforeEach(async () => {
  server = createServer();
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const opened = new Promise<Accepted>((resolve) =>
    server.on('upgrade', (request, transport, head) => {
      const input = new PacedStream({ transport, key: 'trading/1', turns: new FairTurns() });
      sockets.handleUpgrade(request, input, head, (socket) =>
        resolve({ peer: createPeer(socket, transport, input, FACTS), socket, transport }),
      );
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on TCP has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  client = connect(port, '127.0.0.1');
  client.on('error', () => undefined);
  client.write(
    'GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n\r\n',
  );
  accepted = await opened;
});

afterEach(() => {
  client.destroy();
  server.close();
});

describe('a peer', () => {
  it('writes the frames of one turn of the event loop in one system call, in their order', async () => {
    const { peer, transport } = accepted;
    let writes = 0;
    const writev = transport._writev?.bind(transport);
    transport._writev = (chunks, done) => {
      writes += 1;
      writev?.(chunks, done);
    };
    let received = '';
    client.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
    peer.send('a');
    peer.send('b');
    peer.writeFrames('\x81\x01c');
    await expect.poll(() => received).toContain('\x81\x01a\x81\x01b\x81\x01c');
    expect(writes).toBe(1);
  });

  it('sends nothing after it is closed', async () => {
    const { peer } = accepted;
    let received = '';
    client.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
    peer.send('before');
    peer.close(1000, 'over');
    peer.send('after');
    await expect.poll(() => received).toContain('over');
    expect(received).toContain('before');
    expect(received).not.toContain('after');
  });

  it('does not parse what a connection that was cut still holds when it closes', async () => {
    const { peer, socket } = accepted;
    let messages = 0;
    socket.on('message', () => {
      messages += 1;
      if (messages === 1) peer.cut(1013, 'too many messages');
    });
    const closed = once(socket, 'close');
    client.write(Buffer.concat(Array.from({ length: 100_000 }, () => FRAME)));
    await expect.poll(() => messages).toBeGreaterThan(0);
    // The piece in which the first message came is parsed by now.
    await new Promise((resolve) => setImmediate(resolve));
    const beforeClose = messages;
    await closed;
    expect(messages).toBe(beforeClose);
  });
});
