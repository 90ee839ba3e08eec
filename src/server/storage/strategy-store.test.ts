import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../tests/support/postgres.ts';
import { EMPTY_PROFILE } from '../identity/demo-user.ts';
import { openRepositories, type OpenRepositories, type StorageOptions } from './open-repositories.ts';
import type { UserRecord } from './repositories.ts';
import type { StoredInstance, StrategySource, StrategyStore } from './strategy-store.ts';

const user = (userId: string): UserRecord => ({
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
const source = (name: string, code = 'code'): StrategySource => ({
  name,
  code,
  parameters: 'fast = 1',
  description: 'd',
});
const instance = (change: Partial<StoredInstance> = {}): StoredInstance => ({
  userId: 'u-1',
  name: 'Cross',
  instanceId: 'a',
  strategyId: 0,
  account: 'ACC',
  status: 'Running',
  code: 'code',
  body: '{}',
  version: null,
  ...change,
});
const most = { ofStrategy: 3, ofUser: 5 };

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

describe.each(['SQLite', 'Postgres'])('strategies on %s', (database) => {
  let folder: string;
  let options: StorageOptions;
  let storage: OpenRepositories;
  let store: StrategyStore;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tapedeck-strategies-'));
    options = {
      dataFolder: folder,
      ...(database === 'Postgres' ? { databaseUrl: await postgres.createDatabase() } : {}),
    };
    storage = await openRepositories(options);
    store = storage.repositories.strategies;
    await storage.repositories.users.create(user('u-1'));
    await storage.repositories.users.create(user('u-2'));
  });
  afterEach(async () => {
    await storage.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('keeps a strategy with its code over a restart, by the exact name, and counts its saves', async () => {
    expect(await store.create('u-1', source('Cross'), 5, 9)).toBe('saved');
    expect(await store.create('u-1', source('Cross'), 6, 9)).toBe('name-taken');
    expect(await store.create('u-1', source('cross'), 6, 9)).toBe('saved');
    expect(await store.update('u-1', 'Cross', source('Cross', 'new code'), 7)).toBe('saved');
    await storage.close();
    storage = await openRepositories(options);
    expect(await storage.repositories.strategies.load('u-1', 'Cross')).toEqual({
      name: 'Cross',
      description: 'd',
      code: 'new code',
      parameters: 'fast = 1',
      revision: 2,
      updatedAtMs: 7,
    });
    expect(
      (await storage.repositories.strategies.list('u-1')).map(({ name, revision }) => [name, revision]),
    ).toEqual([
      ['Cross', 2],
      ['cross', 1],
    ]);
  });

  it('answers a name that the database keeps in another form as taken', async () => {
    // An unpaired surrogate becomes U+FFFD in both databases.
    expect(await store.create('u-1', source('a\ud800b'), 5, 9)).toBe('saved');
    expect(await store.create('u-1', source('a\ud800b'), 6, 9)).toBe('name-taken');
    expect(await store.create('u-1', source('a\ufffdb'), 6, 9)).toBe('name-taken');
  });

  it('takes no more strategies of a user than there may be', async () => {
    expect([
      await store.create('u-1', source('a'), 1, 2),
      await store.create('u-1', source('b'), 1, 2),
      await store.create('u-1', source('c'), 1, 2),
      await store.create('u-2', source('c'), 1, 2),
    ]).toEqual(['saved', 'saved', 'full', 'saved']);
  });

  it('renames a strategy only to a free name, and only while it has no instances', async () => {
    await store.create('u-1', source('Cross'), 1, 9);
    await store.create('u-1', source('Other'), 1, 9);
    expect(await store.update('u-1', 'Cross', source('Other'), 2)).toBe('name-taken');
    expect(await store.update('u-1', 'Nothing', source('Nothing'), 2)).toBe('not-found');
    expect(await store.update('u-1', 'Cross', source('Renamed'), 2)).toBe('saved');
    expect(await store.addInstance(instance({ name: 'Renamed' }), most)).toBe('added');
    expect(await store.update('u-1', 'Renamed', source('Again'), 3)).toBe('has-instances');
    expect(await store.update('u-1', 'Renamed', source('Renamed', 'x'), 3)).toBe('saved');
  });

  it('bounds the instances of a strategy and of a user, and knows an id that is taken or a strategy that is gone', async () => {
    await store.create('u-1', source('Cross'), 1, 9);
    for (const instanceId of ['a', 'b', 'c'])
      expect(await store.addInstance(instance({ instanceId }), most)).toBe('added');
    expect(await store.addInstance(instance({ instanceId: 'a' }), most)).toBe('exists');
    expect(await store.addInstance(instance({ instanceId: 'd' }), most)).toBe('full');
    expect(await store.addInstance(instance({ name: 'Gone' }), most)).toBe('gone');
    // A public strategy is no row of the user's.
    expect(await store.addInstance(instance({ name: 'Public', strategyId: 1, instanceId: 'a' }), most)).toBe(
      'added',
    );
    expect(await store.addInstance(instance({ name: 'Public', strategyId: 1, instanceId: 'b' }), most)).toBe(
      'added',
    );
    expect(await store.addInstance(instance({ name: 'Public', strategyId: 1, instanceId: 'c' }), most)).toBe(
      'full',
    );
    expect((await store.instances('u-1')).map(({ name, instanceId }) => name + instanceId)).toEqual([
      'Crossa',
      'Crossb',
      'Crossc',
      'Publica',
      'Publicb',
    ]);
    expect(await store.instances('u-1', { account: 'ELSE' })).toEqual([]);
    expect(await store.instances('u-1', { name: 'Public', account: 'ACC' })).toHaveLength(2);
  });

  it('keeps orders in their sequence, replaces those that change, and reads them a page at a time', async () => {
    await store.create('u-1', source('Cross'), 1, 9);
    await store.addInstance(instance(), most);
    const key = { userId: 'u-1', name: 'Cross', instanceId: 'a' };
    await store.putOrders(
      key,
      Array.from({ length: 1203 }, (_, at) => ({ serial: at + 1, body: `{"n":${at + 1}}` })),
    );
    await store.putOrders(key, [{ serial: 2, body: '{"n":"changed"}' }]);
    expect(await store.orders(key, 0, 3)).toEqual([
      { serial: 1, body: '{"n":1}' },
      { serial: 2, body: '{"n":"changed"}' },
      { serial: 3, body: '{"n":3}' },
    ]);
    expect((await store.orders(key, 1200, 99)).map(({ serial }) => serial)).toEqual([1201, 1202, 1203]);
    await store.clearOrders(key);
    expect(await store.orders(key, 0, 9)).toEqual([]);
    // An instance that was removed meanwhile gets no orders any more.
    await store.putOrders({ ...key, instanceId: 'gone' }, [{ serial: 1, body: '{}' }]);
  });

  it('finds what a former process left running, for all users, and keeps what becomes of it', async () => {
    await store.create('u-1', source('Cross'), 1, 9);
    await store.addInstance(instance({ instanceId: 'a', status: 'Running' }), most);
    await store.addInstance(instance({ instanceId: 'b', status: 'Completed' }), most);
    await store.addInstance(
      instance({ userId: 'u-2', name: 'Public', strategyId: 1, status: 'Backtesting' }),
      most,
    );
    expect(
      (await store.withStatus(['Running', 'Backtesting'])).map(
        ({ userId, instanceId }) => userId + instanceId,
      ),
    ).toEqual(['u-1a', 'u-2a']);
    await store.setInstance(
      { userId: 'u-1', name: 'Cross', instanceId: 'a' },
      { status: 'Stopped', body: '{"x":1}' },
    );
    expect(await store.instance({ userId: 'u-1', name: 'Cross', instanceId: 'a' })).toEqual(
      instance({ status: 'Stopped', body: '{"x":1}' }),
    );
  });

  it('takes instances and orders away with their strategy, and everything with its user', async () => {
    await store.create('u-1', source('Cross'), 1, 9);
    await store.addInstance(instance(), most);
    const key = { userId: 'u-1', name: 'Cross', instanceId: 'a' };
    await store.putOrders(key, [{ serial: 1, body: '{}' }]);
    expect([await store.remove('u-1', 'Cross'), await store.remove('u-1', 'Cross')]).toEqual([true, false]);
    await store.create('u-1', source('Cross'), 1, 9);
    expect(await store.instances('u-1')).toEqual([]);
    await store.addInstance(instance(), most);
    expect(await store.orders(key, 0, 9)).toEqual([]);
    await store.putOrders(key, [{ serial: 1, body: '{}' }]);
    expect([await store.removeInstance(key), await store.removeInstance(key)]).toEqual([true, false]);
    await store.addInstance(instance(), most);
    await storage.repositories.users.remove('u-1');
    expect([await store.list('u-1'), await store.instances('u-1')]).toEqual([[], []]);
  });

  it('shows and changes nothing of another user', async () => {
    await store.create('u-1', source('Cross'), 1, 9);
    await store.addInstance(instance(), most);
    const key = { userId: 'u-1', name: 'Cross', instanceId: 'a' };
    await store.putOrders(key, [{ serial: 1, body: '{}' }]);
    const foreign = { ...key, userId: 'u-2' };
    expect([
      await store.load('u-2', 'Cross'),
      await store.list('u-2'),
      await store.instance(foreign),
      await store.orders(foreign, 0, 9),
    ]).toEqual([undefined, [], undefined, []]);
    expect([
      await store.update('u-2', 'Cross', source('Mine'), 2),
      await store.remove('u-2', 'Cross'),
      await store.removeInstance(foreign),
    ]).toEqual(['not-found', false, false]);
    await store.setInstance(foreign, { status: 'Stopped', body: 'theirs' });
    await store.putOrders(foreign, [{ serial: 1, body: 'theirs' }]);
    expect([(await store.instance(key))?.body, await store.orders(key, 0, 9)]).toEqual([
      '{}',
      [{ serial: 1, body: '{}' }],
    ]);
  });

  it('keep the equity curve, the log and the notice of an instance, and remove them with it', async () => {
    await store.create('u-1', source('Cross'), 1, 9);
    const key = { userId: 'u-1', name: 'Cross', instanceId: 'a' };
    const stop = { ...key, account: 'ACC', message: 'restarted', stoppedAtMs: 5 };
    await store.putReport(key, { equity: null, log: '[]' });
    await store.putStop(stop);
    expect([await store.report(key), await store.stops('u-1', 'ACC')]).toEqual([undefined, []]);

    await store.addInstance(instance(), most);
    await store.putReport(key, { equity: null, log: '[]' });
    await store.putReport(key, { equity: '{}', log: '[1]' });
    await store.putStop({ ...stop, message: 'before' });
    await store.putStop(stop);
    expect(await store.report(key)).toEqual({ equity: '{}', log: '[1]' });
    expect(await store.stops('u-1', 'ACC')).toEqual([stop]);
    expect([await store.stops('u-1', 'OTHER'), await store.stops('u-2', 'ACC')]).toEqual([[], []]);

    await store.removeStop(key);
    expect(await store.stops('u-1', 'ACC')).toEqual([]);
    await store.putStop(stop);
    await store.removeInstance(key);
    expect([await store.report(key), await store.stops('u-1', 'ACC')]).toEqual([undefined, []]);
  });

  it('keeps the newest sessions of an instance with the orders that differ, and removes them with it', async () => {
    await store.create('u-1', source('Cross'), 1, 9);
    const key = { userId: 'u-1', name: 'Cross', instanceId: 'a' };
    const session = (fromMs: number, state = 'Open') => ({ ...key, fromMs, state, code: 'code', body: '{}' });
    await store.putSession(session(1), '[]', 9);
    expect(await store.sessions(key)).toEqual([]);

    await store.addInstance(instance(), most);
    for (const fromMs of [1, 3, 1_900_000_000_000, 2]) await store.putSession(session(fromMs), undefined, 3);
    expect((await store.sessions(key)).map(({ fromMs }) => fromMs)).toEqual([2, 3, 1_900_000_000_000]);
    expect(await store.sessionOrders(key, 2)).toBeUndefined();
    await store.putSession(session(2, 'Compared'), '[1]', 3);
    await store.putSession({ ...session(2, 'Waiting'), body: '{"n":1}' }, undefined, 3);
    expect(await store.sessionOrders(key, 2)).toBe('[1]');
    expect(await store.sessionsIn(['Waiting', 'Running'])).toEqual([
      { ...session(2, 'Waiting'), body: '{"n":1}' },
    ]);
    expect(await store.sessions({ ...key, userId: 'u-2' })).toEqual([]);

    await store.removeSession(key, 3);
    expect(await store.sessions(key)).toHaveLength(2);
    await store.removeInstance(key);
    expect(await store.sessions(key)).toEqual([]);
  });
});
