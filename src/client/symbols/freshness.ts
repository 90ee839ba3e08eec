import type { HostClock } from '../host-clock.ts';
import { createObservable } from '../observable.ts';
import type { FeedState, Readable, Staleness } from '../types.ts';

/** How often prices are looked at for their age. */
const FRESHNESS_CHECK_MS = 1_000;
/** The server's word comes every 5 s, which may be the stated age: what the network adds is no reason to mark a price. */
export const STALE_SLACK_MS = 1_000;

const FRESH: FeedState = { isStale: false, sinceMs: null };
const NO_PRICES: Staleness = { isStale: false, ageMs: null };

export interface FreshnessDeps {
  readonly clock: HostClock;
  /** Whether the streaming socket is open and authenticated. */
  readonly isReady: () => boolean;
  /** The stated age, ms. */
  readonly staleAfterMs: () => number;
}

/**
 * Says how far prices can be trusted. A price is fresh while the streaming socket is ready and something has vouched for
 * the price within the stated age, and since the socket last came back: a tick, or the server's word that all is current.
 */
export interface Freshness {
  /** A session (or another account's) begins: prices are on their way. */
  begin(): void;
  /** Nobody is signed in. */
  end(): void;
  /** The streaming socket is ready, or was lost, or the host was asleep: looks at once. */
  check(): void;
  /** The server has said that its market flows. */
  onAlive(): void;
  /** Of a price that was vouched for at this host time (0 = there is none). */
  staleness(receivedAtMs: number): Staleness;
  /** Called after every look, once a second; `setBackToMs` tells that the host's clock has been set back to that time. */
  onChecked(listener: (setBackToMs: number | null) => void): void;
  readonly feed: Readable<FeedState>;
  dispose(): void;
}

export function createFreshness({ clock, isReady, staleAfterMs }: FreshnessDeps): Freshness {
  const feed = createObservable(FRESH);
  const listeners: ((setBackToMs: number | null) => void)[] = [];
  let isSignedIn = false;
  let wasReady = false;
  /** Ready at some time of this session. Before that, nothing has been lost yet. */
  let hasBeenReady = false;
  /** Prices vouched for before this are from before an outage. */
  let readyAgainMs = 0;
  /** When the feed as a whole was last known to be good. */
  let vouchedMs = 0;
  let lookedMs = 0;
  let timer: unknown = null;

  const limitMs = () => staleAfterMs() + STALE_SLACK_MS;
  const isTooOld = (atMs: number) => clock.nowMs() - atMs > limitMs();
  const isBroken = () => (hasBeenReady ? !isReady() : isTooOld(vouchedMs));

  function update(): void {
    const isStale = isSignedIn && (isBroken() || isTooOld(vouchedMs));
    if (isStale !== feed.get().isStale) feed.set(isStale ? { isStale, sinceMs: vouchedMs } : FRESH);
  }

  function look(): void {
    const nowMs = clock.nowMs();
    const setBackToMs = nowMs < lookedMs ? nowMs : null;
    lookedMs = nowMs;
    // What was vouched for "later than now" would otherwise stay fresh until the clock is there again.
    if (setBackToMs !== null) {
      vouchedMs = Math.min(vouchedMs, nowMs);
      readyAgainMs = Math.min(readyAgainMs, nowMs);
    }
    const isNow = isReady();
    if (isNow && !wasReady) {
      if (hasBeenReady) readyAgainMs = nowMs;
      hasBeenReady = true;
      vouchedMs = nowMs;
    }
    wasReady = isNow;
    update();
    for (const listener of listeners) listener(setBackToMs);
  }

  function tick(): void {
    look();
    timer = clock.setTimeout(tick, FRESHNESS_CHECK_MS);
  }

  function stop(): void {
    clock.clearTimeout(timer);
    timer = null;
  }

  return {
    feed,
    begin() {
      stop();
      isSignedIn = true;
      hasBeenReady = wasReady = false;
      readyAgainMs = 0;
      vouchedMs = lookedMs = clock.nowMs();
      tick();
    },
    end() {
      stop();
      isSignedIn = false;
      look();
    },
    check: look,
    onAlive() {
      vouchedMs = clock.nowMs();
      look();
    },
    staleness(receivedAtMs) {
      if (receivedAtMs === 0) return NO_PRICES;
      const ageMs = Math.max(0, clock.nowMs() - receivedAtMs);
      return { isStale: isBroken() || receivedAtMs < readyAgainMs || ageMs > limitMs(), ageMs };
    },
    onChecked: (listener) => void listeners.push(listener),
    dispose: stop,
  };
}
