import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../tests/support/postgres.ts';
import { openRepositories, type StorageOptions } from './open-repositories.ts';
import { openStorage } from './open-storage.ts';
import type { AccountRecord, JournalRecord, Storage, UserRecord } from './repositories.ts';

const user: UserRecord = {
  userId: 'u-1',
  userName: 'Trader',
  passwordHash: '$argon2id$x',
  permissionMask: 16_383,
  isDemo: false,
  isDisabled: false,
  expiresAtMs: null,
  isOneMachine: false,
  profile: {
    firstName: 'Ann',
    lastName: "O'Hara",
    phone: '1',
    mobilePhone: '2',
    email: 'a@b.c',
    address: 'x',
    addressLine2: 'y',
    city: 'Zürich',
    state: '',
    zip: '',
    country: 'CH',
  },
};
const account: AccountRecord = {
  account: 'DEMO-1',
  userId: 'u-1',
  isLive: false,
  isLocked: false,
  openingCashE4: 9_007_199_254_740_991,
  cashVersion: 1,
  isDefault: true,
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

  it('keeps a user exactly, and finds it by name whatever the case', async () => {
    const { users } = storage.repositories;
    await users.create(user);
    expect(await users.byId('u-1')).toEqual(user);
    expect(await users.byName('tRADER')).toEqual(user);
    expect(await users.byName('other')).toBeUndefined();
    await reopen();
    expect(await storage.repositories.users.all()).toEqual([user]);
  });

  it('refuses a second user of the same name in another case, with a sentence', async () => {
    const { users } = storage.repositories;
    await users.create(user);
    await expect(users.create({ ...user, userId: 'u-2', userName: 'TRADER' })).rejects.toThrow(
      'The user name TRADER is already taken',
    );
    await users.create({ ...user, userId: 'u-2', userName: 'second' });
    await expect(users.update('u-2', { userName: 'trader' })).rejects.toThrow('already taken');
  });

  it('changes only the named fields of a user, null included', async () => {
    const { users } = storage.repositories;
    await users.create(user);
    await users.update('u-1', { expiresAtMs: 1_900_000_000_000, isDisabled: true });
    expect(await users.byId('u-1')).toEqual({ ...user, expiresAtMs: 1_900_000_000_000, isDisabled: true });
    await users.update('u-1', { expiresAtMs: null, isDisabled: false, permissionMask: 0 });
    expect(await users.byId('u-1')).toEqual({ ...user, permissionMask: 0 });
    await expect(users.update('nobody', { permissionMask: 1 })).rejects.toThrow('no user');
  });

  it('keeps accounts with money to the last 1/10,000 dollar', async () => {
    const { users, accounts } = storage.repositories;
    await users.create(user);
    await accounts.create(account);
    await accounts.create({
      ...account,
      account: 'LIVE-1',
      isLive: true,
      isDefault: false,
      openingCashE4: -1,
    });
    expect(await accounts.ofUser('u-1')).toEqual([
      account,
      { ...account, account: 'LIVE-1', isLive: true, isDefault: false, openingCashE4: -1 },
    ]);
    await accounts.update('DEMO-1', { openingCashE4: 5, cashVersion: 2, isLocked: true });
    expect(await accounts.byId('DEMO-1')).toEqual({
      ...account,
      openingCashE4: 5,
      cashVersion: 2,
      isLocked: true,
    });
    await expect(accounts.create(account)).rejects.toThrow('The account DEMO-1 already exists');
    await expect(accounts.create({ ...account, account: 'X', userId: 'nobody' })).rejects.toThrow();
    await expect(accounts.update('NONE', { isLocked: true })).rejects.toThrow('no account NONE');
  });

  it('revokes a session once, one by one or all of a user, and removes the expired', async () => {
    const { users, sessions } = storage.repositories;
    await users.create(user);
    const session = {
      sessionId: 's-1',
      userId: 'u-1',
      isDemo: false,
      createdAtMs: 1_000,
      expiresAtMs: 5_000,
      revokedAtMs: null,
    };
    await sessions.create(session);
    await sessions.create({ ...session, sessionId: 's-2', expiresAtMs: 9_000 });
    await sessions.extend('s-1', 6_000);
    expect(await sessions.byId('s-1')).toEqual({ ...session, expiresAtMs: 6_000 });
    await sessions.revoke('s-1', 2_000);
    await sessions.revoke('s-1', 3_000);
    await sessions.extend('s-1', 99_000);
    expect(await sessions.byId('s-1')).toEqual({ ...session, expiresAtMs: 6_000, revokedAtMs: 2_000 });
    expect(await sessions.revokeOfUser('u-1', 4_000)).toBe(1);
    expect((await sessions.byId('s-2'))?.revokedAtMs).toBe(4_000);
    expect(await sessions.removeExpired(6_001)).toBe(1);
    expect(await sessions.byId('s-1')).toBeUndefined();
  });

  it('counts the revision of stored settings up by one', async () => {
    const { users, settings } = storage.repositories;
    await users.create(user);
    expect(await settings.load('u-1')).toBeUndefined();
    expect(await settings.store('u-1', { workspace: '[]', settings: '{}', page: 'a' })).toBe(1);
    const big = JSON.stringify('ü'.repeat(900_000));
    expect(await settings.store('u-1', { workspace: big, settings: '{"a":1}', page: 'b' })).toBe(2);
    expect(await settings.load('u-1')).toEqual({
      userId: 'u-1',
      workspace: big,
      settings: '{"a":1}',
      page: 'b',
      revision: 2,
    });
  });

  it('replaces a password only while the old hash stands, so that of two changes one wins', async () => {
    const { users } = storage.repositories;
    await users.create(user);
    const outcomes = await Promise.all(
      ['$b', '$c'].map((hash) => users.replacePassword('u-1', user.passwordHash, hash)),
    );
    expect(outcomes.toSorted()).toEqual([false, true]);
    expect((await users.byId('u-1'))?.passwordHash).toBe(outcomes[0] ? '$b' : '$c');
    expect(await users.replacePassword('nobody', user.passwordHash, '$d')).toBe(false);
  });

  it('returns the open sessions of a user', async () => {
    const { users, sessions } = storage.repositories;
    await users.create(user);
    await users.create({ ...user, userId: 'u-2', userName: 'second' });
    const session = {
      sessionId: 's-1',
      userId: 'u-1',
      isDemo: false,
      createdAtMs: 1,
      expiresAtMs: 5_000,
      revokedAtMs: null,
    };
    for (const change of [
      {},
      { sessionId: 's-2', expiresAtMs: 1_000 },
      { sessionId: 's-3' },
      { sessionId: 's-4', userId: 'u-2' },
    ])
      await sessions.create({ ...session, ...change });
    await sessions.revoke('s-3', 500);
    expect(await sessions.standingOf('u-1', 1_000)).toEqual([session]);
  });

  it('keeps when, where and through what a session was last seen, and moves only its time on, never back', async () => {
    const { users, sessions } = storage.repositories;
    await users.create(user);
    const seen = { atMs: 1_000, address: '192.0.2.7', userAgent: 'Mozilla/5.0' };
    const session = {
      sessionId: 's-1',
      userId: 'u-1',
      isDemo: false,
      createdAtMs: 1_000,
      expiresAtMs: 5_000,
      revokedAtMs: null,
      seen,
    };
    await sessions.create(session);
    const { seen: _none, ...older } = session;
    await sessions.create({ ...older, sessionId: 's-2' });
    await sessions.touch(
      new Map([
        ['s-1', 2_000],
        ['s-2', 2_000],
        ['gone', 2_000],
      ]),
    );
    await sessions.touch(new Map([['s-1', 1_500]]));
    expect((await sessions.byId('s-1'))?.seen).toEqual({ ...seen, atMs: 2_000 });
    expect((await sessions.byId('s-2'))?.seen).toBeUndefined();
    await sessions.extend('s-1', 9_000);
    expect(await sessions.byId('s-1')).toEqual({
      ...session,
      expiresAtMs: 9_000,
      seen: { ...seen, atMs: 2_000 },
    });
    const elsewhere = { atMs: 3_000, address: '2001:db8::1', userAgent: '' };
    await sessions.extend('s-1', 9_500, elsewhere);
    await reopen();
    expect((await storage.repositories.sessions.byId('s-1'))?.seen).toEqual(elsewhere);
  });

  it('removes with a user its accounts, sessions, settings and saves', async () => {
    const { users, accounts, sessions, settings, savedItems, tradingApis } = storage.repositories;
    await users.create(user);
    await accounts.create(account);
    await sessions.create({
      sessionId: 's-1',
      userId: 'u-1',
      isDemo: true,
      createdAtMs: 1,
      expiresAtMs: 2,
      revokedAtMs: null,
    });
    await settings.store('u-1', { workspace: '[]', settings: '{}', page: '' });
    await savedItems.save('u-1', { toolType: 'Chart', name: 'x', data: '{}' }, 5);
    await tradingApis.choose('u-1', 'Own');
    await users.remove('u-1');
    expect([
      await users.all(),
      await accounts.all(),
      await sessions.byId('s-1'),
      await settings.load('u-1'),
      await savedItems.ofUser('u-1'),
      await tradingApis.byUser('u-1'),
    ]).toEqual([[], [], undefined, undefined, [], undefined]);
  });

  it('keeps system values, the last one set', async () => {
    const { system } = storage.repositories;
    expect(await system.get('seed')).toBeUndefined();
    await system.set('seed', '1');
    await system.set('seed', '2');
    await reopen();
    expect(await storage.repositories.system.get('seed')).toBe('2');
  });

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
