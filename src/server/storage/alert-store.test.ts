import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../tests/support/postgres.ts';
import { ALERT_SCHEMA_VERSION, type AlertFiring, newAlert } from '../../domain/alerts/index.ts';
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
    expect(await alerts.add('u-1', firing())).toEqual({ firing: { ...firing(), Serial: 1 } });
    expect(await alerts.add('u-1', firing({ Value: 102 }))).toBeUndefined();
    expect(await alerts.add('u-1', firing({ Side: 'Low' }))).toMatchObject({ firing: { Serial: 2 } });
    expect(await alerts.add('u-1', firing({ Arm: 1 }))).toMatchObject({ firing: { Serial: 3 } });
    expect(await alerts.add('u-2', firing())).toMatchObject({ firing: { Serial: 1 } });
    const newest = await alerts.newest('u-1', 2);
    expect(newest).toEqual([
      { ...firing({ Arm: 1 }), Serial: 3 },
      { ...firing({ Side: 'Low' }), Serial: 2 },
    ]);
  });

  it('stores one of two concurrent firings of the same arming', async () => {
    const { alerts } = storage.repositories;
    const stored = await Promise.all([alerts.add('u-1', firing()), alerts.add('u-1', firing())]);
    expect(stored.filter((entry) => entry !== undefined)).toEqual([{ firing: { ...firing(), Serial: 1 } }]);
    expect(await alerts.newest('u-1', 9)).toHaveLength(1);
  });

  it('reads the firings of one alert, oldest first', async () => {
    const { alerts } = storage.repositories;
    for (const change of [{ Arm: 0 }, { AlertId: 'a2' }, { Arm: 1 }]) await alerts.add('u-1', firing(change));
    await alerts.add('u-2', firing());
    expect((await alerts.ofAlert('u-1', 'a1')).map(({ Serial, Arm }) => [Serial, Arm])).toEqual([
      [1, 0],
      [3, 1],
    ]);
  });

  it('writes the firing time into the document of its arming, and into no other', async () => {
    const { alerts, documents } = storage.repositories;
    const body = { ...newAlert('a1', 'AAPL'), HighAlert: 100, HighArm: 1 };
    const write = { seenRevision: 0, schemaVersion: ALERT_SCHEMA_VERSION, atMs: 5 };
    await documents.put('u-1', 'alert', { ...write, id: 'a1', body: JSON.stringify(body) }, 9);
    await documents.put('u-1', 'alert', { ...write, id: 'a2', body: 'damaged' }, 9);
    expect((await alerts.add('u-1', firing({ Arm: 0 })))?.document).toBeUndefined();
    expect((await alerts.add('u-1', firing({ AlertId: 'a2' })))?.document).toBeUndefined();
    expect((await alerts.add('u-2', firing({ Arm: 1 })))?.document).toBeUndefined();
    const fired = {
      id: 'a1',
      revision: 2,
      schemaVersion: ALERT_SCHEMA_VERSION,
      body: JSON.stringify({ ...body, HighAlertTime: 7 }),
    };
    expect((await alerts.add('u-1', firing({ Arm: 1 })))?.document).toEqual(fired);
    expect((await documents.list('u-1', 'alert'))[0]).toEqual(fired);
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
    expect(await alerts.add('u-1', firing({ Arm: 3 }))).toMatchObject({ firing: { Serial: 4 } });
  });
});
