import type { WireReport } from '../types.ts';
import type { PageTimes } from './page-times-type.ts';

/** Orders whose times are kept, the newest ones. */
const MAX_KEPT = 500;
/** A press longer ago than this did not send the order, ms. */
const PRESS_AGE_MS = 60_000;

/** What the times are read from. */
interface PageClock {
  /** Host UTC ms. */
  readonly nowMs: () => number;
  /** When the user last pressed a key or a pointer, host UTC ms; null = not yet. */
  readonly lastInputMs: () => number | null;
}

/** When this page sent its orders and received their reports, by ClientId. */
export class SentTimes {
  readonly #clock: PageClock;
  readonly #kept = new Map<string, PageTimes>();

  constructor(clock: PageClock) {
    this.#clock = clock;
    // Begins to watch the keys and pointers.
    clock.lastInputMs();
  }

  /** The page has sent an order. */
  sent(clientId: string): void {
    const sentMs = this.#clock.nowMs();
    const inputMs = this.#clock.lastInputMs();
    const pressedMs = inputMs !== null && sentMs - inputMs <= PRESS_AGE_MS ? inputMs : null;
    this.#kept.set(clientId, { pressedMs, sentMs, acknowledgedMs: null, filledMs: null });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }

  /** A report of an order has arrived. */
  reported({ ClientId, ReportType }: Pick<WireReport, 'ClientId' | 'ReportType'>): void {
    const times = this.#kept.get(ClientId);
    if (times === undefined) return;
    const isFill = ReportType === 'OrderExecuted';
    if (times.acknowledgedMs !== null && (!isFill || times.filledMs !== null)) return;
    const nowMs = this.#clock.nowMs();
    this.#kept.set(ClientId, {
      ...times,
      acknowledgedMs: times.acknowledgedMs ?? nowMs,
      filledMs: times.filledMs ?? (isFill ? nowMs : null),
    });
  }

  /** The times of an order; undefined when this page did not send it, or no longer keeps them. */
  get(clientId: string): PageTimes | undefined {
    return this.#kept.get(clientId);
  }

  /** Another account is selected. */
  clear(): void {
    this.#kept.clear();
  }
}
