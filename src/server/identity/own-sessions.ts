import { err, ok, type Result } from '../../domain/assert/assert.ts';
import type { Clock } from '../clock.ts';
import type { Repositories, UserRecord } from '../storage/repositories.ts';
import { TooBusyError, verifyPassword } from './passwords.ts';
import type { SessionKeeper } from './session-keeper.ts';
import type { Throttle } from './throttle.ts';

/** A session as its user sees it. Times are UTC ms of the host. */
export interface OwnSession {
  readonly sessionId: string;
  readonly createdAtMs: number;
  readonly seenAtMs: number;
  /** Undefined of a session that began before this was kept. */
  readonly origin: { readonly address: string; readonly userAgent: string } | undefined;
}

/** Who asks, from which of their sessions. */
interface Asker {
  readonly userId: string;
  readonly sessionId: string;
}

/** Why no session was ended. `gone`: there is no such session of the caller's, be it over or another user's. */
export type EndRefusal =
  | { readonly reason: 'demo' | 'own' | 'gone' | 'password' | 'failed' }
  | { readonly reason: 'wait'; readonly retryAfterSeconds: number };

/** The sessions of one user, for that user. Ending them asks for the password again: a stolen session must not throw its owner out. */
export interface OwnSessions {
  /** The standing ones, the one seen last first. */
  sessionsOf(userId: string): Promise<OwnSession[]>;
  /** Ends one of the caller's other sessions. Throttled like a login. */
  endSession(
    asker: Asker,
    end: { sessionId: string; password: string; address: string },
  ): Promise<Result<number, EndRefusal>>;
  /** Ends all of the caller's sessions but the present one; tells how many those were. */
  endOtherSessions(
    asker: Asker,
    end: { password: string; address: string },
  ): Promise<Result<number, EndRefusal>>;
}

export interface OwnSessionsDeps {
  readonly repositories: Repositories;
  readonly clock: Clock;
  readonly keeper: SessionKeeper;
  readonly throttle: Throttle;
  readonly isUsable: (user: UserRecord) => boolean;
  readonly log: (line: string) => void;
}

const BUSY_RETRY_SECONDS = 5;

export function createOwnSessions({
  repositories,
  clock,
  keeper,
  throttle,
  isUsable,
  log,
}: OwnSessionsDeps): OwnSessions {
  /** Undefined: it is the user, and the password is right. */
  const doubt = async (asker: Asker, password: string, address: string): Promise<EndRefusal | undefined> => {
    const user = await repositories.users.byId(asker.userId);
    if (user?.isDemo) return { reason: 'demo' };
    if (!user || !isUsable(user)) return { reason: 'failed' };
    const retryAfterSeconds = await throttle.attempt(user.userName, address);
    if (retryAfterSeconds !== undefined) return { reason: 'wait', retryAfterSeconds };
    if (!(await verifyPassword(password, user.passwordHash))) return { reason: 'password' };
    await throttle.succeeded(user.userName, address);
    return undefined;
  };

  const guarded = async (
    asker: Asker,
    given: { password: string; address: string },
    end: () => Promise<Result<number, EndRefusal>>,
  ): Promise<Result<number, EndRefusal>> => {
    try {
      const refusal = await doubt(asker, given.password, given.address);
      return refusal ? err(refusal) : await end();
    } catch (error) {
      if (error instanceof TooBusyError)
        return err({ reason: 'wait', retryAfterSeconds: BUSY_RETRY_SECONDS });
      log(`Sessions could not be ended: ${error instanceof Error ? error.message : String(error)}`);
      return err({ reason: 'failed' });
    }
  };

  return {
    async sessionsOf(userId) {
      const standing = await repositories.sessions.standingOf(userId, clock.hostMs());
      const sessions = standing.map(({ sessionId, createdAtMs, seen }) => ({
        sessionId,
        createdAtMs,
        seenAtMs: Math.max(createdAtMs, seen?.atMs ?? 0, keeper.notedAtMs(sessionId) ?? 0),
        origin: seen && { address: seen.address, userAgent: seen.userAgent },
      }));
      return sessions.sort((one, other) => other.seenAtMs - one.seenAtMs);
    },
    endSession: (asker, { sessionId, ...given }) =>
      guarded(asker, given, async () => {
        if (sessionId === asker.sessionId) return err({ reason: 'own' });
        const session = await keeper.standing(sessionId);
        if (!session || session.userId !== asker.userId) return err({ reason: 'gone' });
        await keeper.end(sessionId, 'revoked');
        return ok(1);
      }),
    endOtherSessions: (asker, given) =>
      guarded(asker, given, async () => ok(await keeper.endOthers(asker.userId, asker.sessionId))),
  };
}
