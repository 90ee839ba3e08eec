import { expect, it } from 'vitest';
import { retryDelayMs } from './backoff.ts';

it('doubles the delay from half a minute to an hour, and spreads it by a fifth', () => {
  expect([1, 2, 3, 8, 12, 500].map((failures) => retryDelayMs(failures, 0.5))).toEqual([
    30_000, 60_000, 120_000, 3_600_000, 3_600_000, 3_600_000,
  ]);
  expect([retryDelayMs(1, 0), retryDelayMs(1, 0.999_999)]).toEqual([24_000, 36_000]);
});
