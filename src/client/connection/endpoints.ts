import { TRADING_PATH } from '../../protocol/index.ts';
import type { ConnectionName } from '../types.ts';
import type { HttpApi } from './http-api.ts';

/** The address of a socket for an attempt: attempts use the servers of the list in turn. */
export type Endpoints = (name: ConnectionName, attempt: number) => Promise<string>;

const PORT_OFFSET = { trading: 1, streaming: 2, data: 3 } as const;
const CONFIG_PORT = { trading: 'TradingPort', streaming: 'StreamingPort', data: 'DataPort' } as const;

/** Requests the socket ports of each server when its turn comes; a server that does not answer is assumed to use the next three ports. */
export function createEndpoints(api: HttpApi, servers: readonly string[]): Endpoints {
  const known = new Map<string, Record<ConnectionName, number>>();

  async function portsOf(server: string): Promise<Record<ConnectionName, number>> {
    const cached = known.get(server);
    if (cached) return cached;
    try {
      const config = await api.call('clientConfig', null, { baseUrl: server });
      const ports = {
        trading: config[CONFIG_PORT.trading],
        streaming: config[CONFIG_PORT.streaming],
        data: config[CONFIG_PORT.data],
      };
      known.set(server, ports);
      return ports;
    } catch {
      const url = new URL(server);
      const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
      return {
        trading: port + PORT_OFFSET.trading,
        streaming: port + PORT_OFFSET.streaming,
        data: port + PORT_OFFSET.data,
      };
    }
  }

  return async (name, attempt) => {
    const server = servers[attempt % Math.max(1, servers.length)];
    if (server === undefined) throw new Error('The list of servers is empty.');
    const url = new URL(server);
    const port = (await portsOf(server))[name];
    return `${url.protocol === 'https:' ? 'wss' : 'ws'}://${url.hostname}:${port}${name === 'trading' ? TRADING_PATH : '/'}`;
  };
}
