import type { Clock } from '../clock.ts';
import type { Repositories, SessionRecord } from '../storage/repositories.ts';

/** Why a session ended. */
export type SessionEnd = 'logout' | 'demo-expired' | 'revoked';
/** Called once for each session that ends. */
export type SessionEndListener = (sessionId: string, reason: SessionEnd) => void;

const SWEEP_EVERY_MS = 1_000;
/** How often sessions and users are compared with the database, which the admin command may have changed. */
const COMPARE_EVERY_MS = 3_000;
/** An ended session is remembered this long after its planned end; no request takes longer. */
const FORGET_AFTER_MS = 60_000;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Tracks open sessions, ends them on time, and notifies its listeners of each end exactly once. */
export class SessionKeeper {
  readonly #repositories: Repositories;
  readonly #clock: Clock;
  readonly #log: (line: string) => void;
  readonly #endedKeptMs: number;
  readonly #tracked = new Map<string, SessionRecord>();
  /** Planned ends of ended sessions: a request that was still executing must not track one of them again. */
  readonly #ended = new Map<string, number>();
  readonly #listeners = new Set<SessionEndListener>();
  /** Times of last activity that are not stored yet. They are written together, because a lost network ends many connections at once. */
  readonly #activity = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  #comparedAtMs = -Infinity;
  #sweeping: Promise<void> | undefined;

  constructor(repositories: Repositories, clock: Clock, log: (line: string) => void, endedKeptMs = 0) {
    this.#endedKeptMs = endedKeptMs;
    this.#repositories = repositories;
    this.#clock = clock;
    this.#log = log;
    this.#timer = setInterval(() => void this.sweep(), SWEEP_EVERY_MS);
    this.#timer.unref();
  }

  /** Tracks a session until it ends, or replaces its planned end. */
  track(session: SessionRecord): void {
    if (!this.#ended.has(session.sessionId)) this.#tracked.set(session.sessionId, session);
  }

  /** The session; undefined when it has expired or was revoked. */
  async openSession(sessionId: string): Promise<SessionRecord | undefined> {
    const session = await this.#repositories.sessions.byId(sessionId);
    if (!session || session.revokedAtMs !== null || this.#isExpired(session)) return undefined;
    // After a restart the first use of a token tracks its session again.
    if (!this.#tracked.has(sessionId)) this.track(session);
    return session;
  }

  async end(sessionId: string, reason: SessionEnd): Promise<void> {
    const session = this.#tracked.get(sessionId) ?? (await this.#repositories.sessions.byId(sessionId));
    if (!session || session.revokedAtMs !== null || this.#ended.has(sessionId)) return;
    this.#ended.set(sessionId, session.expiresAtMs);
    try {
      await this.#repositories.sessions.revoke(sessionId, this.#clock.hostMs());
    } catch (error) {
      this.#ended.delete(sessionId);
      throw error;
    }
    this.#notify(sessionId, reason);
  }

  /** Ends all sessions of a user except one; resolves with their number. */
  async endOthers(userId: string, keptSessionId: string): Promise<number> {
    const others = (await this.#repositories.sessions.standingOf(userId, this.#clock.hostMs())).filter(
      ({ sessionId }) => sessionId !== keptSessionId,
    );
    for (const { sessionId } of others) await this.end(sessionId, 'revoked');
    return others.length;
  }

  /** Ends all sessions of a user; resolves with their number. */
  async endAll(userId: string): Promise<number> {
    const standing = await this.#repositories.sessions.standingOf(userId, this.#clock.hostMs());
    for (const { sessionId } of standing) await this.end(sessionId, 'revoked');
    return standing.length;
  }

  /** Records activity of a session at this moment; stored within seconds. */
  recordActivity(sessionId: string): void {
    this.#activity.set(sessionId, this.#clock.hostMs());
  }

  /** Time of the last activity of a session, UTC ms, when it is newer than the stored one. */
  activityAtMs(sessionId: string): number | undefined {
    return this.#activity.get(sessionId);
  }

  /** Returns a function that removes the listener. */
  onEnded(listener: SessionEndListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Ends expired sessions, and every few seconds compares the tracked ones with the database. Runs every second. */
  sweep(): Promise<void> {
    this.#sweeping ??= this.#sweepOnce()
      .catch((error: unknown) => this.#log(`The upkeep of sessions failed: ${messageOf(error)}`))
      .finally(() => {
        this.#sweeping = undefined;
      });
    return this.#sweeping;
  }

  /** Stops the sweeps. Sessions stay as they are. */
  close(): void {
    clearInterval(this.#timer);
  }

  #isExpired(session: SessionRecord): boolean {
    return session.expiresAtMs <= this.#clock.hostMs();
  }

  #notify(sessionId: string, reason: SessionEnd): void {
    this.#tracked.delete(sessionId);
    for (const listener of [...this.#listeners]) {
      try {
        listener(sessionId, reason);
      } catch (error) {
        this.#log(`A listener of ended sessions failed: ${messageOf(error)}`);
      }
    }
  }

  async #sweepOnce(): Promise<void> {
    const nowMs = this.#clock.hostMs();
    for (const session of [...this.#tracked.values()])
      if (this.#isExpired(session))
        await this.end(session.sessionId, session.isDemo ? 'demo-expired' : 'revoked');
    // A clock that was set back must not stop the comparisons.
    if (Math.abs(nowMs - this.#comparedAtMs) >= COMPARE_EVERY_MS) await this.#compareWithDatabase(nowMs);
  }

  async #compareWithDatabase(nowMs: number): Promise<void> {
    this.#comparedAtMs = nowMs;
    await this.#endRevoked(nowMs);
    await this.#storeActivity();
    await this.#removeExpired(nowMs);
  }

  /** Ends sessions that another process revoked, and those of users that are disabled, removed or expired. */
  async #endRevoked(nowMs: number): Promise<void> {
    const { sessions, users } = this.#repositories;
    for (const { sessionId, userId, expiresAtMs } of [...this.#tracked.values()]) {
      const stored = await sessions.byId(sessionId);
      if (this.#ended.has(sessionId)) continue;
      if (!stored || stored.revokedAtMs !== null) {
        this.#ended.set(sessionId, expiresAtMs);
        this.#notify(sessionId, 'revoked');
        continue;
      }
      const user = await users.byId(userId);
      if (!user || user.isDisabled || (user.expiresAtMs !== null && user.expiresAtMs <= nowMs))
        await this.end(sessionId, 'revoked');
    }
  }

  async #storeActivity(): Promise<void> {
    if (this.#activity.size === 0) return;
    const batch = new Map(this.#activity);
    await this.#repositories.sessions.touch(batch);
    for (const [sessionId, atMs] of batch)
      if (this.#activity.get(sessionId) === atMs) this.#activity.delete(sessionId);
  }

  async #removeExpired(nowMs: number): Promise<void> {
    const { sessions, users } = this.#repositories;
    for (const user of await users.all())
      if (user.isDemo && user.expiresAtMs !== null && user.expiresAtMs <= nowMs)
        await users.remove(user.userId);
    await sessions.removeExpired(nowMs - this.#endedKeptMs);
    for (const [sessionId, expiresAtMs] of this.#ended)
      if (expiresAtMs + FORGET_AFTER_MS < nowMs) this.#ended.delete(sessionId);
  }
}
