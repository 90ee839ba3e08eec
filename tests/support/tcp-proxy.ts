import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy between client and server. A test can cut its connections, or freeze them without a notice to either side. */
export interface TcpProxy {
  readonly port: number;
  /** Ends every connection through it. New ones go through. */
  cut(): void;
  /** From now on nothing passes in either direction on the present connections, and they stay open: a machine that fell asleep. */
  freeze(): void;
  /** New connections are refused. */
  refuse(isRefusing: boolean): void;
  /** Connections taken so far. */
  connectionCount(): number;
  close(): Promise<void>;
}

export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let isRefusing = false;
  let taken = 0;
  const server = createServer((near) => {
    if (isRefusing) return near.destroy();
    taken++;
    const far = connect(targetPort, '127.0.0.1');
    const pair = [near, far] as const;
    pairs.add(pair);
    near.pipe(far);
    far.pipe(near);
    for (const end of pair) {
      end.on('error', () => {});
      end.on('close', () => {
        pairs.delete(pair);
        for (const each of pair) each.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const pair of pairs) for (const end of pair) end.destroy();
  };
  return {
    // A TCP server's address is an AddressInfo once it listens.
    port: (server.address() as AddressInfo).port,
    cut,
    freeze() {
      for (const [near, far] of pairs) {
        near.unpipe(far);
        far.unpipe(near);
        near.pause();
        far.pause();
      }
    },
    refuse(next) {
      isRefusing = next;
    },
    connectionCount: () => taken,
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
