import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../../tests/support/until.ts';
import { DEFAULT_NOTICE_SETTINGS, type NoticeSettings } from '../../domain/notices/index.ts';
import { EMPTY_PROFILE } from '../identity/demo-user.ts';
import type { StoredDelivery } from '../storage/delivery-store.ts';
import { openRepositories, type OpenRepositories } from '../storage/open-repositories.ts';
import type { SendOutcome } from './channel-sender.ts';
import { DeliveryWorker } from './delivery-worker.ts';

const HOUR_MS = 3_600_000;
/** 16:00 in New York. */
const START_MS = Date.parse('2026-06-02T20:00:00Z');

let folder: string;
let storage: OpenRepositories;
let worker: DeliveryWorker;
let nowMs: number;
let settings: NoticeSettings;
let isUsable: boolean;
/** Notices of each attempt, as `channel: notices`. */
let attempts: string[];
let answer: (deliveries: readonly StoredDelivery[], channelId: string) => SendOutcome | Promise<SendOutcome>;
let counts: string[];

const LIMITS = { maxWaiting: 100, maxFinished: 100 };
const FAILED: SendOutcome = { kind: 'failed', error: 'No answer.' };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-worker-'));
  storage = await openRepositories({ dataFolder: folder });
  const { users, deliveries: store } = storage.repositories;
  await users.create({
    userId: 'u-1',
    userName: 'u-1',
    passwordHash: '$x',
    permissionMask: 1,
    isDemo: false,
    isDisabled: false,
    expiresAtMs: null,
    isOneMachine: false,
    profile: EMPTY_PROFILE,
  });
  nowMs = START_MS;
  settings = DEFAULT_NOTICE_SETTINGS;
  isUsable = true;
  attempts = [];
  counts = [];
  answer = () => ({ kind: 'delivered' });
  worker = createWorker();
  for (const channelId of ['a', 'b'])
    await store.putChannel({
      userId: 'u-1',
      channelId,
      kind: 'Webhook',
      label: '',
      sealedSecret: '',
      isVerified: true,
      createdAtMs: 1,
    });
});
afterEach(async () => {
  await worker.stop();
  await storage.close();
  await rm(folder, { recursive: true, force: true });
});

function createWorker(): DeliveryWorker {
  const { deliveries: store } = storage.repositories;
  return new DeliveryWorker({
    store,
    senderOf: (kind) =>
      kind === 'Webhook'
        ? {
            maxBatch: 2,
            pauseMs: 0,
            async send({ channelId }, deliveries) {
              attempts.push(`${channelId}: ${deliveries.map(({ noticeId }) => noticeId).join(' ')}`);
              return answer(deliveries, channelId);
            },
          }
        : undefined,
    settingsOf: async () => settings,
    removeChannel: async ({ userId, channelId }) => {
      await store.removeChannel(userId, channelId, nowMs);
    },
    isUsable: async () => isUsable,
    hostMs: () => nowMs,
    random: () => 0.5,
    logger: { error: () => {}, info: () => {} },
    observe: (kind, result, count) => void (count > 0 && counts.push(`${kind} ${result} ${count}`)),
  });
}
async function add(noticeIds: readonly string[], channelId = 'a', noticeKind = 'Fill'): Promise<void> {
  await storage.repositories.deliveries.add(
    'u-1',
    noticeIds.map((noticeId) => ({
      deliveryId: `${channelId}-${noticeId}`,
      noticeId,
      noticeKind,
      channelId,
      channelKind: 'Webhook',
      body: '{}',
      dueAtMs: nowMs,
      dropReason: '',
    })),
    [],
    { limits: LIMITS, nowMs },
  );
  worker.kick();
}
const log = async () =>
  (await storage.repositories.deliveries.list('u-1', 99))
    .map(({ deliveryId, state, attempts: made }) => `${deliveryId} ${state} ${made}`)
    .toReversed();
const logged = (...expected: string[]) => until(async () => expect(await log()).toEqual(expected));

describe('the outbox', () => {
  it('is sent in the order of events, each delivery once, also by a worker that starts later', async () => {
    await add(['1', '2', '3']);
    await logged('a-1 Delivered 1', 'a-2 Delivered 1', 'a-3 Delivered 1');
    expect(attempts).toEqual(['a: 1 2', 'a: 3']);
    expect(counts).toEqual(['Webhook delivered 2', 'Webhook delivered 1']);
    const second = createWorker();
    second.kick();
    await second.stop();
    expect(attempts).toHaveLength(2);
  });

  it('does not let a channel that hangs delay another', async () => {
    const { promise, resolve } = Promise.withResolvers<SendOutcome>();
    answer = (_deliveries, channelId) => (channelId === 'a' ? promise : { kind: 'delivered' });
    await add(['1']);
    await until(() => expect(attempts).toEqual(['a: 1']));
    await add(['1'], 'b');
    await logged('a-1 Waiting 0', 'b-1 Delivered 1');
    resolve({ kind: 'delivered' });
    await logged('a-1 Delivered 1', 'b-1 Delivered 1');
  });

  it('lets a channel wait after a failure, with what is added meanwhile, and then sends all in order', async () => {
    answer = () => FAILED;
    await add(['1']);
    await logged('a-1 Waiting 1');
    answer = () => ({ kind: 'delivered' });
    await add(['2']);
    await add(['1'], 'b');
    await logged('a-1 Waiting 1', 'a-2 Waiting 0', 'b-1 Delivered 1');
    nowMs += 30_000;
    worker.kick();
    await logged('a-1 Delivered 2', 'a-2 Delivered 1', 'b-1 Delivered 1');
    expect(attempts).toEqual(['a: 1', 'b: 1', 'a: 1 2']);
  });

  it('gives up after twelve attempts, with the last error', async () => {
    answer = () => FAILED;
    await add(['1']);
    for (let made = 1; made < 12; made += 1) {
      await logged(`a-1 Waiting ${made}`);
      nowMs += 2 * HOUR_MS;
      worker.kick();
    }
    await logged('a-1 Failed 12');
    expect(attempts).toHaveLength(12);
  });

  it('gives up what waits for a day, but only after an attempt: a clock that jumps ahead loses nothing', async () => {
    answer = () => FAILED;
    await add(['1', '2', '3']);
    await logged('a-1 Waiting 1', 'a-2 Waiting 1', 'a-3 Waiting 0');
    answer = () => ({ kind: 'delivered' });
    nowMs += 1_000 * HOUR_MS;
    worker.kick();
    await logged('a-1 Delivered 2', 'a-2 Delivered 2', 'a-3 Delivered 1');
    answer = () => FAILED;
    await add(['4', '5', '6']);
    await logged(
      'a-1 Delivered 2',
      'a-2 Delivered 2',
      'a-3 Delivered 1',
      'a-4 Waiting 1',
      'a-5 Waiting 1',
      'a-6 Waiting 0',
    );
    nowMs += 25 * HOUR_MS;
    worker.kick();
    await until(async () =>
      expect((await log()).slice(3)).toEqual(['a-4 Failed 2', 'a-5 Failed 2', 'a-6 Failed 0']),
    );
  });

  it('does not wait longer because the clock went back', async () => {
    answer = () => FAILED;
    await add(['1']);
    await logged('a-1 Waiting 1');
    answer = () => ({ kind: 'delivered' });
    nowMs -= 48 * HOUR_MS;
    worker.kick();
    await logged('a-1 Delivered 2');
  });

  it('holds what quiet hours hold until they end, and sends the rest', async () => {
    settings = {
      ...settings,
      quiet: { isOn: true, fromMinutes: 15 * 60, toMinutes: 17 * 60, timeZone: 'America/New_York' },
    };
    await add(['alert'], 'a', 'Alert');
    await add(['fill']);
    await logged('a-alert Waiting 0', 'a-fill Delivered 1');
    nowMs += HOUR_MS;
    worker.kick();
    await logged('a-alert Delivered 1', 'a-fill Delivered 1');
  });

  it('removes a channel whose receiver is gone, and sends nothing for a user who was disabled', async () => {
    answer = () => ({ kind: 'gone', error: 'Gone.' });
    await add(['1', '2', '3']);
    await logged('a-1 Failed 1', 'a-2 Failed 1', 'a-3 Dropped 0');
    expect((await storage.repositories.deliveries.channels('u-1')).map(({ channelId }) => channelId)).toEqual(
      ['b'],
    );
    isUsable = false;
    await add(['4'], 'b');
    await until(async () => expect((await log()).at(-1)).toBe('b-4 Dropped 0'));
    expect(attempts).toEqual(['a: 1 2']);
  });

  it('sends again, with the same id, what was being sent when the server stopped', async () => {
    const sent = Promise.withResolvers<void>();
    const ids: string[] = [];
    answer = (deliveries) => {
      ids.push(...deliveries.map(({ deliveryId }) => deliveryId));
      sent.resolve();
      return new Promise<SendOutcome>(() => {});
    };
    await add(['1']);
    await sent.promise;
    // As after a crash: the attempt never ends, and another process opens the outbox.
    answer = (deliveries) => {
      ids.push(...deliveries.map(({ deliveryId }) => deliveryId));
      return { kind: 'delivered' };
    };
    worker = createWorker();
    worker.kick();
    await logged('a-1 Delivered 1');
    expect(ids).toEqual(['a-1', 'a-1']);
  });
});
