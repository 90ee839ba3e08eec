import type { HostClock } from '../host-clock.ts';

/** Time between two heartbeats or pings. */
export const HEARTBEAT_MS = 5_000;
/** A socket that has not said anything for this long after a ping is taken for dead. */
const SILENCE_LIMIT_MS = 15_000;
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

export function createHeartbeat({ clock, send, onDead }: HeartbeatDeps): Heartbeat {
  let pingTimer: unknown = null;
  let wakeTimer: unknown = null;
  /** When the ping timer is due, to see how late it comes. */
  let dueMs = 0;
  let heardMs = 0;
  /** A ping is out and nothing was heard since. */
  let isWaiting = false;
  /** When an answer was demanded; a ping sent then or later has to be answered. Null once it was. */
  let demandedMs: number | null = null;

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
    if (send(nowMs)) isWaiting = true;
    later();
  }

  function demand(): void {
    clock.clearTimeout(wakeTimer);
    wakeTimer = null;
    demandedMs = clock.nowMs();
    if (!send(demandedMs)) return onDead(true);
    isWaiting = true;
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
      beat();
    },
    stop() {
      clock.clearTimeout(pingTimer);
      clock.clearTimeout(wakeTimer);
      pingTimer = wakeTimer = null;
    },
    heard() {
      heardMs = clock.nowMs();
      isWaiting = false;
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
