import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { freePort } from './ports.ts';

/**
 * A real Postgres for tests: a private cluster in a temporary folder, or the server of TAPEDECK_TEST_DATABASE_URL. The
 * cluster runs with fsync off for speed, so it proves what the SQL does, not what survives a power loss.
 */
export interface TestPostgres {
  /** The connection string of the server's own database, from which others are made. */
  readonly serverUrl: string;
  /** Makes an empty database and returns its connection string. */
  createDatabase(): Promise<string>;
  /** Stops the private cluster with its databases, or drops what was made on a server that stays. */
  stop(): Promise<void>;
}

const HOW_TO_GET_POSTGRES =
  'These tests need PostgreSQL 15 or later: install it (Debian and Ubuntu: apt-get install postgresql; macOS: brew install postgresql), or set TAPEDECK_TEST_DATABASE_URL to a server where databases may be created.';

export async function startPostgres(): Promise<TestPostgres> {
  const given = process.env['TAPEDECK_TEST_DATABASE_URL'];
  if (given) return databasesOn(given, () => Promise.resolve());
  const folder = await mkdtemp(join(tmpdir(), 'tapedeck-pg-'));
  try {
    const { url, stop } = await startCluster(folder);
    return databasesOn(url, async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    });
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

function databasesOn(serverUrl: string, stopServer: () => Promise<void>): TestPostgres {
  const names: string[] = [];
  const run = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  return {
    serverUrl,
    async createDatabase() {
      const name = `tapedeck_test_${randomBytes(6).toString('hex')}`;
      // A copy of the template's files: the default writes each of their pages to the log as well.
      await run(`CREATE DATABASE ${name} STRATEGY file_copy`);
      names.push(name);
      const url = new URL(serverUrl);
      url.pathname = `/${name}`;
      return url.href;
    },
    async stop() {
      // The databases of a cluster that the run removes go with it: dropping one costs as much as several connections.
      const dropped = process.env['TAPEDECK_TEST_DATABASES'] === 'temporary' ? [] : names.splice(0);
      for (const name of dropped) await run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await stopServer();
    },
  };
}

/** The folder of initdb and postgres: the newest installed version, or the search path. */
function binaryFolder(): string {
  const versions = existsSync('/usr/lib/postgresql')
    ? readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a))
    : [];
  const folders = [
    ...versions.map((version) => join('/usr/lib/postgresql', version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  const found = folders.find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  );
  if (!found) throw new Error(HOW_TO_GET_POSTGRES);
  return found;
}

/** Postgres refuses to run as root: then it runs as the user its package made, or as nobody. */
function owner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const id = (flag: string): number =>
      Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout.trim() || Number.NaN);
    const [uid, gid] = [id('-u'), id('-g')];
    if (Number.isInteger(uid) && Number.isInteger(gid)) return { uid, gid };
  }
  throw new Error(
    'PostgreSQL does not run as root and there is no user postgres or nobody to run it as: run the tests as another user.',
  );
}

async function startCluster(folder: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const binaries = binaryFolder();
  const user = owner();
  if (user) await chown(folder, user.uid, user.gid);
  const options = { ...user, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } };
  const data = join(folder, 'data');
  const made = spawnSync(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'tapedeck', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    { ...options, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || made.error?.message}`);

  const port = await freePort();
  const server = spawn(
    join(binaries, 'postgres'),
    [
      '-D',
      data,
      '-p',
      String(port),
      '-h',
      '127.0.0.1',
      '-k',
      '',
      '-c',
      'fsync=off',
      '-c',
      'full_page_writes=off',
      '-c',
      'shared_buffers=16MB',
      '-c',
      'max_connections=100',
    ],
    { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let errorText = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorText = (errorText + text).slice(-4_000);
  });
  // A test run that is cut short must not leave a server behind.
  const kill = (): void => {
    server.kill('SIGQUIT');
  };
  process.once('exit', kill);
  const url = `postgres://tapedeck@127.0.0.1:${port}/postgres`;
  try {
    await answering(url, server, () => errorText);
  } catch (error) {
    kill();
    throw error;
  }
  return {
    url,
    async stop() {
      process.off('exit', kill);
      if (server.exitCode !== null) return;
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGINT');
      await ended;
    },
  };
}

async function answering(url: string, server: ChildProcess, errorText: () => string): Promise<void> {
  const deadlineMs = Date.now() + 30_000;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (server.exitCode !== null || Date.now() > deadlineMs)
        throw new Error(`Postgres did not start: ${errorText()}`, { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
