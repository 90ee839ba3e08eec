import { err, ok, type Result } from '../../domain/assert/assert.ts';
import {
  checkPassword,
  withRefusals,
  type PasswordCheckDeps,
  type PasswordRefusal,
} from './password-check.ts';
import type { SessionKeeper } from './session-keeper.ts';

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
export type EndRefusal = PasswordRefusal | { readonly reason: 'own' | 'gone' };

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

export interface OwnSessionsDeps extends PasswordCheckDeps {
  readonly keeper: SessionKeeper;
}

export function createOwnSessions(deps: OwnSessionsDeps): OwnSessions {
  const { repositories, clock, keeper, log } = deps;
  const guarded = (
    { userId }: Caller,
    given: { password: string; address: string },
    end: () => Promise<Result<number, EndRefusal>>,
  ): Promise<Result<number, EndRefusal>> =>
    withRefusals<number, EndRefusal>(log, 'Sessions could not be ended', async () => {
      const checked = await checkPassword(deps, { userId, ...given });
      return checked.ok ? end() : checked;
    });

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
