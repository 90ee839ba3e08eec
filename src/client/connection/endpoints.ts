import { addClosings } from '../../domain/calendar/us-equity.ts';
import { TRADING_PATH } from '../../protocol/index.ts';
import type { ConnectionName } from '../types.ts';
import type { HttpApi } from './http-api.ts';

/** The address of a socket for an attempt: attempts use the servers of the list in turn. */
export type Endpoints = (name: ConnectionName, attempt: number) => Promise<string>;

type SocketAddresses = Readonly<Record<ConnectionName, string>>;

const PATHS_ON_OWN_PORTS = { trading: TRADING_PATH, streaming: '/', data: '/' } as const;

/**
 * Requests the socket addresses of each server when its turn comes, and adds the closings that it names to the calendar: paths on the server's own address, or, of a server that names none, a port for each. A
 * server that does not answer is assumed to use the next three ports.
 */
export function createEndpoints(api: HttpApi, servers: readonly string[]): Endpoints {
  const known = new Map<string, SocketAddresses>();

  async function addressesOf(server: string): Promise<SocketAddresses> {
    const cached = known.get(server);
    if (cached) return cached;
    try {
      const {
        SocketPaths,
        Closings = [],
        ...config
      } = await api.call('clientConfig', null, {
        baseUrl: server,
      });
      // Before the sockets open: nothing has used sessions of these days by then.
      addClosings(
        Closings.map(({ Date: date, ClosesAt, Reason }) => ({
          date,
          closesAtMinutes: ClosesAt,
          reason: Reason,
        })),
      );
      const addresses = SocketPaths
        ? {
            trading: socketAddress(server, SocketPaths.Trading),
            streaming: socketAddress(server, SocketPaths.Streaming),
            data: socketAddress(server, SocketPaths.Data),
          }
        : addressesAtPorts(server, {
            trading: config.TradingPort,
            streaming: config.StreamingPort,
            data: config.DataPort,
          });
      known.set(server, addresses);
      return addresses;
    } catch {
      const url = new URL(server);
      const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
      return addressesAtPorts(server, { trading: port + 1, streaming: port + 2, data: port + 3 });
    }
  }

  return async (name, attempt) => {
    const server = servers[attempt % Math.max(1, servers.length)];
    if (server === undefined) throw new Error('The list of servers is empty.');
    return (await addressesOf(server))[name];
  };
}

/** A WebSocket address with the host and port of the server. */
function socketAddress(server: string, path: string): string {
  const url = new URL(path, server);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}

function addressesAtPorts(server: string, ports: Readonly<Record<ConnectionName, number>>): SocketAddresses {
  const at = (name: ConnectionName): string => {
    const url = new URL(socketAddress(server, PATHS_ON_OWN_PORTS[name]));
    url.port = String(ports[name]);
    return url.href;
  };
  return { trading: at('trading'), streaming: at('streaming'), data: at('data') };
}
