import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { SOCKET_PATHS, TRADING_PATH, type SocketName } from '../../protocol/index.ts';
import type { Ports } from '../config.ts';
import { createDataConnection } from './data/data-connection.ts';
import { PortError } from './port-error.ts';
import type { GatewayDeps, GatewayOptions } from './deps.ts';
import { FanOut } from './fan-out/fan-out.ts';
import { createHttpApp } from './http/http-app.ts';
import { createSharedParts, type SharedParts } from './shared-parts.ts';
import { createAddressOf, type AddressOf } from '../http-kit/client-address.ts';
import { PublicAddress } from '../http-kit/public-address.ts';
import type { GatewayFigures } from '../metrics/gateway-figures.ts';
import { createConnectionLimits } from './sockets/connection-limits.ts';
import type { Peer } from './sockets/peer.ts';
import { pathOf, refuseUpgrade, SocketServer, type ConnectionHandler } from './sockets/socket-server.ts';
import { createFeedPulse, type FeedPulse } from './streaming/feed-pulse.ts';
import { createStreamingConnection } from './streaming/streaming-connection.ts';
import { createTradingConnection } from './trading/trading-connection.ts';

/** Longest that a close waits for HTTP requests in progress, ms. */
const HTTP_WAIT_MS = 1_000;

/** The network side of the server. */
export interface Gateway {
  /** Opens the four ports and resolves with them. Rejects with a PortError when one cannot be opened. */
  listen(): Promise<Ports>;
  /** The present state of sockets and fan-out, for metrics. */
  figures(): GatewayFigures;
  /** Closes every connection, with CLOSE_RESTART on the sockets, and every port. HTTP requests in progress are answered. */
  close(): Promise<void>;
}

/** The server's network side: HTTP and the three sockets in front of the services. Opens no port before `listen`. */
export function createGateway(deps: GatewayDeps, options: GatewayOptions): Gateway {
  return new NetworkGateway(deps, options);
}

class NetworkGateway implements Gateway {
  readonly #deps: GatewayDeps;
  readonly #options: GatewayOptions;
  readonly #shared: SharedParts;
  readonly #fanOut: FanOut;
  readonly #pulse: FeedPulse;
  readonly #addressOf: AddressOf;
  readonly #publicAddress: PublicAddress;
  readonly #sockets: { readonly [Name in SocketName]: SocketServer };
  readonly #app: ReturnType<typeof createHttpApp>;
  /** The ports that are open; before `listen` those of the options. */
  #ports: Ports;

  constructor(deps: GatewayDeps, options: GatewayOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#ports = options.ports;
    const shared = (this.#shared = createSharedParts(deps, options.messageLimits));
    // Paces quotes: with a clock that can be set back, none would be sent until it has caught up.
    const fanOut = (this.#fanOut = new FanOut(deps.market, () => performance.now()));
    const pulse = (this.#pulse = createFeedPulse(deps.market, fanOut, deps.clock.hostMs));
    this.#addressOf = createAddressOf(options.trustedProxies);
    this.#publicAddress = new PublicAddress(
      options.publicUrl,
      () => Object.values(this.#ports),
      deps.certificate !== undefined,
    );
    this.#sockets = {
      trading: this.#createSocket('trading', (peer) =>
        createTradingConnection(peer, deps, shared, options.signInLimitMs),
      ),
      streaming: this.#createSocket('streaming', (peer) =>
        createStreamingConnection(peer, deps, fanOut, shared, pulse),
      ),
      data: this.#createSocket('data', (peer) => createDataConnection(peer, deps, shared)),
    };
    this.#app = createHttpApp(deps, options, {
      ports: () => this.#ports,
      addressOf: this.#addressOf,
      publicAddress: this.#publicAddress,
      shared,
    });
  }

  async listen(): Promise<Ports> {
    try {
      const app = await this.#app;
      app.server.on('upgrade', (request, transport, head) => this.#upgrade(request, transport, head));
      const { ports, host } = this.#options;
      // HTTP is opened last: a client that can read healthz or the ports finds the sockets open.
      this.#ports = { ...(await this.#listenOnSocketPorts()), http: ports.http };
      const httpPort = await this.#open(ports.http, async () => {
        await app.listen({ port: ports.http, host });
        // A TCP server's address is an AddressInfo once it listens.
        return (app.server.address() as AddressInfo).port;
      });
      this.#ports = { ...this.#ports, http: httpPort };
      return this.#ports;
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /** Opens a port for each socket, unless they are off: then all three are 0, and the sockets are at their paths of the HTTP port only. */
  async #listenOnSocketPorts(): Promise<Omit<Ports, 'http'>> {
    const { ports, hasSocketPorts } = this.#options;
    if (!hasSocketPorts) return { trading: 0, streaming: 0, data: 0 };
    const { trading, streaming, data } = this.#sockets;
    return {
      trading: await this.#open(ports.trading, () => trading.listen()),
      streaming: await this.#open(ports.streaming, () => streaming.listen()),
      data: await this.#open(ports.data, () => data.listen()),
    };
  }

  figures(): GatewayFigures {
    const fanOut = this.#fanOut;
    return {
      sockets: Object.values(this.#sockets).map((socket) => socket.figures()),
      fanOut: { counts: fanOut.counts, waiting: fanOut.waiting(), watchedSymbols: fanOut.watchedCount },
    };
  }

  async close(): Promise<void> {
    const { trading, streaming, data } = this.#sockets;
    // HTTP closes last: until then /readyz answers that the server restarts.
    await Promise.all([trading.close(), streaming.close(), data.close()]);
    await this.#closeHttp();
    this.#pulse.stop();
    this.#fanOut.stop();
    this.#shared.registry.stop();
    this.#shared.proposals.stop();
  }

  /** Takes no more requests, answers those in progress, and disconnects what is left after a while. */
  async #closeHttp(): Promise<void> {
    const app = await this.#app;
    const timer = setTimeout(() => app.server.closeAllConnections(), HTTP_WAIT_MS);
    await app.close();
    clearTimeout(timer);
  }

  /** Passes an upgrade on the HTTP port to the socket that its path names. */
  #upgrade(request: IncomingMessage, transport: Duplex, head: Buffer): void {
    const path = this.#publicAddress.withoutPrefix(pathOf(request));
    const { trading, streaming, data } = this.#sockets;
    if (path === SOCKET_PATHS.trading) trading.upgrade(request, transport, head);
    else if (path === SOCKET_PATHS.streaming) streaming.upgrade(request, transport, head);
    else if (path === SOCKET_PATHS.data) data.upgrade(request, transport, head);
    else if (!this.#options.webClient.ownsUpgrade(request)) refuseUpgrade(transport, 404);
  }

  #createSocket(name: SocketName, accept: (peer: Peer) => ConnectionHandler): SocketServer {
    const { host, ports, maxConnections } = this.#options;
    return new SocketServer({
      name,
      path: name === 'trading' ? TRADING_PATH : '/',
      host,
      port: ports[name],
      publicAddress: this.#publicAddress,
      logger: this.#deps.logger,
      limits: createConnectionLimits(maxConnections),
      turns: this.#shared.turns,
      addressOf: this.#addressOf,
      certificate: this.#deps.certificate,
      accept,
    });
  }

  async #open(port: number, listen: () => Promise<number>): Promise<number> {
    try {
      return await listen();
    } catch (error) {
      // Listening fails with a system error only.
      throw new PortError(port, this.#options.host, error as NodeJS.ErrnoException);
    }
  }
}
