import type { HostClock } from '../host-clock.ts';

/** Timers cannot run longer than this. */
const MAX_TIMER_MS = 2_147_000_000;

/** Calls `onEnd` when the clock passes the end of a demo session. One timer may be too short for that, and may fire late. */
export class DemoEnd {
  readonly #clock: HostClock;
  readonly #onEnd: () => void;
  #timer: unknown = null;

  constructor(clock: HostClock, onEnd: () => void) {
    this.#clock = clock;
    this.#onEnd = onEnd;
  }

  /** Replaces the end that was set before (host UTC ms). */
  set(endsAtMs: number): void {
    this.clear();
    const leftMs = endsAtMs - this.#clock.nowMs();
    this.#timer = this.#clock.setTimeout(
      () => (this.#clock.nowMs() >= endsAtMs ? this.#onEnd() : this.set(endsAtMs)),
      Math.min(leftMs, MAX_TIMER_MS),
    );
  }

  clear(): void {
    this.#clock.clearTimeout(this.#timer);
    this.#timer = null;
  }
}
