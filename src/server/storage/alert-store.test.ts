import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../tests/support/postgres.ts';
import type { AlertFiring } from '../../domain/alerts/index.ts';
import { EMPTY_PROFILE } from '../identity/demo-user.ts';
import { openRepositories, type OpenRepositories } from './open-repositories.ts';

const userRecord = (userId: string) => ({
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
const firing = (change: Partial<AlertFiring> = {}): AlertFiring => ({
  AlertId: 'a1',
  Side: 'High',
  Arm: 0,
  Symbol: 'AAPL',
  Column: 'Last',
  Level: 100,
  Value: 101,
  Timestamp: 7,
  ...change,
});

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

describe.each(['SQLite', 'Postgres'])('the log of fired alerts on %s', (name) => {
  let folder: string;
  let storage: OpenRepositories;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tapedeck-alerts-'));
    storage = await openRepositories({
      dataFolder: folder,
      ...(name === 'Postgres' ? { databaseUrl: await postgres.createDatabase() } : {}),
    });
    await storage.repositories.users.create(userRecord('u-1'));
    await storage.repositories.users.create(userRecord('u-2'));
  });
  afterEach(async () => {
    await storage.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('stores each arming of a side once, for each user', async () => {
    const { alerts } = storage.repositories;
    expect(await alerts.add('u-1', firing())).toEqual({ ...firing(), Serial: 1 });
    expect(await alerts.add('u-1', firing({ Value: 102 }))).toBeUndefined();
    expect(await alerts.add('u-1', firing({ Side: 'Low' }))).toMatchObject({ Serial: 2 });
    expect(await alerts.add('u-1', firing({ Arm: 1 }))).toMatchObject({ Serial: 3 });
    expect(await alerts.add('u-2', firing())).toMatchObject({ Serial: 1 });
    const newest = await alerts.newest('u-1', 2);
    expect(newest).toEqual([
      { ...firing({ Arm: 1 }), Serial: 3 },
      { ...firing({ Side: 'Low' }), Serial: 2 },
    ]);
  });

  it('stores one of two concurrent firings of the same arming', async () => {
    const { alerts } = storage.repositories;
    const stored = await Promise.all([alerts.add('u-1', firing()), alerts.add('u-1', firing())]);
    expect(stored.filter((entry) => entry !== undefined)).toEqual([{ ...firing(), Serial: 1 }]);
    expect(await alerts.newest('u-1', 9)).toHaveLength(1);
  });

  it('raises the two marks apart and never lowers them', async () => {
    const { alerts } = storage.repositories;
    expect(await alerts.marks('u-1')).toEqual({ seenSerial: 0, clearedSerial: 0 });
    await alerts.markSeen('u-1', 5);
    await alerts.markCleared('u-1', 3);
    await alerts.markSeen('u-1', 4);
    await alerts.markCleared('u-1', 2);
    expect(await alerts.marks('u-1')).toEqual({ seenSerial: 5, clearedSerial: 3 });
    expect(await alerts.marks('u-2')).toEqual({ seenSerial: 0, clearedSerial: 0 });
  });

  it('prunes the oldest firings of one user and continues the serials', async () => {
    const { alerts } = storage.repositories;
    for (const Arm of [0, 1, 2]) await alerts.add('u-1', firing({ Arm }));
    await alerts.add('u-2', firing());
    await alerts.prune('u-1', 3);
    expect(await alerts.newest('u-1', 9)).toHaveLength(3);
    await alerts.prune('u-1', 1);
    expect((await alerts.newest('u-1', 9)).map(({ Serial }) => Serial)).toEqual([3]);
    expect(await alerts.newest('u-2', 9)).toHaveLength(1);
    expect(await alerts.add('u-1', firing({ Arm: 3 }))).toMatchObject({ Serial: 4 });
  });
});
