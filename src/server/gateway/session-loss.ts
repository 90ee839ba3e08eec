import type { Brokerage } from '../brokerage/brokerage.ts';
import type { Logger } from '../logging.ts';
import { cancelAfterSecondsOf } from '../settings/cancel-after-seconds.ts';
import type { Accounts, Repositories, Sessions, StoredSettings } from '../storage/repositories.ts';

/** While the journal takes no records, a cancel is tried again after this time, ms. */
const RETRY_MS = 2_000;

/** What the watch needs. */
export interface SessionLossParts {
  readonly brokerage: Pick<Brokerage, 'cancelOrdersOf' | 'sessionsWithOrders'>;
  readonly settings: Pick<StoredSettings, 'load'>;
  readonly accounts: Pick<Accounts, 'ofUser'>;
  readonly sessions: Pick<Sessions, 'byId'>;
  readonly hostMs: () => number;
  readonly logger: Pick<Logger, 'info' | 'error'>;
  /** Milliseconds of a second of the setting. Tests make it shorter. */
  readonly secondMs?: number | undefined;
}

/**
 * Cancels the orders of a session whose last trading connection was lost, once it has not come back for the time that its user has set. A logout is no
 * loss, and neither is a stop of the server; after a start, sessions with open orders have that time to come back.
 */
export class SessionLossWatch {
  readonly #parts: SessionLossParts;
  /** By session: the loss that is being waited for. */
  readonly #losses = new Map<string, { timer: NodeJS.Timeout | undefined }>();
  #isStopped = false;

  constructor(parts: SessionLossParts) {
    this.#parts = parts;
  }

  /** After a start: no session is connected yet. */
  async begin(): Promise<void> {
    const { brokerage, sessions, hostMs, logger } = this.#parts;
    for (const [sessionId, userId] of brokerage.sessionsWithOrders()) {
      try {
        const record = await sessions.byId(sessionId);
        // A session that has ended was not lost: its orders stayed when it did.
        const isStanding = record?.revokedAtMs === null && record.expiresAtMs > hostMs();
        if (isStanding && !this.#losses.has(sessionId)) this.lost(sessionId, userId);
      } catch (error) {
        logger.error({ err: error, userId }, 'a session with open orders could not be read');
      }
    }
  }

  /** The session has a trading connection. */
  entered(sessionId: string): void {
    clearTimeout(this.#losses.get(sessionId)?.timer);
    this.#losses.delete(sessionId);
  }

  /** The session's last trading connection was closed, and not by a logout or the end of the session. */
  lost(sessionId: string, userId: string): void {
    if (this.#isStopped) return;
    this.entered(sessionId);
    const loss = { timer: undefined };
    this.#losses.set(sessionId, loss);
    void this.#wait(sessionId, userId, loss);
  }

  /** A stop of the server closes every connection, which is no loss. */
  stop(): void {
    this.#isStopped = true;
    for (const { timer } of this.#losses.values()) clearTimeout(timer);
    this.#losses.clear();
  }

  /** Waits for the time that the user has set, if any. */
  async #wait(sessionId: string, userId: string, loss: { timer: NodeJS.Timeout | undefined }): Promise<void> {
    const { logger, secondMs = 1_000 } = this.#parts;
    try {
      const seconds = await this.#secondsOf(userId);
      if (this.#losses.get(sessionId) !== loss) return;
      if (seconds === null) return void this.#losses.delete(sessionId);
      this.#retryAfter(seconds * secondMs, sessionId, userId, loss);
    } catch (error) {
      logger.error({ err: error, userId }, 'a lost session could not be read; it is tried again');
      if (this.#losses.get(sessionId) === loss)
        loss.timer = setTimeout(() => void this.#wait(sessionId, userId, loss), RETRY_MS).unref();
    }
  }

  #retryAfter(
    delayMs: number,
    sessionId: string,
    userId: string,
    loss: { timer: NodeJS.Timeout | undefined },
  ): void {
    loss.timer = setTimeout(() => void this.#cancel(sessionId, userId, loss), delayMs).unref();
  }

  async #cancel(
    sessionId: string,
    userId: string,
    loss: { timer: NodeJS.Timeout | undefined },
  ): Promise<void> {
    const { brokerage, accounts, logger } = this.#parts;
    try {
      // The user may have switched it off on another machine meanwhile.
      if ((await this.#secondsOf(userId)) === null) return void this.#losses.delete(sessionId);
      for (const { account } of await accounts.ofUser(userId)) {
        if (this.#losses.get(sessionId) !== loss) return;
        const count = await brokerage.cancelOrdersOf(sessionId, account);
        if (count === undefined) throw new Error('the brokerage takes no records');
        if (count > 0) logger.info({ userId, account, count }, 'orders of a lost session were cancelled');
      }
      if (this.#losses.get(sessionId) === loss) this.#losses.delete(sessionId);
    } catch (error) {
      logger.error(
        { err: error, userId },
        'the orders of a lost session could not be cancelled; it is tried again',
      );
      if (this.#losses.get(sessionId) === loss) this.#retryAfter(RETRY_MS, sessionId, userId, loss);
    }
  }

  async #secondsOf(userId: string): Promise<number | null> {
    return cancelAfterSecondsOf((await this.#parts.settings.load(userId))?.settings);
  }
}

/** The watch of a server that starts, over its repositories. `stops`: what the server calls when it stops. */
export async function startSessionLoss({
  repositories: { accounts, sessions, settings },
  stops,
  ...parts
}: Omit<SessionLossParts, 'accounts' | 'sessions' | 'settings'> & {
  readonly repositories: Pick<Repositories, 'accounts' | 'sessions' | 'settings'>;
  readonly stops: { add(stop: () => void): unknown };
}): Promise<SessionLossWatch> {
  const watch = new SessionLossWatch({ ...parts, accounts, sessions, settings });
  stops.add(() => watch.stop());
  await watch.begin();
  return watch;
}
