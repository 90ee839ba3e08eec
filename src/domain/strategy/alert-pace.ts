import { MINUTE_MS } from '../calendar/durations.ts';

/** Alerts that a live run may send in a minute: a strategy that alerts on each bar must not flood its user. */
export const MAX_ALERTS_PER_MINUTE = 5;

/** Admits alerts of a run, the first ones of any minute. */
export class AlertPace {
  /** Of the newest alerts that were admitted; at most `MAX_ALERTS_PER_MINUTE`. */
  readonly #times: number[] = [];

  /** `timeMs`: exchange UTC ms, not descending. */
  admits(timeMs: number): boolean {
    if (this.#times.length >= MAX_ALERTS_PER_MINUTE) {
      if (timeMs - (this.#times[0] ?? 0) < MINUTE_MS) return false;
      this.#times.shift();
    }
    this.#times.push(timeMs);
    return true;
  }
}
