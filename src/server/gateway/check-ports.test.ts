import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startServer } from '../compose.ts';
import { readConfig } from '../config.ts';
import { checkPorts } from './check-ports.ts';

const host = '127.0.0.1';
let taken: Server;
let port: number;
beforeEach(async () => {
  taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, host, resolve));
  // A TCP server's address is an AddressInfo once it listens.
  port = (taken.address() as AddressInfo).port;
});
afterEach(() => new Promise((resolve) => taken.close(resolve)));

const free = { http: 0, trading: 0, streaming: 0, data: 0 };

it('names the port that is taken, the HTTP port before those of the sockets', async () => {
  await expect(
    checkPorts({ host, ports: { ...free, streaming: port }, hasSocketPorts: true }),
  ).rejects.toThrow(`Port ${port} is in use already.`);
  await expect(checkPorts({ host, ports: { ...free, http: port }, hasSocketPorts: false })).rejects.toThrow(
    `Port ${port} is in use already.`,
  );
  await checkPorts({ host, ports: { ...free, streaming: port }, hasSocketPorts: false });
  await checkPorts({ host, ports: free, hasSocketPorts: true });
});

it('keeps a first start on a taken port from making a data folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tapedeck-ports-'));
  try {
    const config = readConfig({ TAPEDECK_DATA: join(folder, 'data'), TAPEDECK_PORT: String(port) });
    const lines: string[] = [];
    await expect(startServer(config, { say: (line) => lines.push(line) })).rejects.toThrow(
      `Port ${port} is in use already.`,
    );
    expect([await readdir(folder), lines]).toEqual([[], []]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
