import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { Socket, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import {
  CLOSE_RESTART,
  CLOSE_TOO_MANY,
  CLOSE_TOO_SLOW,
  MAX_FRAME_BYTES,
  RESTART_TEXT,
  type SocketName,
} from '../../../protocol/index.ts';
import type { ServerCertificate } from '../../server-certificate.ts';
import type { Logger } from '../../logging.ts';
import type { SocketFigures } from '../../metrics/gateway-figures.ts';
import type { FairTurns } from '../../fair-turns.ts';
import { SparingWarnings } from '../../http-kit/sparing-warnings.ts';
import { runRequest } from '../../request-context.ts';
import { keptUserAgent } from '../browser-name.ts';
import { sessionTokenOf } from '../../http-kit/session-cookie.ts';
import type { AddressOf } from '../../http-kit/client-address.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import { PING_LIMIT, TOO_MANY_REASON } from './message-limits.ts';
import type { PublicAddress } from '../../http-kit/public-address.ts';
import { PacedStream } from './paced-stream.ts';
import { createPeer, type Peer } from './peer.ts';
import { TokenBucket } from '../../http-kit/token-bucket.ts';

/** Serves the frames of one connection. `text` is undefined for a binary frame. */
export interface ConnectionHandler {
  onFrame(text: string | undefined): void;
  onClose(): void;
}

/** One of the three sockets: the port and path of its own, its limits, and what serves its connections. */
export interface SocketServerOptions {
  readonly name: SocketName;
  readonly path: string;
  readonly host: string;
  readonly port: number;
  /** Which pages may connect. */
  readonly publicAddress: PublicAddress;
  readonly logger: Logger;
  readonly limits: ConnectionLimits;
  readonly turns: FairTurns;
  readonly addressOf: AddressOf;
  /** Undefined: the socket's own port is without TLS. */
  readonly certificate: Pick<ServerCertificate, 'pair' | 'keepCurrent'> | undefined;
  readonly accept: (peer: Peer) => ConnectionHandler;
}

/** Time between two pings, ms; a peer that has not answered by the next one is disconnected. */
const PING_MS = 30_000;
const UPGRADE_TIMEOUT_MS = 10_000;
/** Close code of RFC 6455: the server has failed. */
const CLOSE_INTERNAL_ERROR = 1011;
const CLOSE_WAIT_MS = 500;
/** A ping is answered only while less than this is queued for the peer, bytes. */
const PONG_BELOW_BYTES = 1024 * 1024;

/** One of the three sockets. Accepts upgrades from Tapedeck's own pages and from programs, at the path of its own port and from the HTTP server. */
export class SocketServer {
  readonly #options: SocketServerOptions;
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    clientTracking: true,
    autoPong: false,
  });
  readonly #server: Server;
  /** Sockets that have answered since the last ping. */
  readonly #alive = new WeakSet<WebSocket>();
  readonly #pings: NodeJS.Timeout;
  readonly #peers = new Set<Peer>();
  /** Connections that the server has closed, by close code. */
  readonly #closedByCode = new Map<number, number>();
  /** Connections accepted so far. */
  #accepted = 0;
  readonly #warnings: SparingWarnings;
  #isClosing = false;

  constructor(options: SocketServerOptions) {
    this.#options = options;
    this.#warnings = new SparingWarnings(options.logger);
    this.#server = createPort(options);
    this.#server.on('upgrade', (request: IncomingMessage, transport: Duplex, head: Buffer) => {
      if (pathOf(request) === options.path) this.upgrade(request, transport, head);
      else refuseUpgrade(transport, 404);
    });
    this.#pings = setInterval(() => this.#pingAll(), PING_MS);
    this.#pings.unref();
  }

  /** Opens the port and resolves with it. */
  listen(): Promise<number> {
    const { port, host, name, logger } = this.#options;
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, () => {
        this.#server.off('error', reject);
        this.#server.on('error', (error) =>
          logger.error({ socket: name, err: error }, 'socket server error'),
        );
        // A TCP server's address is an AddressInfo once it listens.
        resolve((this.#server.address() as AddressInfo).port);
      });
    });
  }

  /** Closes every connection, then the port. A peer that does not answer the close is disconnected. */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#pings);
    const { clients } = this.#sockets;
    for (const socket of clients) socket.close(CLOSE_RESTART, RESTART_TEXT);
    const deadlineMs = Date.now() + CLOSE_WAIT_MS;
    while (clients.size > 0 && Date.now() < deadlineMs)
      await new Promise((resolve) => setTimeout(resolve, 10));
    for (const socket of clients) socket.terminate();
    this.#sockets.close();
    if (!this.#server.listening) return;
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  /** The connections now, and what was closed since the start. */
  figures(): SocketFigures {
    let queuedBytes = 0;
    for (const peer of this.#peers) queuedBytes += peer.bufferedBytes();
    return {
      socket: this.#options.name,
      open: this.#peers.size,
      accepted: this.#accepted,
      queuedBytes,
      closedByCode: this.#closedByCode,
      slowClosed: this.#closedByCode.get(CLOSE_TOO_SLOW) ?? 0,
    };
  }

  /** Accepts the upgrade of a connection whose path names this socket, or refuses it with a status. */
  upgrade(request: IncomingMessage, transport: Duplex, head: Buffer): void {
    const { name, logger, limits, publicAddress } = this.#options;
    transport.on('error', () => transport.destroy());
    if (this.#isClosing) return refuseUpgrade(transport, 503);
    const { origin, host } = request.headers;
    if (!publicAddress.isOwnHost(request)) {
      this.#warnings.warn({ socket: name, host: host?.slice(0, 200) }, 'upgrade for a foreign host refused');
      return refuseUpgrade(transport, 421);
    }
    if (!publicAddress.isOwnOrigin(request)) {
      this.#warnings.warn(
        { socket: name, origin: origin?.slice(0, 200) },
        'upgrade from a foreign origin refused',
      );
      return refuseUpgrade(transport, 403);
    }
    const address = this.#options.addressOf(request);
    if (!limits.take(address)) {
      logger.warn({ socket: name, address }, 'upgrade beyond the connection limit refused');
      return refuseUpgrade(transport, 503);
    }
    // A failed handshake closes the stream too, so the place is always given back, once.
    transport.once('close', () => limits.giveBack(address));
    const key = `${name}-${(this.#accepted += 1)}`;
    const paced = new PacedStream({ transport, key, turns: this.#options.turns });
    if (transport instanceof Socket) {
      transport.setTimeout(0);
      transport.setNoDelay();
    }
    if (head.length > 0) transport.unshift(head);
    this.#sockets.handleUpgrade(request, paced, Buffer.alloc(0), (socket) => {
      const userAgent = keptUserAgent(request.headers['user-agent']);
      // A program may send any cookie; only a page, which sends an origin, is signed in by it.
      const cookieToken =
        origin === undefined
          ? undefined
          : sessionTokenOf(request.headers.cookie, publicAddress.cookieScopeOf(request));
      const facts = { address, userAgent, cookieToken };
      this.#accept(
        socket,
        createPeer(socket, transport, paced, facts, (code) => this.#countClosed(code)),
        key,
      );
    });
  }

  /** `key` names the connection in the ids of its messages. */
  #accept(socket: WebSocket, peer: Peer, key: string): void {
    const { name, logger } = this.#options;
    this.#peers.add(peer);
    this.#answerPings(socket, peer);
    socket.on('error', (error) => logger.debug({ socket: name, reason: error.message }, 'socket error'));
    const handler = this.#options.accept(peer);
    const serve = (payload: RawData, isBinary: boolean): void => {
      try {
        // `ws` passes a Buffer: its default binaryType is nodebuffer.
        handler.onFrame(isBinary ? undefined : (payload as Buffer).toString('utf8'));
      } catch (error) {
        logger.error({ socket: name, err: error }, 'a frame handler failed');
        peer.close(CLOSE_INTERNAL_ERROR, 'server error');
      }
    };
    let received = 0;
    socket.on('message', (payload, isBinary) => {
      received += 1;
      runRequest(key, received, () => serve(payload, isBinary));
    });
    socket.on('close', () => {
      this.#peers.delete(peer);
      handler.onClose();
    });
  }

  #countClosed(code: number): void {
    this.#closedByCode.set(code, (this.#closedByCode.get(code) ?? 0) + 1);
  }

  #answerPings(socket: WebSocket, peer: Peer): void {
    this.#alive.add(socket);
    socket.on('pong', () => this.#alive.add(socket));
    const pings = new TokenBucket(PING_LIMIT, performance.now());
    // A peer that pings without reading must not fill the memory with pongs.
    socket.on('ping', (payload: Buffer) => {
      if (!pings.take(1, performance.now())) return peer.cut(CLOSE_TOO_MANY, TOO_MANY_REASON);
      if (peer.isOpen() && peer.bufferedBytes() < PONG_BELOW_BYTES) socket.pong(payload);
    });
  }

  #pingAll(): void {
    for (const socket of this.#sockets.clients) {
      if (this.#alive.delete(socket)) socket.ping();
      else socket.terminate();
    }
  }
}

/** The server of a socket's own port, over TLS when there is a certificate. It answers everything but an upgrade with 426. */
function createPort({ name, certificate }: SocketServerOptions): Server {
  const timeouts = {
    requestTimeout: UPGRADE_TIMEOUT_MS,
    headersTimeout: UPGRADE_TIMEOUT_MS,
    keepAliveTimeout: 1000,
  };
  const refuse = (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(426, { 'content-type': 'text/plain', connection: 'close', upgrade: 'websocket' });
    response.end(`This port is the ${name} socket; connect to it with a WebSocket client.\n`);
  };
  if (!certificate) return createServer(timeouts, refuse);
  const server = createTlsServer({ ...timeouts, ...certificate.pair }, refuse);
  certificate.keepCurrent(server);
  return server;
}

/** The path of a request without its query. */
export function pathOf(request: IncomingMessage): string {
  return (request.url ?? '').split('?', 1)[0] ?? '';
}

/** Answers an upgrade with an error status and closes the connection. */
export function refuseUpgrade(transport: Duplex, status: number): void {
  transport.on('error', () => transport.destroy());
  transport.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  );
}
