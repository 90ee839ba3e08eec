import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SessionLossWatch } from './session-loss.ts';

const HOUR = 3_600_000;
let settings: string | undefined;
let answers: (number | undefined)[];
let sessionsWithOrders: Map<string, string>;
let records: Record<string, { revokedAtMs: number | null; expiresAtMs: number }>;
let cancelled: string[];
let watch: SessionLossWatch;

beforeEach(() => {
  vi.useFakeTimers();
  settings = '{"CancelAfterSeconds":10}';
  answers = [];
  cancelled = [];
  sessionsWithOrders = new Map();
  records = {};
  const parts = {
    brokerage: {
      sessionsWithOrders: () => sessionsWithOrders,
      cancelOrdersOf: async (sessionId: string, account: string) => {
        cancelled.push(`${sessionId} ${account}`);
        return answers.length > 0 ? answers.shift() : 1;
      },
    },
    settings: { load: async () => settings && { settings } },
    accounts: { ofUser: async (userId: string) => [{ account: `${userId}-1` }, { account: `${userId}-2` }] },
    sessions: { byId: async (sessionId: string) => records[sessionId] },
    hostMs: () => HOUR,
    logger: { info: () => {}, error: () => {} },
  };
  // The parts of the stores that the watch uses.
  watch = new SessionLossWatch(parts as unknown as ConstructorParameters<typeof SessionLossWatch>[0]);
});
afterEach(() => watch.stop());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('cancels in every account of the user once the session has been away for the time of the settings', async () => {
  watch.lost('s', 'u');
  await pass(9_999);
  expect(cancelled).toEqual([]);
  await pass(1);
  expect(cancelled).toEqual(['s u-1', 's u-2']);
  await pass(HOUR);
  expect(cancelled).toHaveLength(2);
});

it.each([
  ['returns in time', () => watch.entered('s')],
  ['is of a user who switches it off meanwhile', () => (settings = '{}')],
  ['ends with the server', () => watch.stop()],
])('cancels nothing of a session that %s', async (_case, act) => {
  watch.lost('s', 'u');
  await pass(5_000);
  act();
  await pass(HOUR);
  expect(cancelled).toEqual([]);
});

it.each([
  undefined,
  '{}',
  'no JSON',
  '{"CancelAfterSeconds":0}',
  '{"CancelAfterSeconds":"10"}',
  '{"CancelAfterSeconds":null}',
])('cancels nothing under the settings %s', async (stored) => {
  settings = stored;
  watch.lost('s', 'u');
  await pass(HOUR);
  expect(cancelled).toEqual([]);
});

it('starts the time again at each loss', async () => {
  watch.lost('s', 'u');
  await pass(8_000);
  watch.entered('s');
  watch.lost('s', 'u');
  await pass(8_000);
  expect(cancelled).toEqual([]);
  await pass(2_000);
  expect(cancelled).toHaveLength(2);
});

it('tries again while the brokerage takes no records, until the session is back', async () => {
  answers = [undefined, undefined];
  watch.lost('s', 'u');
  await pass(10_000);
  await pass(2_000);
  expect(cancelled).toEqual(['s u-1', 's u-1']);
  watch.entered('s');
  await pass(HOUR);
  expect(cancelled).toHaveLength(2);
});

it('gives sessions with open orders the same time after a start, but for those that have ended', async () => {
  sessionsWithOrders = new Map(['here', 'away', 'logged-out', 'over', 'gone'].map((id) => [id, 'u']));
  const standing = { revokedAtMs: null, expiresAtMs: 2 * HOUR };
  records = {
    here: standing,
    away: standing,
    'logged-out': { ...standing, revokedAtMs: 1 },
    over: { ...standing, expiresAtMs: HOUR },
  };
  await watch.begin();
  watch.entered('here');
  await pass(10_000);
  expect(cancelled).toEqual(['away u-1', 'away u-2']);
});
