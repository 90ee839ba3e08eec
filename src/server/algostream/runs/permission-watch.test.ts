import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Permission } from '../../../domain/permissions.ts';
import { EMPTY_PROFILE } from '../../identity/demo-user.ts';
import type { UserRecord } from '../../storage/repositories.ts';
import { watchPermissions } from './permission-watch.ts';

const USER: UserRecord = {
  userId: 'u',
  userName: 'u',
  passwordHash: 'x',
  permissionMask: Permission.AlgoTrading + Permission.Stocks,
  isDemo: false,
  isDisabled: false,
  expiresAtMs: null,
  isOneMachine: false,
  profile: EMPTY_PROFILE,
};
const MAY_NOT_USE = 'Stopped: the user may no longer use AlgoStream.';

let user: UserRecord | undefined;
let stopped: string[];
let end: () => void;
let runs: unknown[];
const live = (symbol: string, ...others: readonly string[]) => ({
  record: { key: { userId: 'u' }, instance: { PrimarySymbol: symbol, OtherSymbols: others } },
  run: { stop: (_status: string, message: string) => void stopped.push(message) },
});

beforeEach(() => {
  vi.useFakeTimers();
  user = USER;
  stopped = [];
  runs = [live('SPY'), live('')];
  const parts = {
    users: { byId: () => Promise.resolve(user) },
    hostMs: () => 1_000,
    logger: { error: (problem: unknown) => expect.unreachable(String(problem)) },
  };
  // The parts of a run that the watch reads.
  end = watchPermissions(parts, () => runs as never);
});
afterEach(() => {
  end();
  vi.useRealTimers();
});

it.each([
  ['permission for AlgoStream was taken', { permissionMask: Permission.Stocks }],
  ['user was disabled', { isDisabled: true }],
  ['user has expired', { expiresAtMs: 1_000 }],
])('stops all live runs within five seconds when the %s', async (_, change) => {
  await vi.advanceTimersByTimeAsync(5_000);
  expect(stopped).toEqual([]);
  user = { ...USER, ...change };
  await vi.advanceTimersByTimeAsync(5_000);
  expect(new Set(stopped)).toEqual(new Set([MAY_NOT_USE]));
  expect(stopped.length).toBeGreaterThanOrEqual(2);
});

it('stops the runs of a symbol that the user may no longer trade', async () => {
  user = { ...USER, permissionMask: Permission.AlgoTrading };
  await vi.advanceTimersByTimeAsync(2_000);
  expect(stopped).toEqual(['Stopped: the user may no longer trade SPY.']);
});

it('stops a run that trades an option beside its symbol when the user may no longer trade options', async () => {
  runs = [live('SPY'), live('SPY', 'KO', 'SPY261218C00500000')];
  await vi.advanceTimersByTimeAsync(2_000);
  expect(stopped).toEqual(['Stopped: the user may no longer trade SPY261218C00500000.']);
});

it('stops the runs of a user who was deleted', async () => {
  user = undefined;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(stopped).toEqual([MAY_NOT_USE, MAY_NOT_USE]);
});
