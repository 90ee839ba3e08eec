import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../tests/support/postgres.ts';
import { EMPTY_PROFILE } from '../identity/demo-user.ts';
import { openRepositories, type OpenRepositories, type StorageOptions } from './open-repositories.ts';
import type { UserRecord } from './repositories.ts';

const user: UserRecord = {
  userId: 'u-1',
  userName: 'ann',
  passwordHash: '$x',
  permissionMask: 1,
  isDemo: false,
  isDisabled: false,
  expiresAtMs: null,
  isOneMachine: false,
  profile: EMPTY_PROFILE,
};

const WRITER = { atMs: 1, userAgent: '' };

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

describe.each(['SQLite', 'Postgres'])('what users store, on %s', (name) => {
  let folder: string;
  let options: StorageOptions;
  let storage: OpenRepositories;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tapedeck-stored-'));
    options = {
      dataFolder: folder,
      ...(name === 'Postgres' ? { databaseUrl: await postgres.createDatabase() } : {}),
    };
    storage = await openRepositories(options);
  });
  afterEach(async () => {
    await storage.close();
    await rm(folder, { recursive: true, force: true });
  });
  const reopen = async (): Promise<void> => {
    await storage.close();
    storage = await openRepositories(options);
  };

  it('stores over a revision only while it is the stored one', async () => {
    const { users, settings } = storage.repositories;
    await users.create(user);
    const texts = { workspace: '[1]', settings: '{}', page: '' };
    expect(await settings.storeOver('u-1', 3, texts)).toBeUndefined();
    expect(await settings.load('u-1')).toBeUndefined();
    expect(await settings.storeOver('u-1', 0, texts)).toBe(1);
    expect(await settings.storeOver('u-1', 0, { ...texts, workspace: '[2]' })).toBeUndefined();
    expect(await settings.storeOver('u-1', 1, { ...texts, workspace: '[3]' })).toBe(2);
    expect(await settings.storeOver('u-1', 1, { ...texts, workspace: '[4]' })).toBeUndefined();
    expect(await settings.load('u-1')).toMatchObject({ workspace: '[3]', revision: 2 });
  });

  it.each([0, 5])(
    'lets exactly one of many writers over revision %i win, also from another process',
    async (baseRevision) => {
      const other = await openRepositories(options);
      await storage.repositories.users.create(user);
      for (let revision = 0; revision < baseRevision; revision += 1)
        await storage.repositories.settings.store('u-1', { workspace: '[]', settings: '{}', page: '' });
      const writers = Array.from({ length: 20 }, (_, i) =>
        (i % 2 === 0 ? storage.repositories : other.repositories).settings.storeOver('u-1', baseRevision, {
          workspace: `[${i}]`,
          settings: '{}',
          page: '',
        }),
      );
      const outcomes = await Promise.all(writers);
      const winners = outcomes.flatMap((revision, i) => (revision === undefined ? [] : [i]));
      expect(winners).toHaveLength(1);
      expect(await other.repositories.settings.load('u-1')).toMatchObject({
        workspace: `[${winners[0]}]`,
        revision: baseRevision + 1,
      });
      await other.close();
    },
  );

  it('keeps the choice of a trading service, and what that service needs to know', async () => {
    const { users, tradingApis } = storage.repositories;
    await users.create(user);
    expect(await tradingApis.byUser('u-1')).toBeUndefined();
    await tradingApis.choose('u-1', 'External');
    await tradingApis.setData('u-1', '{"account":"7"}');
    await tradingApis.choose('u-1', 'Own');
    expect(await tradingApis.byUser('u-1')).toEqual({ api: 'Own', data: '{"account":"7"}' });
    await tradingApis.setData('u-1', null);
    await reopen();
    expect(await storage.repositories.tradingApis.byUser('u-1')).toEqual({ api: 'Own', data: null });
  });

  it('keeps saves by tool and name, each with an id of its own', async () => {
    const { users, savedItems } = storage.repositories;
    await users.create(user);
    const big = JSON.stringify('ü'.repeat(900_000));
    const save = async (toolType: string, name: string, data: string) => {
      const outcome = await savedItems.save('u-1', { toolType, name, data }, 10, WRITER);
      if (outcome.kind !== 'saved') throw new Error(outcome.kind);
      return outcome.item;
    };
    const [first, second, third] = [
      await save('MarketView', 'b', '{"n":1}'),
      await save('MarketView', 'a', big),
      await save('Alerts', 'b', '[]'),
    ];
    expect(new Set([first.id, second.id, third.id]).size).toBe(3);
    await reopen();
    const { savedItems: again } = storage.repositories;
    expect(await again.ofTool('u-1', 'MarketView')).toEqual([second, first]);
    expect(await again.ofUser('u-1')).toEqual([third, second, first]);
    expect(await again.data('u-1', second.id)).toBe(big);
    expect(await again.save('u-1', { toolType: 'MarketView', name: 'a', data: '{}' }, 10, WRITER)).toEqual({
      kind: 'name-taken',
    });
    expect(
      await again.save('u-1', { toolType: 'MarketView', name: 'a', data: '{}', id: first.id }, 10, WRITER),
    ).toEqual({ kind: 'name-taken' });
    expect(
      await again.save(
        'u-1',
        { toolType: 'MarketView', name: 'c', data: '{"n":2}', id: first.id },
        10,
        WRITER,
      ),
    ).toEqual({ kind: 'saved', item: { ...first, name: 'c' } });
    expect(await again.data('u-1', first.id)).toBe('{"n":2}');
    expect(await again.remove('u-1', first.id, WRITER)).toBe(true);
    expect(await again.remove('u-1', first.id, WRITER)).toBe(false);
    expect(await again.data('u-1', first.id)).toBeUndefined();
  });

  it("lets nobody see, change or remove another user's save, nor one of another tool", async () => {
    const { users, savedItems } = storage.repositories;
    await users.create(user);
    await users.create({ ...user, userId: 'u-2', userName: 'second' });
    const outcome = await savedItems.save(
      'u-1',
      { toolType: 'Chart', name: 'mine', data: '{"n":1}' },
      10,
      WRITER,
    );
    const id = outcome.kind === 'saved' ? outcome.item.id : 0;
    expect(await savedItems.data('u-2', id)).toBeUndefined();
    expect(await savedItems.ofUser('u-2')).toEqual([]);
    expect(await savedItems.remove('u-2', id, WRITER)).toBe(false);
    expect(
      await savedItems.save('u-2', { toolType: 'Chart', name: 'theirs', data: '{}', id }, 10, WRITER),
    ).toEqual({
      kind: 'not-found',
    });
    expect(
      await savedItems.save('u-1', { toolType: 'Alerts', name: 'mine', data: '{}', id }, 10, WRITER),
    ).toEqual({
      kind: 'not-found',
    });
    expect(await savedItems.data('u-1', id)).toBe('{"n":1}');
  });

  it('takes no more saves of a user than allowed, however many come at once', async () => {
    // Two connections of one process to SQLite would wait for one another for ever: its calls do not let go of the thread.
    const other =
      name === 'SQLite'
        ? { repositories: storage.repositories, close: async () => {} }
        : await openRepositories(options);
    await storage.repositories.users.create(user);
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        (i % 2 === 0 ? storage.repositories : other.repositories).savedItems.save(
          'u-1',
          { toolType: 'Chart', name: `n${i}`, data: '{}' },
          5,
          WRITER,
        ),
      ),
    );
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual([
      ...Array<string>(7).fill('full'),
      ...Array<string>(5).fill('saved'),
    ]);
    expect(await other.repositories.savedItems.ofUser('u-1')).toHaveLength(5);
    const same = await Promise.all(
      ['x', 'x'].map((name, i) =>
        (i === 0 ? storage.repositories : other.repositories).savedItems.save(
          'u-1',
          { toolType: 'Other', name, data: '{}' },
          99,
          WRITER,
        ),
      ),
    );
    expect(same.map(({ kind }) => kind).toSorted()).toEqual(['name-taken', 'saved']);
    await other.close();
  });
});
