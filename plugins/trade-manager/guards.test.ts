import { describe, expect, it, test } from 'vitest';
import type { AccountGuards } from '../../src/plugin-api/index.ts';
import { flattenText, lockText, roomOf } from './guard-room.ts';
import { guardsChangeOf, limitProblem, timeProblem } from './guards-form.ts';

const none = { DailyLoss: null, Drawdown: null };
const guards = (change: Partial<AccountGuards>): AccountGuards => ({
  Holder: none,
  Next: null,
  Administrator: none,
  Base: 0,
  High: 0,
  FlattenAt: null,
  Lock: null,
  ...change,
});

describe('the room of the guards', () => {
  it('is what is left of the stricter limit', () => {
    const both = guards({
      Holder: { DailyLoss: 500, Drawdown: 300 },
      Administrator: { DailyLoss: 400, Drawdown: null },
    });
    expect(roomOf(both, -150, 100)).toEqual({ dailyLoss: 250, drawdown: 50 });
    expect(roomOf(both, -900, 100)).toEqual({ dailyLoss: 0, drawdown: 0 });
  });
  it('counts from the P&L at which an administrator unlocked the account', () => {
    expect(roomOf(guards({ Holder: { DailyLoss: 500, Drawdown: null }, Base: -500 }), -600, -500)).toEqual({
      dailyLoss: 400,
      drawdown: null,
    });
  });
  it('is unknown while the P&L is', () => {
    expect(roomOf(guards({ Holder: { DailyLoss: 500, Drawdown: 1 } }), null, 0)).toEqual({
      dailyLoss: null,
      drawdown: null,
    });
  });
});

it('says what a lock is about, and when the account is flattened', () => {
  expect(lockText({ Guard: 'Drawdown', By: 'Administrator', Figure: 312.5, Limit: 300, Timestamp: 1 })).toBe(
    "The drawdown of the day reached 312.50, over an administrator's limit of 300.00.",
  );
  expect(flattenText({ FlattenAt: { Time: '15:55', Date: null } })).toBe('15:55 daily');
  expect(flattenText({ FlattenAt: { Time: '15:55', Date: '2026-03-02' } })).toBe('15:55 today');
});

test.each([
  ['', null],
  ['15:55', null],
  ['9:45', null],
  ['09:30', 'problem'],
  ['16:00', 'problem'],
  ['noon', 'problem'],
])('takes the time %j: %s', (time, problem) => {
  expect(timeProblem(time) === null).toBe(problem === null);
});

test.each([
  [null, null],
  [0.01, null],
  [0, 'problem'],
  [-5, 'problem'],
  [Number.NaN, 'problem'],
])('takes the limit %j: %s', (dollars, problem) => {
  expect(limitProblem(dollars) === null).toBe(problem === null);
});

it('sends only what was changed', () => {
  const before = { dailyLoss: 500, drawdown: null, time: '15:55', isTodayOnly: false };
  expect(guardsChangeOf(before, before)).toEqual({});
  expect(guardsChangeOf({ ...before, dailyLoss: null, time: '9:45' }, before)).toEqual({
    dailyLoss: null,
    flattenAt: { time: '09:45', isTodayOnly: false },
  });
  expect(guardsChangeOf({ ...before, time: '' }, before)).toEqual({ flattenAt: null });
  expect(guardsChangeOf({ ...before, isTodayOnly: true }, before)).toEqual({
    flattenAt: { time: '15:55', isTodayOnly: true },
  });
});
