import { createServer } from 'node:net';

/** Whether a server can listen on the port at both loopback addresses. A machine without IPv6 has one. */
async function isFree(port: number): Promise<boolean> {
  return (await canListen(port, '127.0.0.1')) && (await canListen(port, '::1'));
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}

/** Below what systems give to outgoing connections (from 32,768): those could take a port between the check and the server's start. */
const [FIRST_PORT, PORTS, SINGLE_PORTS] = [20_000, 12_000, 700];

/**
 * Test workers at the same time choose from ranges of their own. From one range two workers now and then chose the same port before either of
 * them listened, and requests reached the other worker's server.
 */
const RANGES = 8;
const range = Number(process.env['VITEST_POOL_ID'] ?? process.env['TEST_PARALLEL_INDEX'] ?? 0) % RANGES;

/** Single ports that this file has chosen, also those where nothing listens yet. */
const chosen = new Set<number>();

function randomBelow(count: number): number {
  return Math.floor(Math.random() * count);
}

/** The first of four consecutive free ports, as the server needs them. */
export async function fourFreePorts(): Promise<number> {
  const size = PORTS / RANGES;
  for (let attempt = 0; attempt < 100; attempt++) {
    const base = FIRST_PORT + range * size + randomBelow(Math.floor(size / 4)) * 4;
    const free = await Promise.all([0, 1, 2, 3].map((offset) => isFree(base + offset)));
    if (free.every(Boolean)) return base;
  }
  throw new Error('no four consecutive free ports were found');
}

/** One port that nobody uses now. */
export async function freePort(): Promise<number> {
  const size = Math.floor(SINGLE_PORTS / RANGES);
  for (let attempt = 0; attempt < 300; attempt++) {
    const port = FIRST_PORT + PORTS + range * size + randomBelow(size);
    if (chosen.has(port) || !(await isFree(port))) continue;
    chosen.add(port);
    return port;
  }
  throw new Error('no free port was found');
}
