import { err, ok, type Result } from '../../domain/assert/assert.ts';
import type { Clock } from '../clock.ts';
import type { Repositories } from '../storage/repositories.ts';
import { TooBusyError, verifyPassword } from './passwords.ts';
import type { SessionKeeper } from './session-keeper.ts';
import type { Throttle } from './throttle.ts';
import { isUsable } from './usable-user.ts';

/** A session as its user sees it. Times are UTC ms of the host. */
export interface OwnSession {
  readonly sessionId: string;
  readonly createdAtMs: number;
  readonly seenAtMs: number;
  /** Undefined for a session older than this field. */
  readonly origin: { readonly address: string; readonly userAgent: string } | undefined;
}

/** The user and session of a request. */
interface Caller {
  readonly userId: string;
  readonly sessionId: string;
}

/** Why no session was ended. `gone`: the caller has no such session; it may have ended or belong to another user. */
export type EndRefusal =
  | { readonly reason: 'demo' | 'own' | 'gone' | 'password' | 'failed' }
  | { readonly reason: 'wait'; readonly retryAfterSeconds: number };

/** The sessions of a user, for that user. Ending one requires the password, so that a stolen session cannot sign its owner out. */
export interface OwnSessions {
  /** The open sessions, the most recently active first. */
  sessionsOf(userId: string): Promise<OwnSession[]>;
  /** Ends one of the caller's other sessions. Throttled like a sign-in. */
  endSession(
    caller: Caller,
    end: { sessionId: string; password: string; address: string },
  ): Promise<Result<number, EndRefusal>>;
  /** Ends all of the caller's other sessions; resolves with their number. */
  endOtherSessions(
    caller: Caller,
    end: { password: string; address: string },
  ): Promise<Result<number, EndRefusal>>;
}

export interface OwnSessionsDeps {
  readonly repositories: Repositories;
  readonly clock: Clock;
  readonly keeper: SessionKeeper;
  readonly throttle: Throttle;
  readonly log: (line: string) => void;
}

const BUSY_RETRY_SECONDS = 5;

export function createOwnSessions({
  repositories,
  clock,
  keeper,
  throttle,
  log,
}: OwnSessionsDeps): OwnSessions {
  /** Why the caller may not end sessions; undefined when the password is right. */
  const refusalOf = async (
    caller: Caller,
    password: string,
    address: string,
  ): Promise<EndRefusal | undefined> => {
    const user = await repositories.users.byId(caller.userId);
    if (user?.isDemo) return { reason: 'demo' };
    if (!user || !isUsable(user, clock.hostMs())) return { reason: 'failed' };
    const retryAfterSeconds = await throttle.attempt(user.userName, address);
    if (retryAfterSeconds !== undefined) return { reason: 'wait', retryAfterSeconds };
    if (!(await verifyPassword(password, user.passwordHash))) return { reason: 'password' };
    await throttle.succeeded(user.userName, address);
    return undefined;
  };

  const guarded = async (
    caller: Caller,
    given: { password: string; address: string },
    end: () => Promise<Result<number, EndRefusal>>,
  ): Promise<Result<number, EndRefusal>> => {
    try {
      const refusal = await refusalOf(caller, given.password, given.address);
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
        seenAtMs: Math.max(createdAtMs, seen?.atMs ?? 0, keeper.activityAtMs(sessionId) ?? 0),
        origin: seen && { address: seen.address, userAgent: seen.userAgent },
      }));
      return sessions.sort((a, b) => b.seenAtMs - a.seenAtMs);
    },
    endSession: (caller, { sessionId, ...given }) =>
      guarded(caller, given, async () => {
        if (sessionId === caller.sessionId) return err({ reason: 'own' });
        const session = await keeper.openSession(sessionId);
        if (!session || session.userId !== caller.userId) return err({ reason: 'gone' });
        await keeper.end(sessionId, 'revoked');
        return ok(1);
      }),
    endOtherSessions: (caller, given) =>
      guarded(caller, given, async () => ok(await keeper.endOthers(caller.userId, caller.sessionId))),
  };
}
