import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../tests/support/postgres.ts';
import { openRepositories, type OpenRepositories, type StorageOptions } from './open-repositories.ts';
import { openSnapshot } from './open-snapshot.ts';
import type { AccountRecord, UserRecord } from './repositories.ts';

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

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

describe.each(['SQLite', 'Postgres'])('repositories on %s', (name) => {
  let options: StorageOptions;
  let storage: OpenRepositories;
  beforeEach(async () => {
    options = {
      dataFolder: await mkdtemp(join(tmpdir(), 'tapedeck-repositories-')),
      ...(name === 'Postgres' ? { databaseUrl: await postgres.createDatabase() } : {}),
    };
    storage = await openRepositories(options);
  });
  afterEach(async () => {
    await storage.close();
    await rm(options.dataFolder, { recursive: true, force: true });
  });
  const reopen = async (): Promise<void> => {
    await storage.close();
    storage = await openRepositories(options);
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
    await savedItems.save('u-1', { toolType: 'Chart', name: 'x', data: '{}' }, 5, { atMs: 1, userAgent: '' });
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
});

describe('a database file that is damaged', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tapedeck-damaged-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const opened = (): Promise<OpenRepositories> => openRepositories({ dataFolder: folder });
  const message = (finding: string): string =>
    `The database (${join(folder, 'tapedeck.db')}) is damaged: ${finding}. Nothing was changed. Copy the data folder, check the disk, and restore the last backup; docs/admin.md, "A damaged database", says how.`;

  it('is refused with what to do, when it is no database', async () => {
    const path = join(folder, 'tapedeck.db');
    await writeFile(path, 'not a database '.repeat(400));
    await expect(opened()).rejects.toThrow(message('file is not a database'));
    const snapshot = openSnapshot({ dataFolder: folder }, { folder: join(folder, 'copies') });
    await expect(snapshot).rejects.toThrow(message('file is not a database'));
    expect(await readFile(path, 'utf8')).toBe('not a database '.repeat(400));
  });

  it('is refused with what to do, when its pages are damaged', async () => {
    await (await opened()).close();
    const path = join(folder, 'tapedeck.db');
    const bytes = await readFile(path);
    // The first page holds the schema; its header stays.
    bytes.fill(0xff, 100);
    await writeFile(path, bytes);
    await expect(opened()).rejects.toThrow(message('database disk image is malformed'));
  });
});
