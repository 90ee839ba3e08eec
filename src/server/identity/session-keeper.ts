import type { Clock } from '../clock.ts';
import type { Repositories, SessionRecord } from '../storage/repositories.ts';

type Why = 'logout' | 'demo-expired' | 'revoked';
type Listener = (sessionId: string, why: Why) => void;

const SWEEP_EVERY_MS = 1_000;
/** How often the database is asked about sessions and users that the admin command may have changed. */
const LOOK_EVERY_MS = 3_000;
/** No request is under way for longer. */
const FORGET_AFTER_MS = 60_000;

export interface SessionKeeper {
  /** Watches a session until it ends, or takes over its new end. */
  track(session: SessionRecord): void;
  /** The session while it is neither over nor revoked. */
  standing(sessionId: string): Promise<SessionRecord | undefined>;
  end(sessionId: string, why: Why): Promise<void>;
  /** Ends every session of a user but one; resolves with how many that were. */
  endOthers(userId: string, keptSessionId: string): Promise<number>;
  /** A session was heard of just now; kept within seconds. */
  note(sessionId: string): void;
  /** When a session was last heard of, where that is newer than what is stored. */
  notedAtMs(sessionId: string): number | undefined;
  onEnded(listener: Listener): () => void;
  sweep(): Promise<void>;
  close(): void;
}

/** Knows which sessions stand, ends them on time, and tells who listens exactly once. */
export function createSessionKeeper({
  repositories,
  clock,
  log,
}: {
  repositories: Repositories;
  clock: Clock;
  log?: ((line: string) => void) | undefined;
}): SessionKeeper {
  const tracked = new Map<string, SessionRecord>();
  /** Ended ones by their planned end: a request that was under way must not bring one back. */
  const ended = new Map<string, number>();
  const listeners = new Set<Listener>();
  /** When sessions were last heard of, until the database knows it: one write for all that a lost network cuts off at once. */
  const noted = new Map<string, number>();
  let lookedAtMs = -Infinity;
  let sweeping: Promise<void> | undefined;

  const track = (session: SessionRecord): void => {
    if (!ended.has(session.sessionId)) tracked.set(session.sessionId, session);
  };

  const announce = (sessionId: string, why: Why): void => {
    tracked.delete(sessionId);
    for (const listener of [...listeners]) {
      try {
        listener(sessionId, why);
      } catch (error) {
        log?.(
          `A listener of ended sessions failed: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    }
  };

  const isOver = (session: SessionRecord): boolean => session.expiresAtMs <= clock.hostMs();

  const end = async (sessionId: string, why: Why): Promise<void> => {
    const session = tracked.get(sessionId) ?? (await repositories.sessions.byId(sessionId));
    if (!session || session.revokedAtMs !== null || ended.has(sessionId)) return;
    ended.set(sessionId, session.expiresAtMs);
    try {
      await repositories.sessions.revoke(sessionId, clock.hostMs());
    } catch (error) {
      ended.delete(sessionId);
      throw error;
    }
    announce(sessionId, why);
  };

  const keepNotes = async (): Promise<void> => {
    if (noted.size === 0) return;
    const batch = new Map(noted);
    await repositories.sessions.touch(batch);
    for (const [sessionId, atMs] of batch) if (noted.get(sessionId) === atMs) noted.delete(sessionId);
  };

  /** Ends what another process revoked, and sessions of users that were disabled, removed or are over. */
  const lookAround = async (nowMs: number): Promise<void> => {
    lookedAtMs = nowMs;
    for (const { sessionId, userId, expiresAtMs } of [...tracked.values()]) {
      const stored = await repositories.sessions.byId(sessionId);
      if (ended.has(sessionId)) continue;
      if (!stored || stored.revokedAtMs !== null) {
        ended.set(sessionId, expiresAtMs);
        announce(sessionId, 'revoked');
        continue;
      }
      const user = await repositories.users.byId(userId);
      if (!user || user.isDisabled || (user.expiresAtMs !== null && user.expiresAtMs <= nowMs))
        await end(sessionId, 'revoked');
    }
    await keepNotes();
    for (const user of await repositories.users.all()) {
      if (user.isDemo && user.expiresAtMs !== null && user.expiresAtMs <= nowMs)
        await repositories.users.remove(user.userId);
    }
    await repositories.sessions.removeExpired(nowMs);
    for (const [sessionId, expiresAtMs] of ended) {
      if (expiresAtMs + FORGET_AFTER_MS < nowMs) ended.delete(sessionId);
    }
  };

  const sweepOnce = async (): Promise<void> => {
    const nowMs = clock.hostMs();
    for (const session of [...tracked.values()]) {
      if (isOver(session)) await end(session.sessionId, session.isDemo ? 'demo-expired' : 'revoked');
    }
    if (nowMs - lookedAtMs >= LOOK_EVERY_MS) await lookAround(nowMs);
  };

  const sweep = (): Promise<void> => {
    sweeping ??= sweepOnce()
      .catch((error: unknown) =>
        log?.(`The upkeep of sessions failed: ${error instanceof Error ? error.message : String(error)}`),
      )
      .finally(() => {
        sweeping = undefined;
      });
    return sweeping;
  };

  const timer = setInterval(() => void sweep(), SWEEP_EVERY_MS);
  timer.unref();

  return {
    track,
    async standing(sessionId) {
      const session = await repositories.sessions.byId(sessionId);
      if (!session || session.revokedAtMs !== null || isOver(session)) return undefined;
      // After a restart the first use of a token brings its session back under watch.
      if (!tracked.has(sessionId)) track(session);
      return session;
    },
    end,
    async endOthers(userId, keptSessionId) {
      const others = (await repositories.sessions.standingOf(userId, clock.hostMs())).filter(
        ({ sessionId }) => sessionId !== keptSessionId,
      );
      for (const { sessionId } of others) await end(sessionId, 'revoked');
      return others.length;
    },
    note: (sessionId) => void noted.set(sessionId, clock.hostMs()),
    notedAtMs: (sessionId) => noted.get(sessionId),
    onEnded(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    sweep,
    close: () => clearInterval(timer),
  };
}
