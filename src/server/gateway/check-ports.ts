import { createServer } from 'node:net';
import type { ServerConfig } from '../config.ts';
import { PortError } from './port-error.ts';

/**
 * Throws a `PortError` about the first port of the server that cannot be opened, the HTTP port first. Called before anything is stored: a first start
 * that fails makes no data folder and no user. Ports that the system chooses are not checked.
 */
export async function checkPorts({
  host,
  ports,
  hasSocketPorts,
}: Pick<ServerConfig, 'host' | 'ports' | 'hasSocketPorts'>): Promise<void> {
  const { http, trading, streaming, data } = ports;
  const all = hasSocketPorts ? [http, trading, streaming, data] : [http];
  for (const port of all) if (port !== 0) await openOnce(port, host);
}

function openOnce(port: number, host: string): Promise<void> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new PortError(port, host, error)));
    server.listen(port, host, () => server.close(() => resolve()));
  });
}
