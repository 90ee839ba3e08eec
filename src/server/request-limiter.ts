import type { Urgency } from './market/market-data.ts';

const WINDOW_MS = 60_000;
/** Share of the limit that work in the background may use: the rest stays free for what a trader waits for. */
const BACKGROUND_SHARE = 0.6;

/** What a limiter counts with. */
export interface RequestLimiterOptions {
  /** Requests that the source answers in any 60 seconds. */
  readonly perMinute: number;
  /** A clock that never goes back, ms. */
  readonly nowMs: () => number;
}

interface Waiting {
  readonly proceed: () => void;
  readonly fail: (reason: Error) => void;
}

/**
 * Admits requests to a source that counts them. A visible request passes every request in the background, and the last part of the limit is kept
 * for visible ones. Within a class, requests proceed in the order of their calls.
 */
export class RequestLimiter {
  readonly #perMinute: number;
  readonly #backgroundPerMinute: number;
  readonly #nowMs: () => number;
  /** When the requests of the last minute were admitted, ascending. */
  readonly #admittedMs: number[] = [];
  readonly #waiting: Record<Urgency, Waiting[]> = { visible: [], background: [] };
  #pausedUntilMs = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor({ perMinute, nowMs }: RequestLimiterOptions) {
    this.#perMinute = perMinute;
    this.#backgroundPerMinute = Math.max(1, Math.floor(perMinute * BACKGROUND_SHARE));
    this.#nowMs = nowMs;
  }

  /** Requests that wait for their turn. */
  waitingCount(urgency: Urgency): number {
    return this.#waiting[urgency].length;
  }

  /** Resolves when the request may be sent. Rejects when the limiter is stopped. */
  admit(urgency: Urgency): Promise<void> {
    if (this.#isStopped) return Promise.reject(stopped());
    return new Promise((proceed, fail) => {
      this.#waiting[urgency].push({ proceed, fail });
      this.#admitDue();
    });
  }

  /** Admits the request at once and returns 0; else returns the wait until a try may succeed, ms, and nothing is queued. */
  tryAdmit(urgency: Urgency): number {
    if (this.#isStopped) throw stopped();
    const waitMs = this.#waitMs(urgency === 'visible' ? this.#perMinute : this.#backgroundPerMinute);
    if (waitMs > 0) return waitMs;
    this.#admittedMs.push(this.#nowMs());
    return 0;
  }

  /** Holds every request back for a time: the source has refused one with "too many requests". */
  pauseFor(pauseMs: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, this.#nowMs() + pauseMs);
  }

  /** Rejects the requests that wait, and all later ones. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    for (const queue of Object.values(this.#waiting)) for (const { fail } of queue.splice(0)) fail(stopped());
  }

  #admitDue(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (;;) {
      const queue = this.#waiting.visible.length > 0 ? this.#waiting.visible : this.#waiting.background;
      if (queue.length === 0) return;
      const limit = queue === this.#waiting.visible ? this.#perMinute : this.#backgroundPerMinute;
      const waitMs = this.#waitMs(limit);
      if (waitMs > 0) {
        this.#timer = setTimeout(() => this.#admitDue(), waitMs);
        this.#timer.unref();
        return;
      }
      this.#admittedMs.push(this.#nowMs());
      queue.shift()?.proceed();
    }
  }

  /** Time until fewer than `limit` requests lie in the last minute, and any pause is over, ms; 0 = now. */
  #waitMs(limit: number): number {
    const nowMs = this.#nowMs();
    while ((this.#admittedMs[0] ?? Infinity) <= nowMs - WINDOW_MS) this.#admittedMs.shift();
    const blocking = this.#admittedMs.at(-limit);
    const freeMs = this.#admittedMs.length < limit || blocking === undefined ? nowMs : blocking + WINDOW_MS;
    return Math.max(freeMs, this.#pausedUntilMs) - nowMs;
  }
}

const stopped = (): Error => new Error('the market has been stopped');
