import type { HostClock } from '../host-clock.ts';

/** Time between two heartbeats or pings. */
export const HEARTBEAT_MS = 5_000;
/** A socket that has not sent anything for this long after a ping counts as dead. */
const SILENCE_LIMIT_MS = 15_000;
/** An answer that takes longer than this is late, and the connection is shown as late. */
export const LATE_ANSWER_MS = 2_000;
/** A timer that fires this much late is set once more: the page itself was busy, and frames that arrived are not read yet. */
const BUSY_MS = 250;
/** A timer that fires later than this means that the machine was asleep, or the page suspended. */
const LATE_MS = 20_000;
/** After a sleep a socket has this long to answer; then it is replaced at once. */
export const WAKE_ANSWER_MS = 5_000;

/** What a heartbeat needs from its connection. */
export interface HeartbeatDeps {
  readonly clock: HostClock;
  /** Sends a ping that carries its send time; false when the socket does not accept it. */
  readonly send: (sentMs: number) => boolean;
  /** The server no longer answers. After a sleep the socket can be replaced without waiting. */
  readonly onDead: (isAfterSleep: boolean) => void;
  /** True when a ping is unanswered for longer than LATE_ANSWER_MS, false when frames arrive again. */
  readonly onLate: (isLate: boolean) => void;
}

/** Pings the server of one socket every few seconds to check that it is alive, and detects that the machine was asleep. */
export class Heartbeat {
  readonly #deps: HeartbeatDeps;
  #pingTimer: unknown = null;
  #wakeTimer: unknown = null;
  /** Runs while a ping waits for its answer. */
  #lateTimer: unknown = null;
  /** When the ping timer is due, to measure how late it fires. */
  #dueMs = 0;
  #lastFrameMs = 0;
  /** A ping was sent and no frame has arrived since. */
  #isWaiting = false;
  /** When an answer was demanded; a ping sent then or later must be answered. Null once it was. */
  #demandedMs: number | null = null;
  #isLate = false;

  constructor(deps: HeartbeatDeps) {
    this.#deps = deps;
  }

  /** The socket is open: sends the first ping. */
  start(): void {
    this.#lastFrameMs = this.#dueMs = this.#deps.clock.nowMs();
    this.#isWaiting = false;
    this.#demandedMs = null;
    this.#setLate(false);
    this.#beat();
  }

  stop(): void {
    const { clock } = this.#deps;
    clock.clearTimeout(this.#pingTimer);
    clock.clearTimeout(this.#wakeTimer);
    clock.clearTimeout(this.#lateTimer);
    this.#pingTimer = this.#wakeTimer = this.#lateTimer = null;
    this.#setLate(false);
  }

  /** The server has sent a frame, whatever it holds. */
  onFrame(): void {
    const { clock } = this.#deps;
    this.#lastFrameMs = clock.nowMs();
    if (this.#isWaiting) clock.clearTimeout(this.#lateTimer);
    this.#isWaiting = false;
    this.#setLate(false);
  }

  /** The ping with this send time was answered; returns the round trip, ms. */
  onAnswer(sentMs: number): number {
    if (this.#demandedMs !== null && sentMs >= this.#demandedMs) this.#demandedMs = null;
    return Math.max(0, this.#deps.clock.nowMs() - sentMs);
  }

  /** Pings now and requires an answer within WAKE_ANSWER_MS: the machine may have been asleep. No effect while an answer is demanded already. */
  demandAnswer(): void {
    if (this.#wakeTimer === null) this.#demand();
  }

  #demand(): void {
    const { clock, onDead } = this.#deps;
    clock.clearTimeout(this.#wakeTimer);
    this.#wakeTimer = null;
    this.#demandedMs = clock.nowMs();
    if (!this.#ping(this.#demandedMs)) return onDead(true);
    this.#schedule();
    this.#wakeTimer = clock.setTimeout(() => {
      this.#wakeTimer = null;
      // Prices from before the sleep may still be read now; only an answer shows that the server is there.
      if (this.#demandedMs !== null) onDead(true);
    }, WAKE_ANSWER_MS);
  }

  #beat(): void {
    const nowMs = this.#deps.clock.nowMs();
    // Answers that came during a sleep are not read yet: the socket gets another ping before it counts as dead.
    if (nowMs - this.#dueMs > LATE_MS) return this.#demand();
    // The host's clock may have been set back.
    this.#lastFrameMs = Math.min(this.#lastFrameMs, nowMs);
    const isSilent = this.#isWaiting && nowMs - this.#lastFrameMs > SILENCE_LIMIT_MS;
    // While an answer is demanded, its own limit decides.
    if (this.#wakeTimer === null && isSilent) return this.#deps.onDead(false);
    this.#ping(nowMs);
    this.#schedule();
  }

  #schedule(): void {
    const { clock } = this.#deps;
    clock.clearTimeout(this.#pingTimer);
    this.#dueMs = clock.nowMs() + HEARTBEAT_MS;
    this.#pingTimer = clock.setTimeout(() => this.#beat(), HEARTBEAT_MS);
  }

  #ping(nowMs: number): boolean {
    if (!this.#deps.send(nowMs)) return false;
    // A second ping does not postpone the check of the first.
    if (!this.#isWaiting) this.#checkAnswerAfter(LATE_ANSWER_MS);
    this.#isWaiting = true;
    return true;
  }

  #checkAnswerAfter(delayMs: number): void {
    const { clock } = this.#deps;
    clock.clearTimeout(this.#lateTimer);
    const dueMs = clock.nowMs() + delayMs;
    this.#lateTimer = clock.setTimeout(() => {
      if (!this.#isWaiting) return;
      if (clock.nowMs() - dueMs > BUSY_MS) this.#checkAnswerAfter(BUSY_MS);
      else this.#setLate(true);
    }, delayMs);
  }

  #setLate(isLate: boolean): void {
    if (this.#isLate === isLate) return;
    this.#isLate = isLate;
    this.#deps.onLate(isLate);
  }
}
