import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { FairTurns } from '../../fair-turns.ts';
import { PacedStream } from './paced-stream.ts';

/** A masked text frame; a mask of zeros leaves the payload as it is. */
const frameOf = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
const FRAMES = 50_000;
const flood = Buffer.concat(Array.from({ length: FRAMES }, (_, index) => frameOf(String(index))));
/** Frames in two pieces: what a connection may be served in one turn of the event loop when each frame takes long. */
const TWO_PIECES = (2 * 2_048) / frameOf('0').length;

let server: Server;
let client: Socket;
let socket: WebSocket;
let stream: PacedStream;

beforeEach(async () => {
  server = createServer();
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const accepted = new Promise<void>((resolve) =>
    server.on('upgrade', (request, transport, head) => {
      stream = new PacedStream({ transport, key: 'trading/1', turns: new FairTurns() });
      sockets.handleUpgrade(request, stream, head, (opened) => {
        socket = opened;
        resolve();
      });
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on TCP has an AddressInfo.
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  client.write(
    'GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n\r\n',
  );
  await accepted;
});

afterEach(() => {
  client.destroy();
  server.close();
});

describe('a connection that is read in pieces', () => {
  it('serves every frame in order, also those that were sent just before the connection was closed', async () => {
    const served: string[] = [];
    socket.on('message', (payload: Buffer) => served.push(payload.toString()));
    const closed = once(socket, 'close');
    client.end(flood);
    await closed;
    expect(served).toEqual(Array.from({ length: FRAMES }, (_, index) => String(index)));
  });

  it('serves at most two pieces in a turn of the event loop when its frames take long, and others in between', async () => {
    const perTurn: number[] = [];
    let thisTurn = 0;
    socket.on('message', () => {
      if (thisTurn === 0)
        setImmediate(() => {
          perTurn.push(thisTurn);
          thisTurn = 0;
        });
      thisTurn += 1;
      const endMs = performance.now() + 0.02;
      while (performance.now() < endMs);
    });
    const closed = once(socket, 'close');
    client.end(flood.subarray(0, 128 * 1_024));
    await closed;
    expect(perTurn.length).toBeGreaterThan(10);
    expect(Math.max(...perTurn)).toBeLessThanOrEqual(TWO_PIECES);
  });

  it('serves nothing after it was stopped, also when the connection closes', async () => {
    let served = 0;
    socket.on('message', () => {
      served += 1;
      if (served === 3) {
        stream.stop();
        setImmediate(() => socket.terminate());
      }
    });
    const closed = once(socket, 'close');
    client.write(flood);
    await closed;
    // The rest of the piece in which it was stopped.
    expect(served).toBeLessThanOrEqual(TWO_PIECES / 2);
  });

  it('reads nothing after an invalid frame, and the connection is closed for it', async () => {
    const served: string[] = [];
    socket.on('message', (payload: Buffer) => served.push(payload.toString()));
    const failed = once(socket, 'error');
    const reservedBit = Buffer.from([0xf1, 0x80, 0, 0, 0, 0]);
    client.write(Buffer.concat([frameOf('before'), reservedBit, flood]));
    const [error] = (await failed) as [Error];
    expect(error.message).toContain('RSV');
    const closed = once(socket, 'close');
    client.end();
    await closed;
    expect(served).toEqual(['before']);
  });

  it('reads no more of a peer that still sends after its close frame', async () => {
    let served = 0;
    socket.on('message', () => (served += 1));
    const closed = once(socket, 'close');
    const closeFrame = Buffer.from([0x88, 0x80, 0, 0, 0, 0]);
    client.write(Buffer.concat([frameOf('last'), closeFrame]));
    for (let sent = 0; sent < 20; sent += 1) client.write(flood);
    client.end();
    await closed;
    expect(served).toBe(1);
  });
});
