import { createServer } from 'node:net';

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/** Below what systems give to outgoing connections (from 32,768): those could take a port between the check and the server's start. */
const [FIRST_PORT, PORTS, SINGLE_PORTS] = [20_000, 12_000, 700];

/** The first of four consecutive free ports, as the server needs them. */
export async function fourFreePorts(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const base = FIRST_PORT + Math.floor((Math.random() * PORTS) / 4) * 4;
    const free = await Promise.all([0, 1, 2, 3].map((offset) => isFree(base + offset)));
    if (free.every(Boolean)) return base;
  }
  throw new Error('no four consecutive free ports were found');
}

/** One port that nobody uses now. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = FIRST_PORT + PORTS + Math.floor(Math.random() * SINGLE_PORTS);
    if (await isFree(port)) return port;
  }
  throw new Error('no free port was found');
}
