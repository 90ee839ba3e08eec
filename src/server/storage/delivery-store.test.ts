import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../tests/support/postgres.ts';
import { EMPTY_PROFILE } from '../identity/demo-user.ts';
import type { DeliveryStore, NewDelivery, StoredChannel } from './delivery-store.ts';
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
const channel = (change: Partial<StoredChannel> = {}): StoredChannel => ({
  userId: 'u-1',
  channelId: 'webhook',
  kind: 'Webhook',
  label: 'https://receiver.example/',
  sealedSecret: 'sealed',
  isVerified: true,
  createdAtMs: 1,
  ...change,
});
const delivery = (noticeId: string, change: Partial<NewDelivery> = {}): NewDelivery => ({
  deliveryId: `d-${noticeId}`,
  noticeId,
  noticeKind: 'Fill',
  channelId: 'webhook',
  channelKind: 'Webhook',
  body: '{}',
  dueAtMs: 10,
  dropReason: '',
  ...change,
});
const bounds = { limits: { maxWaiting: 100, maxFinished: 100 }, nowMs: 10 };
const WEBHOOK = { userId: 'u-1', channelId: 'webhook' };

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

describe.each(['SQLite', 'Postgres'])('the outbox of notices on %s', (name) => {
  let folder: string;
  let storage: OpenRepositories;
  let store: DeliveryStore;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tapedeck-deliveries-'));
    storage = await openRepositories({
      dataFolder: folder,
      ...(name === 'Postgres' ? { databaseUrl: await postgres.createDatabase() } : {}),
    });
    store = storage.repositories.deliveries;
    await storage.repositories.users.create(userRecord('u-1'));
    await storage.repositories.users.create(userRecord('u-2'));
  });
  afterEach(async () => {
    await storage.close();
    await rm(folder, { recursive: true, force: true });
  });
  const states = async () =>
    (await store.list('u-1', 99)).map(({ noticeId, state }) => `${noticeId} ${state}`);

  it('adds a delivery once, and moves the cursors with it', async () => {
    const cursor = { source: 'account:A', serial: 7, clientId: 'c', timeMs: 5 };
    await store.add('u-1', [delivery('a')], [cursor], bounds);
    await store.finish(['d-a'], { state: 'Delivered', nowMs: 11, error: '', attempts: 1 });
    await store.add('u-1', [delivery('a'), delivery('b')], [{ ...cursor, serial: 8 }], bounds);
    expect(await states()).toEqual(['b Waiting', 'a Delivered']);
    expect(await store.cursors('u-1')).toEqual([{ ...cursor, serial: 8 }]);
    expect(await store.cursors('u-2')).toEqual([]);
    expect(await store.list('u-2', 9)).toEqual([]);
  });

  it('returns what is due in the order of adding, by channel', async () => {
    await store.add('u-1', [delivery('b'), delivery('a'), delivery('late', { dueAtMs: 30 })], [], bounds);
    await store.add('u-2', [delivery('other', { deliveryId: 'x', dueAtMs: 5 })], [], bounds);
    expect(await store.waitingChannels(9)).toEqual([
      { userId: 'u-2', channelId: 'webhook', channelKind: 'Webhook', dueAtMs: 5 },
      { ...WEBHOOK, channelKind: 'Webhook', dueAtMs: 10 },
    ]);
    expect((await store.due(WEBHOOK, 20, 9)).map(({ noticeId }) => noticeId)).toEqual(['b', 'a']);
    expect((await store.due(WEBHOOK, 20, 1)).map(({ noticeId }) => noticeId)).toEqual(['b']);
  });

  it('drops the oldest beyond the limit of a channel, with a note, and deletes the oldest finished ones', async () => {
    const limits = { maxWaiting: 2, maxFinished: 1 };
    expect(
      await store.add(
        'u-1',
        ['a', 'b', 'c'].map((id) => delivery(id)),
        [],
        { limits, nowMs: 20 },
      ),
    ).toEqual(new Map([['Webhook', 1]]));
    expect(
      (await store.list('u-1', 9)).map(({ noticeId, state, lastError }) => [noticeId, state, lastError]),
    ).toEqual([
      ['c', 'Waiting', ''],
      ['b', 'Waiting', ''],
      ['a', 'Dropped', 'Too many notices were waiting; the oldest were dropped.'],
    ]);
    expect(await store.add('u-1', [delivery('d')], [], { limits, nowMs: 21 })).toEqual(
      new Map([['Webhook', 1]]),
    );
    await store.add('u-1', [delivery('e', { dropReason: 'Quiet hours.' })], [], { limits, nowMs: 22 });
    expect(await states()).toEqual(['e Dropped', 'd Waiting', 'c Waiting']);
  });

  it('postpones a channel, counts failed attempts, and gives up what waits for too long', async () => {
    await store.add('u-1', [delivery('a')], [], { ...bounds, nowMs: 5 });
    await store.add('u-1', [delivery('b')], [], bounds);
    await store.noteFailure(['d-a'], 'No answer.');
    await store.postpone(WEBHOOK, 50, 20);
    expect(await store.due(WEBHOOK, 49, 9)).toEqual([]);
    expect((await store.due(WEBHOOK, 50, 9))[0]).toMatchObject({ attempts: 1, lastError: 'No answer.' });
    expect(await store.giveUpOlder(WEBHOOK, 10, { nowMs: 60, error: 'Old.' })).toBe(1);
    expect(await states()).toEqual(['b Waiting', 'a Failed']);
  });

  it('makes due what was postponed before the clock went back, and all of a user', async () => {
    await store.add('u-1', [delivery('a')], [], bounds);
    await store.postpone(['d-a'], 5_000, 4_000);
    await store.makeDue(6_000);
    expect(await store.due(WEBHOOK, 100, 9)).toEqual([]);
    await store.makeDue(100);
    expect(await store.due(WEBHOOK, 100, 9)).toHaveLength(1);
    await store.postpone(['d-a'], 5_000, 100);
    await store.makeDue(100, 'u-2');
    expect(await store.due(WEBHOOK, 100, 9)).toEqual([]);
    await store.makeDue(100, 'u-1');
    expect(await store.due(WEBHOOK, 100, 9)).toHaveLength(1);
  });

  it('retries what has failed or waits, while its channel stands, and nothing of another user', async () => {
    await store.putChannel(channel());
    await store.add('u-1', [delivery('a'), delivery('b'), delivery('c')], [], bounds);
    await store.finish(['d-a'], { state: 'Failed', nowMs: 20, error: 'x', attempts: 1 });
    await store.finish(['d-b'], { state: 'Delivered', nowMs: 20, error: '', attempts: 1 });
    expect(await store.retry('u-2', 'd-a', 30)).toBeUndefined();
    expect(await store.retry('u-1', 'd-b', 30)).toBeUndefined();
    expect(await store.retry('u-1', 'd-a', 30)).toBe('webhook');
    expect((await store.due(WEBHOOK, 30, 1))[0]).toMatchObject({
      noticeId: 'a',
      attempts: 0,
      state: 'Waiting',
    });
    await store.removeChannel('u-1', 'webhook', 40);
    expect(await store.retry('u-1', 'd-a', 50)).toBeUndefined();
    expect(await states()).toEqual(['c Dropped', 'b Delivered', 'a Dropped']);
  });

  it('lists the users with a verified channel, and forgets the cursors with the last of them', async () => {
    await store.putChannel(channel());
    await store.putChannel(channel({ channelId: 'mail', isVerified: false }));
    await store.putChannel(channel({ userId: 'u-2', channelId: 'mail', isVerified: false }));
    expect(await store.usersWithChannels()).toEqual(['u-1']);
    await store.add('u-1', [], [{ source: 'alerts', serial: 3, clientId: '', timeMs: 0 }], bounds);
    expect(await store.removeChannel('u-2', 'webhook', 1)).toBe(false);
    expect(await store.removeChannel('u-1', 'webhook', 1)).toBe(true);
    expect(await store.usersWithChannels()).toEqual([]);
    expect(await store.cursors('u-1')).toEqual([]);
    expect((await store.channels('u-1')).map(({ channelId }) => channelId)).toEqual(['mail']);
  });

  it('stores the settings of each user', async () => {
    await store.storeSettings('u-1', '{"a":1}');
    await store.storeSettings('u-1', '{"a":2}');
    expect([await store.settings('u-1'), await store.settings('u-2')]).toEqual(['{"a":2}', undefined]);
  });
});
