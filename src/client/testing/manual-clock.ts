import type { HostClock } from '../host-clock.ts';

/** A clock for tests that moves only when a test advances it. */
export interface ManualClock extends HostClock {
  /** Moves time on, running every timer that falls due, in order. */
  advance(ms: number): void;
  /** Time passes without a timer being run, as while the machine is asleep; then everything due runs, late. */
  sleep(ms: number): void;
  /** The host's clock is corrected backwards; timers run on. */
  setBack(ms: number): void;
  readonly timerCount: () => number;
}

export function createManualClock(startMs = 1_000_000): ManualClock {
  let nowMs = startMs;
  let lastHandle = 0;
  const timers = new Map<number, { atMs: number; callback: () => void }>();
  return {
    nowMs: () => nowMs,
    setTimeout(callback, delayMs) {
      timers.set(++lastHandle, { atMs: nowMs + Math.max(0, delayMs), callback });
      return lastHandle;
    },
    clearTimeout: (handle) => void timers.delete(handle as number),
    timerCount: () => timers.size,
    setBack(ms) {
      nowMs -= ms;
      for (const timer of timers.values()) timer.atMs -= ms;
    },
    sleep(ms) {
      nowMs += ms;
      const due = [...timers]
        .filter(([, timer]) => timer.atMs <= nowMs)
        .sort(([handleA, a], [handleB, b]) => a.atMs - b.atMs || handleA - handleB);
      for (const [handle, timer] of due) if (timers.delete(handle)) timer.callback();
    },
    advance(ms) {
      const endMs = nowMs + ms;
      for (;;) {
        // Handles rise and the map keeps their order, so that of two timers due together the older comes first.
        let next: { handle: number; atMs: number; callback: () => void } | undefined;
        for (const [handle, timer] of timers)
          if (timer.atMs <= endMs && (next === undefined || timer.atMs < next.atMs))
            next = { handle, ...timer };
        if (next === undefined) break;
        timers.delete(next.handle);
        nowMs = next.atMs;
        next.callback();
      }
      nowMs = endMs;
    },
  };
}
