import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../../../tests/support/until.ts';
import { ALERT_SCHEMA_VERSION, type AlertRow, newAlert, withReset } from '../../domain/alerts/index.ts';
import { Permission } from '../../domain/permissions.ts';
import { EMPTY_PROFILE } from '../identity/demo-user.ts';
import { openRepositories, type OpenRepositories } from '../storage/open-repositories.ts';
import { AlertDocuments } from './alert-documents.ts';
import { AlertsService } from './alerts-service.ts';
import { createManualMarket } from './testing/one-price-market.ts';
import { UserTasks } from '../documents/user-tasks.ts';

let folder: string;
let storage: OpenRepositories;
let manual: ReturnType<typeof createManualMarket>;
let service: AlertsService;
let received: string[];
let hostMs: number;

const apple = (change: Partial<AlertRow> = {}): AlertRow => ({
  ...newAlert('a1', 'AAPL'),
  HighAlert: 100,
  ...change,
});
const userRecord = (userId: string, permissionMask: number) => ({
  userId,
  userName: userId,
  passwordHash: 'x',
  permissionMask,
  isDemo: false,
  isDisabled: false,
  expiresAtMs: null,
  isOneMachine: false,
  profile: EMPTY_PROFILE,
});
const open = async () => {
  service = new AlertsService({
    repositories: storage.repositories,
    market: manual.market,
    valueOf: () => null,
    hostMs: () => hostMs,
    logger: {
      error: (...args: unknown[]) => {
        throw new Error(JSON.stringify(args));
      },
    },
  });
  await service.start();
  service.listen('ann', (firing) =>
    received.push(`${firing.Serial} ${firing.Symbol} ${firing.Side} ${firing.Value}`),
  );
};
/** Prints a price and waits until this many firings have been published in all; without a number, a moment in which none should be. */
async function reach(price: number, firings?: number): Promise<void> {
  manual.print('AAPL', price);
  await publishedFirings(firings);
}
async function publishedFirings(firings?: number): Promise<void> {
  if (firings === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
  else await until(() => expect(received).toHaveLength(firings));
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-alerts-'));
  storage = await openRepositories({ dataFolder: folder });
  await storage.repositories.users.create(userRecord('ann', Permission.ChartAlerts));
  await storage.repositories.users.create(userRecord('eve', Permission.Chart));
  manual = createManualMarket(['AAPL']);
  received = [];
  hostMs = 1_000;
  await open();
});
afterEach(async () => {
  await service.stop();
  await storage.close();
  await rm(folder, { recursive: true, force: true });
});

/** Stores alerts as a browser does, each over the revision that is stored. */
async function store(userId: string, ...rows: readonly AlertRow[]): Promise<void> {
  const known = new Map((await service.documents.list(userId)).map(({ id, revision }) => [id, revision]));
  for (const row of rows) {
    const write = {
      id: row.Id,
      seenRevision: known.get(row.Id) ?? 0,
      schemaVersion: ALERT_SCHEMA_VERSION,
      body: row,
    };
    expect(await service.documents.put(userId, write)).toMatchObject({ kind: 'stored' });
  }
}

describe('alerts of a registered user', () => {
  test('fires an alert once, stores the firing and publishes it to listeners', async () => {
    await store('ann', apple());
    await reach(101, 1);
    await reach(102);
    expect(received).toEqual(['1 AAPL High 101']);
    expect(await service.log('ann')).toEqual({
      seenSerial: 0,
      firings: [
        {
          Serial: 1,
          AlertId: 'a1',
          Side: 'High',
          Arm: 0,
          Symbol: 'AAPL',
          Column: 'Last',
          Level: 100,
          Value: 101,
          Timestamp: 2000,
        },
      ],
    });
  });

  test('fires an alert after a restart with no browser open, and not again when it had fired before', async () => {
    await store('ann', apple(), apple({ Id: 'a2', HighAlert: 200 }));
    await reach(101, 1);
    await service.stop();
    await open();
    await reach(201, 2);
    expect(received).toEqual(['1 AAPL High 101', '2 AAPL High 201']);
  });

  test('does not fire again when a browser that missed the firing stores the alert without its time', async () => {
    await store('ann', apple());
    await reach(101, 1);
    await store('ann', apple({ Paused: false }));
    await reach(103);
    expect(received).toHaveLength(1);
  });

  test('fires an alert again after a reset', async () => {
    await store('ann', apple());
    await reach(101, 1);
    await store('ann', withReset(apple({ HighAlertTime: 2000 }), 'High'));
    await publishedFirings(2);
    expect(received).toEqual(['1 AAPL High 101', '2 AAPL High 101']);
  });

  test('neither watches nor fires alerts of a user without the permission', async () => {
    await store('eve', apple());
    await reach(101);
    expect([(await service.log('eve')).firings, manual.watched()]).toEqual([[], []]);
  });

  test('stops firing when the permission is withdrawn, and fires again within five seconds of its return', async () => {
    const { users } = storage.repositories;
    await store('ann', apple());
    await users.update('ann', { permissionMask: Permission.Chart });
    await reach(101);
    await until(() => expect(manual.watched()).toEqual([]));
    expect([received, (await service.log('ann')).firings]).toEqual([[], []]);
    await reach(99);
    await users.update('ann', { permissionMask: Permission.ChartAlerts });
    await until(() => expect(manual.watched()).toEqual(['AAPL']));
    await reach(102, 1);
    expect(received).toEqual(['1 AAPL High 102']);
  });

  test('returns no firings of another user', async () => {
    await store('ann', apple());
    await reach(101, 1);
    expect((await service.log('eve')).firings).toEqual([]);
  });

  test('marks firings as seen and cleared up to a serial, and never lowers the marks', async () => {
    await store('ann', apple(), apple({ Id: 'a2', HighAlert: 110 }));
    await reach(105, 1);
    await reach(111, 2);
    await service.markSeen('ann', 2);
    await service.markSeen('ann', 1);
    await service.clear('ann', 1);
    const { firings, seenSerial } = await service.log('ann');
    expect([firings.map((firing) => firing.Serial), seenSerial]).toEqual([[2], 2]);
    await service.clear('ann', 0);
    expect((await service.log('ann')).firings).toHaveLength(1);
  });
});

describe('alert documents', () => {
  const put = (row: AlertRow, seenRevision = 0, schemaVersion = ALERT_SCHEMA_VERSION) =>
    service.documents.put('ann', { id: row.Id, seenRevision, schemaVersion, body: row });
  const stored = (revision: number) => ({ kind: 'stored', revision });

  test('fires an alert document once, without a window, and records the firing time in it', async () => {
    const changes: unknown[] = [];
    service.documents.listen('ann', (document) => changes.push(document));
    expect(await put(apple())).toEqual(stored(1));
    await reach(101, 1);
    await until(() => expect(changes).toHaveLength(2));
    const fired = { id: 'a1', revision: 2, row: apple({ HighAlertTime: 2000 }) };
    expect(changes[1]).toEqual(fired);
    expect(await service.documents.list('ann')).toEqual([fired]);
    await reach(103);
    expect(received).toEqual(['1 AAPL High 101']);
  });

  test('stores a write that lacks a firing time with that time, and does not fire again', async () => {
    await put(apple());
    await reach(101, 1);
    await until(async () => expect((await service.documents.list('ann'))[0]?.revision).toBe(2));
    const published: unknown[] = [];
    const sender = (document: unknown) => void published.push(document);
    service.documents.listen('ann', sender);
    const write = {
      id: 'a1',
      seenRevision: 2,
      schemaVersion: ALERT_SCHEMA_VERSION,
      body: apple({ Paused: true }),
    };
    expect(await service.documents.put('ann', write, sender)).toEqual(stored(3));
    const row = apple({ Paused: true, HighAlertTime: 2000 });
    expect(published).toEqual([{ id: 'a1', revision: 3, row }]);
    await put({ ...row, Paused: false }, 3);
    await reach(105);
    expect(received).toHaveLength(1);
    await put(withReset(row, 'High'), 4);
    await put({ ...withReset(row, 'High'), Paused: false }, 5);
    await publishedFirings(2);
    expect(received).toEqual(['1 AAPL High 101', '2 AAPL High 105']);
  });

  test('publishes a changed alert to the other connections of its user only', async () => {
    const seen: string[] = [];
    const sender = (document: { revision: number }) => void seen.push(`sender ${document.revision}`);
    service.documents.listen('ann', sender);
    service.documents.listen('ann', ({ revision, row }) => seen.push(`other ${revision} ${row?.Symbol}`));
    service.documents.listen('eve', () => seen.push('eve'));
    const write = { id: 'a1', seenRevision: 0, schemaVersion: ALERT_SCHEMA_VERSION, body: apple() };
    await service.documents.put('ann', write, sender);
    await service.documents.remove('ann', { id: 'a1', seenRevision: 1 }, sender);
    expect(seen).toEqual(['other 1 AAPL', 'other 2 undefined']);
    expect(await service.documents.list('ann')).toEqual([]);
  });

  test('answers a late write with the present alert', async () => {
    await put(apple());
    await put(apple({ HighAlert: 120, HighArm: 1 }), 1);
    const present = { id: 'a1', revision: 2, row: apple({ HighAlert: 120, HighArm: 1 }) };
    expect(await put(apple({ Paused: true }), 1)).toEqual({ kind: 'conflict', present });
    await service.documents.remove('ann', { id: 'a1', seenRevision: 2 });
    expect(await put(apple(), 2)).toEqual({
      kind: 'conflict',
      present: { id: 'a1', revision: 3, row: null },
    });
    expect(await put(apple({ Id: 'unknown' }), 7)).toEqual({
      kind: 'conflict',
      present: { id: 'unknown', revision: 0, row: null },
    });
  });

  test('refuses unreadable alerts and leaves the stored one unchanged', async () => {
    await put(apple());
    for (const [version, body, message] of [
      [ALERT_SCHEMA_VERSION + 1, apple(), 'newer version'],
      [ALERT_SCHEMA_VERSION, { ...apple(), HighAlert: 'x' }, 'The alert is invalid'],
      [ALERT_SCHEMA_VERSION, apple({ Id: 'a2' }), 'The alert is invalid'],
      [0, apple(), 'The alert is invalid'],
    ] as const) {
      const write = { id: 'a1', seenRevision: 1, schemaVersion: version, body };
      expect(await service.documents.put('ann', write)).toEqual({
        kind: 'refused',
        message: expect.stringContaining(message),
      });
    }
    expect(await service.documents.list('ann')).toEqual([{ id: 'a1', revision: 1, row: apple() }]);
  });

  test('refuses alert 2,001 with a clear message', async () => {
    const full = new AlertDocuments({
      repositories: {
        ...storage.repositories,
        documents: {
          ...storage.repositories.documents,
          put: async (_userId, _kind, _write, maxDocuments) =>
            maxDocuments === 2_000 ? { kind: 'full' } : { kind: 'stored', revision: 1 },
        },
      },
      tasks: new UserTasks(),
      hostMs: () => hostMs,
      onWritten: () => expect.fail('nothing is written'),
    });
    const write = { id: 'a1', seenRevision: 0, schemaVersion: ALERT_SCHEMA_VERSION, body: apple() };
    expect(await full.put('ann', write)).toEqual({
      kind: 'refused',
      message: 'You have 2,000 alerts, the maximum. Remove some before you add more.',
    });
  });

  test('neither lists nor overwrites an alert of a later release', async () => {
    const body = JSON.stringify({ Id: 'a1', Color: 'red' });
    const write = { id: 'a1', seenRevision: 0, schemaVersion: ALERT_SCHEMA_VERSION + 1, body, atMs: 1 };
    await storage.repositories.documents.put('ann', 'alert', write, 9);
    await service.stop();
    await open();
    expect(await service.documents.list('ann')).toEqual([]);
    expect(await put(apple())).toMatchObject({ kind: 'refused' });
    expect(await storage.repositories.documents.list('ann', 'alert')).toMatchObject([{ revision: 1, body }]);
  });
});
