import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fourFreePorts } from '../support/ports.ts';
import { runServer, temporaryFolder } from '../support/server.ts';
import { spawnServer, type SpawnedServer } from '../support/spawn-server.ts';
import { connect } from './wire-client.ts';

let dataFolder: string;
let remove: () => Promise<void>;
let running: SpawnedServer[] = [];
beforeEach(async () => {
  ({ folder: dataFolder, remove } = await temporaryFolder());
});
afterEach(async () => {
  await Promise.all(running.map((server) => server.stop()));
  running = [];
  await remove();
});

const start = async (): Promise<SpawnedServer> => {
  const server = await spawnServer({ dataFolder });
  running.push(server);
  return server;
};
const portsOf = (server: SpawnedServer) => ({
  http: server.port,
  trading: server.port + 1,
  streaming: server.port + 2,
  data: server.port + 3,
});

describe('the server process', () => {
  it('prints the first user and its password once, accepts the sign-in, and stops cleanly', async () => {
    const first = await start();
    await expect.poll(() => first.output()).toContain(`Tapedeck is at http://127.0.0.1:${first.port}`);
    const [, userName = '', password = ''] =
      /sign in as (\S+) with password (\S+)/.exec(first.output()) ?? [];
    expect(userName).not.toBe('');
    await first.stop();
    expect(first.output()).toContain('Stopped.');

    const second = await start();
    await expect.poll(() => second.output()).toContain('Tapedeck is at');
    expect(second.output()).not.toContain('password');
    const client = await connect('trading', portsOf(second));
    client.send('login', { UserId: userName, Password: password });
    expect((await client.next('loginSuccess')).IsDemo).toBe(false);
    client.close();
  });

  it('closes a data folder that others may read, with the files in it, and makes its own for itself alone', async () => {
    await chmod(dataFolder, 0o755);
    await writeFile(join(dataFolder, 'server.log'), '');
    await chmod(join(dataFolder, 'server.log'), 0o644);
    const server = await start();
    expect(server.output()).toContain(`Closed to other accounts of this machine: ${dataFolder}`);
    for (const name of ['.', 'server.log', 'tapedeck.db', 'journal.db'])
      expect((await stat(join(dataFolder, name))).mode & 0o077, name).toBe(0);
    expect(await readFile(join(dataFolder, 'server.log'), 'utf8')).toContain('it was closed to them');
  });

  it('ends with one line for each wrong value', async () => {
    const { code, stdout, stderr } = await runServer({
      TAPEDECK_DATA: dataFolder,
      TAPEDECK_PORT: 'many',
      TAPEDECK_SEED: '-1',
    });
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringContaining('TAPEDECK_PORT'),
      expect.stringContaining('TAPEDECK_SEED'),
    ]);
  });

  it.each([0, 1, 2, 3])('ends with one line when port +%i is taken', async (offset) => {
    const port = await fourFreePorts();
    const taker = createServer().listen(port + offset, '127.0.0.1');
    await new Promise((resolve) => taker.once('listening', resolve));
    const { code, stdout, stderr } = await runServer({
      TAPEDECK_DATA: dataFolder,
      TAPEDECK_PORT: String(port),
    });
    taker.close();
    expect(code).toBe(1);
    // Nothing is made before the ports are known to be free: a user whose password was printed would be in the way of the next start.
    expect(stdout).toBe('');
    expect(await readdir(dataFolder)).toEqual([]);
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringMatching(new RegExp(`Port ${port + offset} is in use.*TAPEDECK_PORT`)),
    ]);
  });

  it('ends with one line when another server uses the data folder', async () => {
    await start();
    const { code, stderr } = await runServer({
      TAPEDECK_DATA: dataFolder,
      TAPEDECK_PORT: String(await fourFreePorts()),
    });
    expect(code).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});
