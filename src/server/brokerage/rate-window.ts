import { MINUTE_MS } from '../../domain/calendar/durations.ts';

/** Changes of its options (a halt, cancel on disconnect) that an account may make in a minute. */
export const MAX_OPTION_CHANGES = 60;
/** Requests to exercise that an account may send in a minute, refused ones included. */
export const MAX_EXERCISE_REQUESTS = 60;

/**
 * Counts the requests of each account in a window that begins with its first request. It bounds requests that are no orders, which the order rate
 * does not count, so that no account makes the journal grow or keeps the server busy with them.
 */
export class RateWindow {
  readonly #max: number;
  readonly #windowMs: number;
  readonly #windows = new Map<string, { sinceMs: number; count: number }>();

  constructor(max: number, windowMs = MINUTE_MS) {
    this.#max = max;
    this.#windowMs = windowMs;
  }

  /** Counts a request; returns 0 when it is within the limit, or how long the account must wait, in milliseconds. */
  take(account: string, nowMs: number): number {
    const window = this.#windows.get(account);
    if (!window || nowMs - window.sinceMs >= this.#windowMs) {
      this.#windows.set(account, { sinceMs: nowMs, count: 1 });
      return 0;
    }
    window.count += 1;
    return window.count <= this.#max ? 0 : window.sinceMs + this.#windowMs - nowMs;
  }
}
