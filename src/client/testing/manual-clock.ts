import type { HostClock } from '../host-clock.ts';

/** A clock that moves only when told to. */
export interface ManualClock extends HostClock {
  /** Moves time on, running every timer that falls due, in order. */
  advance(ms: number): void;
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
    advance(ms) {
      const endMs = nowMs + ms;
      for (;;) {
        const due = [...timers].filter(([, timer]) => timer.atMs <= endMs).sort(([a, one], [b, other]) => one.atMs - other.atMs || a - b)[0];
        if (!due) break;
        timers.delete(due[0]);
        nowMs = due[1].atMs;
        due[1].callback();
      }
      nowMs = endMs;
    },
  };
}
