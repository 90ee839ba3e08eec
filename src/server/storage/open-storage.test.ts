import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../tests/support/postgres.ts';
import { EMPTY_PROFILE } from '../identity/demo-user.ts';
import { openRepositories, type StorageOptions } from './open-repositories.ts';
import { openStorage } from './open-storage.ts';
import type { JournalRecord, Storage, UserRecord } from './repositories.ts';

const user: UserRecord = {
  userId: 'u-1',
  userName: 'Trader',
  passwordHash: '$argon2id$x',
  permissionMask: 16_383,
  isDemo: false,
  isDisabled: false,
  expiresAtMs: null,
  isOneMachine: false,
  profile: EMPTY_PROFILE,
};
const records = (from: number, count: number): JournalRecord[] =>
  Array.from({ length: count }, (_, i) => ({
    seq: from + i,
    payload: JSON.stringify({ n: from + i, text: 'é\u0000\ud83d\ude00' }),
  }));
const readAll = async (storage: Storage, from = 1): Promise<JournalRecord[]> => {
  const all: JournalRecord[] = [];
  for await (const batch of storage.journal.read(from)) all.push(...batch);
  return all;
};

interface Backend {
  readonly options: StorageOptions;
  /** Makes the journal refuse one record, the way a full disk would. SQLite only while the journal is closed. */
  refuse(seq: number): Promise<void>;
  /** Tries to change a stored record behind the journal's back. */
  tamper(statement: string): Promise<void>;
}

let postgres: TestPostgres;
let folder: string;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-storage-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function sqliteBackend(): Promise<Backend> {
  const run = (statement: string): Promise<void> => {
    const database = new DatabaseSync(join(folder, 'journal.db'));
    try {
      database.exec(statement);
    } finally {
      database.close();
    }
    return Promise.resolve();
  };
  return Promise.resolve({
    options: { dataFolder: folder },
    refuse: (seq) =>
      run(
        `CREATE TRIGGER full BEFORE INSERT ON journal WHEN NEW.seq = ${seq} BEGIN SELECT RAISE(ABORT, 'disk full'); END`,
      ),
    tamper: async (statement) => run(statement),
  });
}

async function postgresBackend(): Promise<Backend> {
  const databaseUrl = await postgres.createDatabase();
  const run = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  return {
    options: { dataFolder: folder, databaseUrl },
    refuse: (seq) => run(`ALTER TABLE journal ADD CONSTRAINT full_disk CHECK (seq <> ${seq})`),
    tamper: run,
  };
}

describe.each([
  ['SQLite', sqliteBackend],
  ['Postgres', postgresBackend],
] as const)('storage on %s', (_name, makeBackend) => {
  let backend: Backend;
  let storage: Storage;
  beforeEach(async () => {
    backend = await makeBackend();
    storage = await openStorage(backend.options);
  });
  afterEach(() => storage.close());
  const reopen = async (): Promise<void> => {
    await storage.close();
    storage = await openStorage(backend.options);
  };

  it('gives back what the journal took, in order, after a reopen', async () => {
    await storage.journal.append(records(1, 3));
    await storage.journal.append(records(4, 9_000));
    expect(await storage.journal.lastSeq()).toBe(9_003);
    await reopen();
    expect(await storage.journal.lastSeq()).toBe(9_003);
    expect(await readAll(storage)).toEqual(records(1, 9_003));
    expect(await readAll(storage, 9_001)).toEqual(records(9_001, 3));
    await storage.journal.append(records(9_004, 1));
    expect(await storage.journal.lastSeq()).toBe(9_004);
  });

  it('commits many callers in the order they called', async () => {
    const finished: number[] = [];
    const calls = Array.from({ length: 3_000 }, (_, i) =>
      storage.journal.append(records(i + 1, 1)).then(() => finished.push(i + 1)),
    );
    await Promise.all(calls);
    expect(finished).toEqual(Array.from({ length: 3_000 }, (_, i) => i + 1));
    expect((await readAll(storage)).map((record) => record.seq)).toEqual(finished);
  });

  it('refuses records that do not continue the sequence, and continues', async () => {
    await expect(storage.journal.append(records(2, 1))).rejects.toThrow('journal record 1 expected, got 2');
    await storage.journal.append(records(1, 1));
    await expect(storage.journal.append(records(1, 1))).rejects.toThrow('journal record 2 expected, got 1');
    await storage.journal.append(records(2, 1));
    expect((await readAll(storage)).length).toBe(2);
  });

  it('refuses every record from the first that the disk refuses until it has recovered, and loses nothing it had acknowledged', async () => {
    await storage.journal.append(records(1, 2));
    await storage.close();
    await backend.refuse(5);
    const lines: string[] = [];
    storage = await openStorage({ ...backend.options, log: (line) => lines.push(line) });
    await storage.journal.append(records(3, 1));
    const outcomes = await Promise.allSettled([
      storage.journal.append(records(4, 2)),
      storage.journal.append(records(6, 1)),
    ]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected']);
    await expect(storage.journal.append(records(7, 1))).rejects.toThrow(
      'takes no records until a test write succeeds',
    );
    expect(await storage.isHealthy()).toBe(false);
    expect(lines.some((line) => line.includes('order journal failed'))).toBe(true);
    expect((await readAll(storage)).map((record) => record.seq)).toEqual([1, 2, 3]);
    await storage.journal.recover();
    expect(await storage.isHealthy()).toBe(true);
    expect(await storage.journal.lastSeq()).toBe(3);
    await storage.journal.append(records(4, 1));
    await reopen();
    expect((await readAll(storage)).map((record) => record.seq)).toEqual([1, 2, 3, 4]);
  });

  it('refuses to change or delete a journal record', async () => {
    await storage.journal.append(records(1, 1));
    await storage.close();
    await expect(backend.tamper(`UPDATE journal SET payload = 'x'`)).rejects.toThrow('append-only');
    await expect(backend.tamper('DELETE FROM journal')).rejects.toThrow('append-only');
    storage = await openStorage(backend.options);
    expect(await readAll(storage)).toEqual(records(1, 1));
  });

  it('lets one server in at a time, and the next one as soon as it is gone', async () => {
    await expect(openStorage(backend.options)).rejects.toThrow(
      /^Another server already runs on this (data folder|database).*Stop it, or set/,
    );
    await reopen();
    expect(await storage.isHealthy()).toBe(true);
  });

  it('lets the admin command change users while the server runs', async () => {
    const admin = await openRepositories(backend.options);
    await admin.repositories.users.create(user);
    await admin.close();
    expect(await storage.repositories.users.byId('u-1')).toEqual(user);
  });

  it('survives many first openings at once', async () => {
    const fresh = await (_name === 'SQLite'
      ? Promise.resolve({ dataFolder: join(folder, 'fresh') })
      : postgres.createDatabase().then((databaseUrl) => ({ dataFolder: folder, databaseUrl })));
    const opened = await Promise.all(Array.from({ length: 4 }, () => openRepositories(fresh)));
    await opened[0]?.repositories.users.create(user);
    expect(await opened[3]?.repositories.users.byId('u-1')).toEqual(user);
    await Promise.all(opened.map((database) => database.close()));
  });

  it('is no longer locked, and keeps every acknowledged record, after the server was killed', async () => {
    await storage.close();
    const program = `
      const { openStorage } = await import(${JSON.stringify(new URL('./open-storage.ts', import.meta.url).href)});
      const storage = await openStorage(${JSON.stringify(backend.options)});
      for (let seq = 1; ; seq += 1) { await storage.journal.append([{ seq, payload: '{}' }]); process.stdout.write(seq + '\\n'); }`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let acknowledged = 0;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      acknowledged = Math.max(acknowledged, ...text.trim().split('\n').slice(0, -1).map(Number));
    });
    await expect.poll(() => acknowledged).toBeGreaterThan(50);
    await expect(openStorage(backend.options)).rejects.toThrow('Another server already runs');
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
    // A database server needs a moment to see that its client is gone.
    await expect
      .poll(async () => {
        storage = await openStorage(backend.options);
        return storage.isHealthy();
      })
      .toBe(true);
    expect(await storage.journal.lastSeq()).toBeGreaterThanOrEqual(acknowledged);
  });
});

describe('storage on Postgres', () => {
  it('logs that the database would not survive a power loss', async () => {
    const databaseUrl = await postgres.createDatabase();
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const { rows } = await client.query<{ fsync: string }>('SHOW fsync');
    await client.end();
    const lines: string[] = [];
    await (await openStorage({ dataFolder: folder, databaseUrl, log: (line) => lines.push(line) })).close();
    expect(lines.some((line) => line.includes('fsync = off'))).toBe(rows[0]?.fsync === 'off');
  });
});
