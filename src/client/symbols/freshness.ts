import type { HostClock } from '../host-clock.ts';
import { createObservable } from '../observable.ts';
import type { FeedState, Readable, Staleness } from '../types.ts';

/** How often the age of prices is checked. */
const FRESHNESS_CHECK_MS = 1_000;
/** `feedAlive` comes every 5 s, which may be the whole stated age: network delay alone must not mark a price stale. */
export const STALE_SLACK_MS = 1_000;

const FRESH: FeedState = { isStale: false, sinceMs: null };
const NO_PRICES: Staleness = { isStale: false, ageMs: null };

/** The facts that decide whether prices are current. */
export interface FreshnessDeps {
  readonly clock: HostClock;
  /** Whether the streaming socket is open and authenticated. */
  readonly isReady: () => boolean;
  /** Age of an unconfirmed price at which it is stale, ms. */
  readonly staleAfterMs: () => number;
}

/**
 * Decides whether prices are current. A price is fresh while the streaming socket is ready and a tick or `feedAlive` has
 * confirmed it within `staleAfterMs`, and since the socket was last opened.
 */
export class Freshness {
  readonly #clock: HostClock;
  readonly #isReady: () => boolean;
  readonly #staleAfterMs: () => number;
  readonly #feed = createObservable(FRESH);
  readonly #listeners: ((setBackToMs: number | null) => void)[] = [];
  #isSignedIn = false;
  #wasReady = false;
  /** Ready at some time of this session. Before that, nothing has been lost yet. */
  #hasBeenReady = false;
  /** Prices confirmed before this are from before an outage. */
  #readyAgainMs = 0;
  /** When the feed as a whole was last known to be good. */
  #confirmedMs = 0;
  #checkedMs = 0;
  #timer: unknown = null;

  constructor({ clock, isReady, staleAfterMs }: FreshnessDeps) {
    this.#clock = clock;
    this.#isReady = isReady;
    this.#staleAfterMs = staleAfterMs;
  }

  /** Whether prices flow at all. */
  get feed(): Readable<FeedState> {
    return this.#feed;
  }

  /** A session (or another account's) begins: prices are on their way. */
  begin(): void {
    this.dispose();
    this.#isSignedIn = true;
    this.#hasBeenReady = this.#wasReady = false;
    this.#readyAgainMs = 0;
    this.#confirmedMs = this.#checkedMs = this.#clock.nowMs();
    this.#checkRepeatedly();
  }

  /** The user has signed out. */
  end(): void {
    this.dispose();
    this.#isSignedIn = false;
    this.check();
  }

  /** Checks at once: the streaming socket is ready, or was lost, or the host was asleep. */
  check(): void {
    const nowMs = this.#clock.nowMs();
    const setBackToMs = nowMs < this.#checkedMs ? nowMs : null;
    this.#checkedMs = nowMs;
    // What was confirmed "later than now" would otherwise stay fresh until the clock is there again.
    if (setBackToMs !== null) {
      this.#confirmedMs = Math.min(this.#confirmedMs, nowMs);
      this.#readyAgainMs = Math.min(this.#readyAgainMs, nowMs);
    }
    const isReady = this.#isReady();
    if (isReady && !this.#wasReady) {
      if (this.#hasBeenReady) this.#readyAgainMs = nowMs;
      this.#hasBeenReady = true;
      this.#confirmedMs = nowMs;
    }
    this.#wasReady = isReady;
    this.#update();
    for (const listener of this.#listeners) listener(setBackToMs);
  }

  /** The server has reported that its market flows. */
  onAlive(): void {
    this.#confirmedMs = this.#clock.nowMs();
    this.check();
  }

  /** Staleness of a price that was confirmed at this host time, ms (0 = there is no price). */
  staleness(receivedAtMs: number): Staleness {
    if (receivedAtMs === 0) return NO_PRICES;
    const ageMs = Math.max(0, this.#clock.nowMs() - receivedAtMs);
    const isStale = this.#isBroken() || receivedAtMs < this.#readyAgainMs || ageMs > this.#limitMs();
    return { isStale, ageMs };
  }

  /** Calls back after every check, once a second. `setBackToMs` is the host time when the host's clock was set back, else null. */
  onChecked(listener: (setBackToMs: number | null) => void): void {
    this.#listeners.push(listener);
  }

  dispose(): void {
    this.#clock.clearTimeout(this.#timer);
    this.#timer = null;
  }

  #checkRepeatedly(): void {
    this.check();
    this.#timer = this.#clock.setTimeout(() => this.#checkRepeatedly(), FRESHNESS_CHECK_MS);
  }

  #limitMs(): number {
    return this.#staleAfterMs() + STALE_SLACK_MS;
  }

  #isTooOld(atMs: number): boolean {
    return this.#clock.nowMs() - atMs > this.#limitMs();
  }

  #isBroken(): boolean {
    return this.#hasBeenReady ? !this.#isReady() : this.#isTooOld(this.#confirmedMs);
  }

  #update(): void {
    const isStale = this.#isSignedIn && (this.#isBroken() || this.#isTooOld(this.#confirmedMs));
    if (isStale !== this.#feed.get().isStale)
      this.#feed.set(isStale ? { isStale, sinceMs: this.#confirmedMs } : FRESH);
  }
}
