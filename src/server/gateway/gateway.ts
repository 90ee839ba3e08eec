import type { AddressInfo } from 'node:net';
import { TRADING_PATH } from '../../protocol/index.ts';
import type { Ports } from '../config.ts';
import { createDataConnection } from './data/data-connection.ts';
import type { GatewayDeps, GatewayOptions } from './deps.ts';
import { createFanOut } from './fan-out/fan-out.ts';
import { createHttpApp } from './http/http-app.ts';
import { createSharedParts } from './shared-parts.ts';
import { createAddressOf } from '../http-kit/client-address.ts';
import { createConnectionLimits } from './sockets/connection-limits.ts';
import { createSocketServer, type SocketServer } from './sockets/socket-server.ts';
import { createFeedPulse } from './streaming/feed-pulse.ts';
import { createStreamingConnection } from './streaming/streaming-connection.ts';
import { createTradingConnection } from './trading/trading-connection.ts';

export interface Gateway {
  /** Opens the four ports and resolves with them. Rejects with a PortError when one is taken. */
  listen(): Promise<Ports>;
  close(): Promise<void>;
}

/** A port that could not be opened; the message says what to do. */
class PortError extends Error {
  readonly port: number;

  constructor(port: number, host: string, cause: NodeJS.ErrnoException) {
    super(explanationOf(port, host, cause), { cause });
    this.name = 'PortError';
    this.port = port;
  }
}

function explanationOf(port: number, host: string, cause: NodeJS.ErrnoException): string {
  switch (cause.code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use already. Stop the program that uses it, or set TAPEDECK_PORT to another port (Tapedeck takes it and the next three).`;
    case 'EACCES':
      return `Port ${port} may not be opened by this user. Set TAPEDECK_PORT to a port above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `This machine cannot listen on "${host}". Set TAPEDECK_HOST to one of its addresses, such as 127.0.0.1.`;
    default:
      return `Port ${port} on ${host} could not be opened: ${cause.message}.`;
  }
}

/** The server's edge: HTTP and the three sockets in front of the services. */
export function createGateway(deps: GatewayDeps, options: GatewayOptions): Gateway {
  let ports = options.ports;
  const shared = createSharedParts(deps, options.messageLimits);
  const fanOut = createFanOut(deps.market, deps.clock.hostMs);
  const pulse = createFeedPulse(deps.market, fanOut, deps.clock.hostMs);
  const addressOf = createAddressOf(options.trustedProxies);
  const common = {
    host: options.host,
    logger: deps.logger,
    ownPorts: () => Object.values(ports),
    addressOf,
    turns: shared.turns,
  };

  const limits = () => createConnectionLimits(options.maxConnections);

  const trading = createSocketServer({
    ...common,
    limits: limits(),
    name: 'trading',
    path: TRADING_PATH,
    port: options.ports.trading,
    accept: (peer) => createTradingConnection(peer, deps, shared, options.signInLimitMs),
  });
  const streaming = createSocketServer({
    ...common,
    limits: limits(),
    name: 'streaming',
    path: '/',
    port: options.ports.streaming,
    accept: (peer) => createStreamingConnection(peer, deps, fanOut, shared, pulse),
  });
  const data = createSocketServer({
    ...common,
    limits: limits(),
    name: 'data',
    path: '/',
    port: options.ports.data,
    accept: (peer) => createDataConnection(peer, deps, shared),
  });

  const app = createHttpApp(deps, options, () => ports, addressOf, shared);

  const open = async (port: number, listen: () => Promise<number>): Promise<number> => {
    try {
      return await listen();
    } catch (error) {
      // Listening fails with a system error only.
      throw new PortError(port, options.host, error as NodeJS.ErrnoException);
    }
  };
  const openSocket = (port: number, server: SocketServer): Promise<number> =>
    open(port, () => server.listen());

  const close = async (): Promise<void> => {
    await Promise.all([
      trading.close(),
      streaming.close(),
      data.close(),
      app.then((started) => started.close()),
    ]);
    pulse.stop();
    fanOut.stop();
    shared.registry.stop();
  };

  return {
    close,
    async listen() {
      try {
        const httpApp = await app;
        const { http } = options.ports;
        // HTTP comes last: who reads healthz or the ports from it finds the sockets open.
        const tradingPort = await openSocket(options.ports.trading, trading);
        const streamingPort = await openSocket(options.ports.streaming, streaming);
        const dataPort = await openSocket(options.ports.data, data);
        ports = { http, trading: tradingPort, streaming: streamingPort, data: dataPort };
        const httpPort = await open(http, async () => {
          await httpApp.listen({ port: http, host: options.host });
          // A TCP server's address is an AddressInfo once it listens.
          return (httpApp.server.address() as AddressInfo).port;
        });
        ports = { ...ports, http: httpPort };
        return ports;
      } catch (error) {
        await close();
        throw error;
      }
    },
  };
}
