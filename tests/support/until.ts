import { vi } from 'vitest';

/** How long tests wait for a condition: far longer than it takes on an idle machine, so that a busy one fails no test. */
export const WAIT_MS = 30_000;

/** Waits until `condition` no longer throws. After `timeoutMs` rejects with what it threw last. */
export const until = <T>(condition: () => T | Promise<T>, timeoutMs = WAIT_MS): Promise<T> =>
  vi.waitFor(condition, { timeout: timeoutMs, interval: 5 });
