import type { Logger } from '../logging.ts';
import type { LeftAlone } from './event-notices.ts';

/** A connection that is back within this time was not lost, ms. A page reconnects after 15 s unless the user has set another time. */
export const RETURN_MS = 60_000;

/** What the watch needs. */
export interface DisconnectWatchParts {
  readonly hostMs: () => number;
  /** Orders and strategy runs that work for the user now. */
  readonly workOf: (userId: string) => Promise<LeftAlone>;
  /** Whether the user has a channel. */
  readonly isWatched: (userId: string) => boolean;
  /** Called with the host time of the loss, UTC ms. */
  readonly onLost: (userId: string, lostMs: number, work: LeftAlone) => Promise<void>;
  readonly logger: Pick<Logger, 'error'>;
  /** Time until a connection counts as lost, ms. */
  readonly returnMs: number;
}

/**
 * Notices that a user's last trading connection was lost: it was closed without a logout, none has come back within a minute, and orders or
 * strategies work at the end of that minute.
 */
export class DisconnectWatch {
  readonly #parts: DisconnectWatchParts;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #isStopped = false;

  constructor(parts: DisconnectWatchParts) {
    this.#parts = parts;
  }

  /** The user has a trading connection. */
  entered(userId: string): void {
    clearTimeout(this.#timers.get(userId));
    this.#timers.delete(userId);
  }

  /** The user's last trading connection was closed, and not by a logout or the end of its session. */
  lost(userId: string): void {
    const { hostMs, isWatched, returnMs } = this.#parts;
    if (this.#isStopped || !isWatched(userId)) return;
    const lostMs = hostMs();
    this.entered(userId);
    this.#timers.set(
      userId,
      setTimeout(() => {
        this.#timers.delete(userId);
        void this.#report(userId, lostMs);
      }, returnMs).unref(),
    );
  }

  /** A stop of the server closes every connection, which is no loss. */
  stop(): void {
    this.#isStopped = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  async #report(userId: string, lostMs: number): Promise<void> {
    const { workOf, onLost, logger } = this.#parts;
    try {
      const work = await workOf(userId);
      if (!this.#isStopped && work.openOrders + work.liveRuns > 0) await onLost(userId, lostMs, work);
    } catch (error) {
      logger.error({ err: error, userId }, 'a lost connection could not be reported');
    }
  }
}
