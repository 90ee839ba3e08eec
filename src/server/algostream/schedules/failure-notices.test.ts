import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { StrategyAlert } from '../runs/strategy-alerts.ts';
import { FailureNotices } from './failure-notices.ts';

let published: StrategyAlert[];
let notices: FailureNotices;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  published = [];
  notices = new FailureNotices({ publish: (alert) => void published.push(alert) });
});
afterEach(() => void vi.useRealTimers());

const fail = (strategy: string, userId = 'u'): void =>
  notices.add({
    ...{ userId, account: 'A', strategy, instanceId: 'live-1', symbol: 'SPY', timeMs: 1 },
    text: 'The scheduled start at 09:31 failed:\nno luck',
  });
const texts = () => published.map(({ userId, text, number }) => [userId, number, text]);
const LINE = 'The scheduled start at 09:31 failed: no luck';

it('publishes a failure as it is, and those of one user that follow as one notice with their count', () => {
  fail('Cross');
  vi.advanceTimersByTime(2_000);
  expect(texts()).toEqual([['u', 1, LINE]]);
  for (let start = 0; start < 1_990; start += 1) {
    fail(start % 2 === 0 ? 'Cross' : 'Pairs');
    vi.advanceTimersByTime(10);
  }
  fail('Cross', 'eve');
  fail('Cross', 'eve');
  vi.advanceTimersByTime(2_000);
  const shown = (count: string): string => `${count} scheduled starts failed. The first: ${LINE}`;
  expect(texts().slice(1)).toEqual([
    ['u', 2, shown('1,990')],
    ['eve', 3, shown('2')],
  ]);
});

it('publishes failures that do not end once a minute', () => {
  for (let second = 0; second < 90; second += 1) {
    fail('Cross');
    vi.advanceTimersByTime(1_000);
  }
  expect(published.map(({ text }) => text.split(' ')[0])).toEqual(['60']);
});

it('publishes what waits when the server stops', () => {
  fail('Cross');
  notices.close();
  expect(texts()).toEqual([['u', 1, LINE]]);
  vi.advanceTimersByTime(60_000);
  expect(published).toHaveLength(1);
});
