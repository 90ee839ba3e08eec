import { expect, test } from 'vitest';
// The loader imports it at its first call, which takes long on a busy machine.
import '../external-broker/index.ts';
import type { HostClock } from '../host-clock.ts';
import { createObservable } from '../observable.ts';
import { LOGGED_OUT } from '../session/session-state.ts';
import type { ExternalBrokerHost } from './external-link.ts';
import { loadExternalLink } from './load-external-link.ts';

/** A host whose server never says which broker it has, and whose timers the test runs. */
function silentServer() {
  let calls = 0;
  const timers = new Map<number, () => void>();
  let lastTimer = 0;
  const clock: HostClock = {
    nowMs: () => 0,
    setTimeout: (callback) => {
      timers.set(++lastTimer, callback);
      return lastTimer;
    },
    // The handle is what setTimeout above returned.
    clearTimeout: (handle) => void timers.delete(handle as number),
  };
  const host = {
    clock,
    session: createObservable({ ...LOGGED_OUT, userId: 'u1' }),
    fetch: () => {
      calls += 1;
      return Promise.reject(new Error('offline'));
    },
  };
  return {
    // The loader uses nothing else of the host.
    host: host as unknown as ExternalBrokerHost,
    timers,
    calls: () => calls,
    runTimers() {
      for (const [handle, callback] of [...timers]) {
        timers.delete(handle);
        callback();
      }
    },
  };
}

test('queries the server for its broker again until the link is disposed of, and leaves no timer', async () => {
  const { host, timers, calls, runTimers } = silentServer();
  const ending = new AbortController();
  const loading = loadExternalLink(host, ending.signal);
  await expect.poll(() => timers.size).toBe(1);
  runTimers();
  await expect.poll(() => calls()).toBe(2);
  await expect.poll(() => timers.size).toBe(1);
  ending.abort();
  await expect(loading).rejects.toThrow('not needed any more');
  expect(timers.size).toBe(0);
  expect(calls()).toBe(2);
});
