import { createServer, STATUS_CODES, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { CLOSE_TOO_MANY, MAX_FRAME_BYTES, type SocketName } from '../../../protocol/index.ts';
import type { Logger } from '../../logging.ts';
import type { FairTurns } from '../../fair-turns.ts';
import { keptUserAgent } from '../browser-name.ts';
import { isOverTls } from '../../http-kit/is-over-tls.ts';
import { sessionTokenOf } from '../../http-kit/session-cookie.ts';
import type { AddressOf } from '../../http-kit/client-address.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import { FrameInbox } from './frame-inbox.ts';
import { PING_LIMIT, TOO_MANY_REASON } from './message-limits.ts';
import { isOwnOrigin } from '../../http-kit/origin.ts';
import { createPeer, type Peer } from './peer.ts';
import { TokenBucket } from './token-bucket.ts';

/** What a socket does with its frames. `text` is undefined for a binary frame. */
export interface ConnectionHandler {
  onFrame(text: string | undefined): void;
  onClose(): void;
}

export interface SocketServerOptions {
  readonly name: SocketName;
  readonly path: string;
  readonly host: string;
  readonly port: number;
  /** Ports whose pages may connect; asked at each upgrade, since free ports are known only after listening. */
  readonly ownPorts: () => readonly number[];
  readonly logger: Logger;
  readonly limits: ConnectionLimits;
  readonly turns: FairTurns;
  readonly addressOf: AddressOf;
  readonly accept: (peer: Peer) => ConnectionHandler;
}

export interface SocketServer {
  /** Resolves with the port. */
  listen(): Promise<number>;
  close(): Promise<void>;
}

/** A peer that answers no ping for this long is gone, ms. */
const PING_MS = 30_000;
const UPGRADE_TIMEOUT_MS = 10_000;
/** Close code for peers of a server that is going away (RFC 6455). */
const CLOSE_GOING_AWAY = 1001;
const CLOSE_WAIT_MS = 500;
/** A ping is not answered while this much waits for the peer. */
const PONG_BELOW_BYTES = 1024 * 1024;

/** One of the three sockets on its own port: upgrades only at its path, only from our own pages or from programs. */
export function createSocketServer(options: SocketServerOptions): SocketServer {
  const { logger } = options;
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    clientTracking: true,
    autoPong: false,
  });
  const alive = new WeakSet<object>();
  let connections = 0;

  const server = createServer(
    { requestTimeout: UPGRADE_TIMEOUT_MS, headersTimeout: UPGRADE_TIMEOUT_MS, keepAliveTimeout: 1000 },
    (_request, response) => {
      response.writeHead(426, { 'content-type': 'text/plain', connection: 'close', upgrade: 'websocket' });
      response.end(`This port is the ${options.name} socket; connect to it with a WebSocket client.\n`);
    },
  );

  server.on('upgrade', (request: IncomingMessage, transport: Duplex, head: Buffer) => {
    transport.on('error', () => transport.destroy());
    const path = (request.url ?? '').split('?', 1)[0];
    if (path !== options.path) return refuse(transport, 404);
    if (!isOwnOrigin(request.headers.origin, request.headers.host, options.ownPorts())) {
      logger.warn(
        { socket: options.name, origin: request.headers.origin },
        'upgrade from a foreign origin refused',
      );
      return refuse(transport, 403);
    }
    const address = options.addressOf(request);
    if (!options.limits.take(address)) {
      logger.warn({ socket: options.name, address }, 'upgrade beyond the connection limit refused');
      return refuse(transport, 503);
    }
    // A failed handshake closes the stream as well, so what was taken is always given back, once.
    transport.once('close', () => options.limits.giveBack(address));
    sockets.handleUpgrade(request, transport, head, (socket) => {
      const peer = createPeer(socket, transport, {
        address,
        userAgent: keptUserAgent(request.headers['user-agent']),
        // A program may send any cookie it likes; only a browser's own page is signed in by it.
        cookieToken:
          request.headers.origin === undefined
            ? undefined
            : sessionTokenOf(request.headers.cookie, isOverTls(request)),
      });
      alive.add(socket);
      socket.on('pong', () => alive.add(socket));
      const pings = new TokenBucket(PING_LIMIT, performance.now());
      // Who pings and never reads must not fill the memory with our pongs.
      socket.on('ping', (payload: Buffer) => {
        if (!pings.take(1, performance.now())) return peer.cut(CLOSE_TOO_MANY, TOO_MANY_REASON);
        if (peer.isOpen() && peer.bufferedBytes() < PONG_BELOW_BYTES) socket.pong(payload);
      });
      socket.on('error', (error) =>
        logger.debug({ socket: options.name, reason: error.message }, 'socket error'),
      );
      const handler = options.accept(peer);
      const inbox = new FrameInbox({
        key: `${options.name}/${(connections += 1)}`,
        turns: options.turns,
        serve(text) {
          try {
            handler.onFrame(text);
          } catch (error) {
            logger.error({ socket: options.name, err: error }, 'a frame handler failed');
            peer.close(1011, 'server error');
          }
        },
        pause: () => socket.pause(),
        resume: () => peer.isOpen() && socket.resume(),
      });
      socket.on('message', (payload, isBinary) => {
        // `ws` hands a Buffer here: its default binaryType is nodebuffer.
        inbox.take(isBinary ? undefined : (payload as Buffer).toString('utf8'));
      });
      socket.on('close', () => {
        inbox.close();
        handler.onClose();
      });
    });
  });

  const pings = setInterval(() => {
    for (const socket of sockets.clients) {
      if (!alive.has(socket)) {
        socket.terminate();
        continue;
      }
      alive.delete(socket);
      socket.ping();
    }
  }, PING_MS);
  pings.unref();

  return {
    listen: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(options.port, options.host, () => {
          server.off('error', reject);
          server.on('error', (error) =>
            logger.error({ socket: options.name, err: error }, 'socket server error'),
          );
          // A TCP server's address is an AddressInfo once it listens.
          resolve((server.address() as AddressInfo).port);
        });
      }),
    async close() {
      clearInterval(pings);
      for (const socket of sockets.clients) socket.close(CLOSE_GOING_AWAY, 'the server is stopping');
      const deadlineMs = Date.now() + CLOSE_WAIT_MS;
      while (sockets.clients.size > 0 && Date.now() < deadlineMs)
        await new Promise((resolve) => setTimeout(resolve, 10));
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      if (!server.listening) return;
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function refuse(transport: Duplex, status: number): void {
  transport.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  );
}
