import type { HostClock } from '../host-clock.ts';

/** Time between two heartbeats or pings. */
export const HEARTBEAT_MS = 5_000;
/** A socket that has not said anything for this long after a ping is taken for dead. */
const SILENCE_LIMIT_MS = 15_000;
/** An answer that takes longer than this is late: whoever looks at the connection shall see it. */
export const LATE_ANSWER_MS = 2_000;
/** A timer that comes this much late is asked once more: the page itself was busy, and what arrived is not read yet. */
const BUSY_MS = 250;
/** A timer that comes later than this tells of a machine that was asleep, or a page that was not run. */
const LATE_MS = 20_000;
/** After a sleep a socket has this long to answer; then it is opened anew at once. */
export const WAKE_ANSWER_MS = 5_000;

export interface HeartbeatDeps {
  readonly clock: HostClock;
  /** Sends a ping that says when; false when the socket does not take it. */
  readonly send: (sentMs: number) => boolean;
  /** The other side is not there any more. After a sleep there is nothing to wait for. */
  readonly onDead: (isAfterSleep: boolean) => void;
  /** A ping is out for longer than an answer takes (true), or something was heard again (false). */
  readonly onLate: (isLate: boolean) => void;
}

/** Asks the other side of one socket every few seconds whether it is there, and notices when the machine was asleep. */
export interface Heartbeat {
  start(): void;
  stop(): void;
  /** The other side has said anything at all. */
  heard(): void;
  /** The ping sent at that time was answered; returns how long it took, ms. */
  answered(sentMs: number): number;
  /** Asks now and wants an answer soon: the machine may have been asleep. Asked twice is asked once. */
  demandAnswer(): void;
}

export function createHeartbeat({ clock, send, onDead, onLate }: HeartbeatDeps): Heartbeat {
  let pingTimer: unknown = null;
  let wakeTimer: unknown = null;
  /** When the ping timer is due, to see how late it comes. */
  let dueMs = 0;
  let heardMs = 0;
  /** A ping is out and nothing was heard since. */
  let isWaiting = false;
  /** When an answer was demanded; a ping sent then or later has to be answered. Null once it was. */
  let demandedMs: number | null = null;
  /** Runs while a ping waits for its answer. */
  let lateTimer: unknown = null;
  let isLate = false;

  function setLate(next: boolean): void {
    if (isLate === next) return;
    isLate = next;
    onLate(next);
  }

  /** Looks again after `delayMs` whether the ping was answered. */
  function lookAfter(delayMs: number): void {
    clock.clearTimeout(lateTimer);
    const lookMs = clock.nowMs() + delayMs;
    lateTimer = clock.setTimeout(() => {
      if (!isWaiting) return;
      if (clock.nowMs() - lookMs > BUSY_MS) lookAfter(BUSY_MS);
      else setLate(true);
    }, delayMs);
  }

  function ping(nowMs: number): boolean {
    if (!send(nowMs)) return false;
    // A second ping does not put off the look at the first.
    if (!isWaiting) lookAfter(LATE_ANSWER_MS);
    isWaiting = true;
    return true;
  }

  function later(): void {
    clock.clearTimeout(pingTimer);
    dueMs = clock.nowMs() + HEARTBEAT_MS;
    pingTimer = clock.setTimeout(beat, HEARTBEAT_MS);
  }

  function beat(): void {
    const nowMs = clock.nowMs();
    // Answers that came during a sleep are not read yet: the socket is asked again before it is taken for dead.
    if (nowMs - dueMs > LATE_MS) return demand();
    // The host's clock may have been set back.
    heardMs = Math.min(heardMs, nowMs);
    // While an answer is demanded, its own limit decides.
    if (wakeTimer === null && isWaiting && nowMs - heardMs > SILENCE_LIMIT_MS) return onDead(false);
    ping(nowMs);
    later();
  }

  function demand(): void {
    clock.clearTimeout(wakeTimer);
    wakeTimer = null;
    demandedMs = clock.nowMs();
    if (!ping(demandedMs)) return onDead(true);
    later();
    wakeTimer = clock.setTimeout(() => {
      wakeTimer = null;
      // Prices from before the sleep may still be read now; only an answer shows that the server is there.
      if (demandedMs !== null) onDead(true);
    }, WAKE_ANSWER_MS);
  }

  return {
    start() {
      heardMs = dueMs = clock.nowMs();
      isWaiting = false;
      demandedMs = null;
      setLate(false);
      beat();
    },
    stop() {
      clock.clearTimeout(pingTimer);
      clock.clearTimeout(wakeTimer);
      clock.clearTimeout(lateTimer);
      pingTimer = wakeTimer = lateTimer = null;
      setLate(false);
    },
    heard() {
      heardMs = clock.nowMs();
      if (isWaiting) clock.clearTimeout(lateTimer);
      isWaiting = false;
      setLate(false);
    },
    answered(sentMs) {
      if (demandedMs !== null && sentMs >= demandedMs) demandedMs = null;
      return Math.max(0, clock.nowMs() - sentMs);
    },
    demandAnswer() {
      if (wakeTimer === null) demand();
    },
  };
}
