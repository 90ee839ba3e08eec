import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, type Insertable } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../tests/support/postgres.ts';
import { EMPTY_PROFILE } from '../identity/demo-user.ts';
import { openRepositories, type OpenRepositories } from './open-repositories.ts';
import { migrations, type Database } from './schema.ts';
import { sqliteFileDialect } from './sqlite-dialect.ts';
import type { StrategyStore } from './strategy-store.ts';
import { MAX_STRATEGY_VERSIONS } from './strategy-version-store.ts';

const user = (userId: string) => ({
  userId,
  userName: userId,
  passwordHash: '$x',
  permissionMask: 1,
  isDemo: false,
  isDisabled: false,
  expiresAtMs: null,
  isOneMachine: false,
  profile: EMPTY_PROFILE,
});
const most = { ofStrategy: 300, ofUser: 300 };

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

describe.each(['SQLite', 'Postgres'])('versions of strategies on %s', (database) => {
  let folder: string;
  let storage: OpenRepositories;
  let store: StrategyStore;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tapedeck-versions-'));
    const url = database === 'Postgres' ? { databaseUrl: await postgres.createDatabase() } : {};
    storage = await openRepositories({ dataFolder: folder, ...url });
    store = storage.repositories.strategies;
    await storage.repositories.users.create(user('u-1'));
    await storage.repositories.users.create(user('u-2'));
  });
  afterEach(async () => {
    await storage.close();
    await rm(folder, { recursive: true, force: true });
  });

  const create = (code: string, parameters = 'fast = 1', savedMs = 1) =>
    store.create('u-1', { name: 'Cross', code, parameters, description: '' }, savedMs, 9, 'Firefox');
  const update = (code: string, { parameters = 'fast = 1', name = 'Cross', savedMs = 2 } = {}) =>
    store.update('u-1', 'Cross', { name, code, parameters, description: '' }, savedMs);
  const numbers = async (name = 'Cross') =>
    (await store.versions('u-1', name, { limit: 999 })).map(({ version }) => version);
  const run = (instanceId: string, version: number | null) =>
    store.addInstance(
      {
        userId: 'u-1',
        name: 'Cross',
        instanceId,
        strategyId: 0,
        account: 'ACC',
        status: 'Stopped',
        code: '',
        body: '{}',
        version,
      },
      most,
    );

  it('keeps what was saved, with the size of each change, the browser and the runs that use it', async () => {
    await create('a\nb', 'fast = 1', 5);
    await update('a\nB\nc', { savedMs: 6 });
    await update('a\nB\nc', { parameters: 'fast = 2', savedMs: 7 });
    await run('r1', 2);
    await run('r2', 2);
    await run('r3', null);
    const common = { linesAdded: 1, linesRemoved: 1, sameAs: null, runCount: 0, userAgent: '' };
    expect(await store.versions('u-1', 'Cross', { limit: 9 })).toEqual([
      { ...common, version: 3, savedMs: 7, chars: 13 },
      { ...common, version: 2, savedMs: 6, chars: 13, linesAdded: 2, runCount: 2 },
      {
        ...common,
        version: 1,
        savedMs: 5,
        chars: 11,
        userAgent: 'Firefox',
        linesAdded: null,
        linesRemoved: null,
      },
    ]);
    expect(await store.version('u-1', 'Cross', 2)).toEqual({ code: 'a\nB\nc', parameters: 'fast = 1' });
    expect(await store.version('u-1', 'Cross', 4)).toBeUndefined();
  });

  it('makes no version of a save that changes neither code nor parameters', async () => {
    await create('a');
    await update('a');
    // The databases store an unpaired surrogate as U+FFFD.
    await update('a\ud800');
    await update('a\ud800');
    expect(await numbers()).toEqual([2, 1]);
  });

  it('names the newest earlier version that a save restores, and the newest version of a code', async () => {
    await create('a');
    await update('b');
    await update('a');
    await update('a', { parameters: '' });
    await update('a');
    expect((await store.versions('u-1', 'Cross', { limit: 9 })).map(({ sameAs }) => sameAs)).toEqual([
      3,
      null,
      1,
      null,
      null,
    ]);
    expect([
      await store.versionOfCode('u-1', 'Cross', 'a'),
      await store.versionOfCode('u-1', 'Cross', 'b'),
      await store.versionOfCode('u-1', 'Cross', 'never saved'),
    ]).toEqual([5, 2, null]);
  });

  it('lists the versions in pages', async () => {
    await create('a');
    for (const code of ['b', 'c', 'd']) await update(code);
    const page = async (below?: number) =>
      (await store.versions('u-1', 'Cross', { below, limit: 2 })).map(({ version }) => version);
    expect([await page(), await page(3), await page(1)]).toEqual([[4, 3], [2, 1], []]);
  });

  it('removes the oldest versions beyond the limit, but none that a run uses', async () => {
    await create('0');
    for (let version = 2; version <= MAX_STRATEGY_VERSIONS; version += 1) await update(`${version}`);
    await run('r1', 1);
    await run('r3', 3);
    await update('one more');
    await update('and one more');
    const kept = await numbers();
    expect(kept).toHaveLength(MAX_STRATEGY_VERSIONS);
    expect(kept.slice(-3)).toEqual([5, 3, 1]);
    // Once the run is gone, its version goes with the next save.
    await store.removeInstance({ userId: 'u-1', name: 'Cross', instanceId: 'r1' });
    await update('a third one');
    expect((await numbers()).slice(-2)).toEqual([5, 3]);
  });

  it('removes the oldest versions of all strategies of a user who keeps too many characters, but never the newest of one', async () => {
    const large = (mark: string) => `${mark}${'x'.repeat(4_000_000)}`;
    await store.create('u-1', { name: 'Old', code: large('o'), parameters: '', description: '' }, 1, 9);
    await create(large('1'), '', 2);
    for (const [at, mark] of ['2', '3', '4'].entries())
      await update(large(mark), { parameters: '', savedMs: 3 + at });
    expect([await numbers('Old'), await numbers()]).toEqual([[1], [4, 3, 2]]);
  });

  it('takes the versions along when a strategy is renamed, and away with the strategy and with its user', async () => {
    await create('a');
    await update('b');
    await update('b', { name: 'Renamed' });
    expect([await numbers(), await numbers('Renamed')]).toEqual([[], [2, 1]]);
    await store.remove('u-1', 'Renamed');
    expect(await numbers('Renamed')).toEqual([]);
    await create('a');
    await storage.repositories.users.remove('u-1');
    expect(await numbers()).toEqual([]);
  });

  it('shows nothing of another user', async () => {
    await create('a');
    expect([
      await store.versions('u-2', 'Cross', { limit: 9 }),
      await store.version('u-2', 'Cross', 1),
      await store.versionOfCode('u-2', 'Cross', 'a'),
    ]).toEqual([[], undefined, null]);
  });
});

it('makes the present strategies version 1, and leaves earlier runs without a version', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tapedeck-versions-'));
  const db = new Kysely<Database>({ dialect: sqliteFileDialect(join(folder, 'tapedeck.db')) });
  const provider = { getMigrations: () => Promise.resolve({ ...migrations }) };
  const migrator = new Migrator({ db, provider });
  await migrator.migrateTo('0019_trade_snapshots');
  await db
    .insertInto('users')
    .values({
      user_id: 'u-1',
      user_name: 'ann',
      user_name_key: 'ann',
      password_hash: '$x',
      permission_mask: 7,
      is_demo: 0,
      is_disabled: 0,
      expires_at_ms: null,
      is_one_machine: 0,
      profile: '{}',
    })
    .execute();
  const code = '// Buys.\nbuy();';
  await db
    .insertInto('strategies')
    .values({
      user_id: 'u-1',
      name: 'Cross',
      description: 'Buys.',
      code,
      parameters: 'fast = 1',
      revision: 7,
      created_at_ms: 1,
      updated_at_ms: 9,
    })
    .execute();
  // The column of the next version is not there yet.
  const row: Omit<Insertable<Database['strategy_instances']>, 'version'> = {
    user_id: 'u-1',
    strategy_name: 'Cross',
    instance_id: 'r1',
    strategy_id: 0,
    account: 'ACC',
    status: 'Stopped',
    code,
    body: '{}',
    serial: 1,
  };
  await db.insertInto('strategy_instances').values(row).execute();
  expect((await migrator.migrateToLatest()).error).toBeUndefined();
  await db.destroy();

  const { repositories, close } = await openRepositories({ dataFolder: folder });
  const { strategies } = repositories;
  expect(await strategies.versions('u-1', 'Cross', { limit: 9 })).toEqual([
    {
      version: 1,
      savedMs: 9,
      userAgent: '',
      chars: code.length + 8,
      linesAdded: null,
      linesRemoved: null,
      sameAs: null,
      runCount: 0,
    },
  ]);
  expect(await strategies.version('u-1', 'Cross', 1)).toEqual({ code, parameters: 'fast = 1' });
  expect((await strategies.instance({ userId: 'u-1', name: 'Cross', instanceId: 'r1' }))?.version).toBeNull();
  await close();
  await rm(folder, { recursive: true, force: true });
});
