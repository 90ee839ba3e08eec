import { HOUR_MS } from '../../../domain/calendar/durations.ts';
import { dateOfDay, dayNumber } from '../../../domain/calendar/new-york-time.ts';
import { newYorkDate, previousSession, sessionOn } from '../../../domain/calendar/us-equity.ts';
import type { MarketPhase, SessionDay, SessionListener, Trade } from '../market-data.ts';

/** Orders may be entered from 4:00 on, and trading after the close lasts four hours. */
const PRE_MS = 5.5 * HOUR_MS;
const POST_MS = 4 * HOUR_MS;
/** How often the clock checks whether a phase has begun, ms. */
const CHECK_MS = 100;

interface Boundary {
  readonly timeMs: number;
  readonly phase: MarketPhase;
}

/** What a clock needs. */
export interface LiveClockOptions {
  /** Host time, UTC ms; never goes back. */
  readonly nowMs: () => number;
  /** Called before the phase is published. */
  readonly onPhase: (phase: MarketPhase) => void;
}

/**
 * Exchange time of a live market: that of the host, with the sessions of the exchange calendar. While there are listeners, time waits before each change of
 * the phase until they have received it.
 */
export class LiveClock {
  readonly #options: LiveClockOptions;
  readonly #listeners = new Set<SessionListener>();
  #next: Boundary;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: LiveClockOptions) {
    this.#options = options;
    this.#next = boundaryAfter(options.nowMs());
  }

  /** Exchange time, UTC ms. */
  exchangeMs(): number {
    const nowMs = this.#options.nowMs();
    return this.#listeners.size > 0 ? Math.min(nowMs, this.#next.timeMs - 1) : nowMs;
  }

  phase(): MarketPhase {
    const timeMs = this.exchangeMs();
    const session = sessionOn(newYorkDate(timeMs));
    if (session === null || timeMs < session.openMs - PRE_MS || timeMs >= session.closeMs + POST_MS)
      return 'closed';
    if (timeMs < session.openMs) return 'pre';
    return timeMs < session.closeMs ? 'open' : 'post';
  }

  /** The session in progress, or the last one begun. */
  sessionDay(): SessionDay {
    const timeMs = this.exchangeMs();
    const date = newYorkDate(timeMs);
    const today = sessionOn(date);
    const { openMs, closeMs, ...session } =
      today !== null && timeMs >= today.openMs ? today : previousSession(date);
    return { date: session.date, openMs, closeMs };
  }

  /** The returned function removes the listener. */
  onSession(listener: SessionListener): () => void {
    if (this.#listeners.size === 0) this.#next = boundaryAfter(this.#options.nowMs());
    // A listener that is added twice is called twice, and removed by itself each time.
    const entry: SessionListener = {
      onPhase: (phase, timeMs) => listener.onPhase?.(phase, timeMs),
      onAuctionPrint: (kind, trade) => listener.onAuctionPrint?.(kind, trade),
      onHalt: (symbol, isHalted, timeMs, reason) => listener.onHalt?.(symbol, isHalted, timeMs, reason),
      onHaltsKnown: (symbol, knownFromMs, timeMs) => listener.onHaltsKnown?.(symbol, knownFromMs, timeMs),
    };
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  }

  publishAuctionPrint(kind: 'opening' | 'closing', trade: Trade): void {
    for (const listener of this.#listeners) listener.onAuctionPrint?.(kind, trade);
  }

  /** Publishes a halt, its end (an empty reason) or its new reason, at the present exchange time. */
  publishHalt(symbol: string, isHalted: boolean, reason: string): void {
    const timeMs = this.exchangeMs();
    for (const listener of this.#listeners) listener.onHalt?.(symbol, isHalted, timeMs, reason);
  }

  /** Publishes from when on the halts of a symbol are known, null = all of them, at the present exchange time. */
  publishHaltsKnown(symbol: string, knownFromMs: number | null): void {
    const timeMs = this.exchangeMs();
    for (const listener of this.#listeners) listener.onHaltsKnown?.(symbol, knownFromMs, timeMs);
  }

  start(): void {
    this.#timer ??= setInterval(() => this.check(), CHECK_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Publishes the phases that have begun. The timer of `start` does the same. */
  check(): void {
    while (this.#options.nowMs() >= this.#next.timeMs) {
      const { phase, timeMs } = this.#next;
      this.#options.onPhase(phase);
      // Advanced before it is published: after a listener throws, no phase may be published twice.
      this.#next = boundaryAfter(timeMs);
      for (const listener of this.#listeners) listener.onPhase?.(phase, timeMs);
    }
  }
}

/** The first change of the phase after a time (UTC ms). */
function boundaryAfter(timeMs: number): Boundary {
  // The longest closing on record is six days, so the loop is short.
  for (let day = dayNumber(newYorkDate(timeMs)); ; day += 1) {
    const session = sessionOn(dateOfDay(day));
    if (session === null) continue;
    const { openMs, closeMs } = session;
    const boundaries: readonly Boundary[] = [
      { timeMs: openMs - PRE_MS, phase: 'pre' },
      { timeMs: openMs, phase: 'open' },
      { timeMs: closeMs, phase: 'post' },
      { timeMs: closeMs + POST_MS, phase: 'closed' },
    ];
    const next = boundaries.find((boundary) => boundary.timeMs > timeMs);
    if (next !== undefined) return next;
  }
}
