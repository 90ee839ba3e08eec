import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRefreshTimer } from './refresh-timer.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('shows what comes first at once, and what follows once in a second', () => {
  let reads = 0;
  const timer = createRefreshTimer(
    () => {
      reads++;
    },
    1000,
    { now: () => Date.now() },
  );
  timer.changed();
  vi.advanceTimersByTime(0);
  expect(reads).toBe(1);
  for (let at = 0; at < 10; at++) {
    timer.changed();
    vi.advanceTimersByTime(90);
  }
  expect(reads).toBe(1);
  vi.advanceTimersByTime(100);
  expect(reads).toBe(2);
  vi.advanceTimersByTime(5000);
  expect(reads).toBe(2);
  timer.changed();
  vi.advanceTimersByTime(0);
  expect(reads).toBe(3);
});

it('reads nothing after its stop', () => {
  let reads = 0;
  const timer = createRefreshTimer(
    () => {
      reads++;
    },
    1000,
    { now: () => Date.now() },
  );
  timer.changed();
  timer.stop();
  vi.advanceTimersByTime(2000);
  expect(reads).toBe(0);
});
