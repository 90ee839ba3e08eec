import { systemClock, type HostClock } from '../../src/client/host-clock.ts';

/** The host's clock, whose long timers a test can let fall due. */
export function skippableClock(): HostClock & {
  skip(ms: number): void;
  hurry(delayMs: number): void;
  delays(): number[];
} {
  const waiting = new Map<unknown, { atMs: number; delayMs: number; run: () => void }>();
  let skippedMs = 0;
  const nowMs = () => Date.now() + skippedMs;
  return {
    ...systemClock,
    setTimeout(callback, delayMs) {
      const handle = {};
      const run = () => {
        if (waiting.delete(handle)) callback();
      };
      const timer = setTimeout(run, delayMs);
      waiting.set(handle, {
        atMs: nowMs() + delayMs,
        delayMs,
        run: () => (clearTimeout(timer), run()),
      });
      return handle;
    },
    clearTimeout: (handle) => void waiting.delete(handle),
    nowMs,
    skip(ms) {
      skippedMs += ms;
      for (const { atMs, run } of [...waiting.values()]) if (atMs <= nowMs()) run();
    },
    /** Lets timers of that length fall due now. */
    hurry(ms) {
      for (const { delayMs, run } of [...waiting.values()]) if (delayMs === ms) run();
    },
    delays: () => [...waiting.values()].map(({ delayMs }) => delayMs),
  };
}
