import { randomUUID } from 'node:crypto';
import { err, ok, type Result } from '../../domain/assert/assert.ts';
import type { Clock } from '../clock.ts';
import type { Repositories, SessionRecord, UserRecord } from '../storage/repositories.ts';
import type { AccountSelectFailure, Grant, Origin, Principal } from './identity.ts';
import type { SessionKeeper } from './session-keeper.ts';
import type { Tokens } from './tokens.ts';
import { isUsable } from './usable-user.ts';

const TOKEN_MS = 15 * 60_000;
/** A session ends this long after its last renewal. */
export const SESSION_MS = 12 * 3_600_000;
/** A session ends this long after its start, although it is renewed. */
const MAX_SESSION_MS = 7 * 24 * 3_600_000;

interface SessionUser {
  readonly session: SessionRecord;
  readonly user: UserRecord;
}

/** Starts and renews sessions, issues their tokens and reads them. */
export class SessionGrants {
  readonly #repositories: Repositories;
  readonly #clock: Clock;
  readonly #tokens: Tokens;
  readonly #keeper: SessionKeeper;

  constructor(repositories: Repositories, clock: Clock, tokens: Tokens, keeper: SessionKeeper) {
    this.#repositories = repositories;
    this.#clock = clock;
    this.#tokens = tokens;
    this.#keeper = keeper;
  }

  async start(user: UserRecord, expiresAtMs: number, origin: Origin): Promise<Grant> {
    const createdAtMs = this.#clock.hostMs();
    const session = {
      sessionId: randomUUID(),
      userId: user.userId,
      isDemo: user.isDemo,
      createdAtMs,
      expiresAtMs,
      revokedAtMs: null,
      seen: { ...origin, atMs: createdAtMs },
    };
    await this.#repositories.sessions.create(session);
    this.#keeper.track(session);
    return this.#grant(user, session, undefined);
  }

  verify(jwt: string): Promise<Principal | undefined> {
    return this.#principalOf(jwt, 0);
  }

  /** Accepts an expired token while its session is open. No token is older than the longest session. */
  verifyOverdue(jwt: string): Promise<Principal | undefined> {
    return this.#principalOf(jwt, MAX_SESSION_MS);
  }

  /** A token for an account of the user. */
  async selectAccount(
    principal: Principal,
    account: string,
  ): Promise<Result<Grant & { isLive: boolean }, AccountSelectFailure>> {
    const found = await this.#sessionUser(principal);
    // PostgreSQL refuses texts with a NUL character.
    const record = account.includes('\0') ? undefined : await this.#repositories.accounts.byId(account);
    if (!record) return err('DoesNotExist');
    if (!found || record.userId !== found.user.userId) return err('UnavailableForUser');
    if (record.isLocked) return err('Locked');
    if (found.user.permissionMask === 0) return err('NoPlatformPermission');
    const grant = await this.#grant(found.user, found.session, record.account);
    return ok({ ...grant, isLive: record.isLive });
  }

  /** Renews a session and its token; undefined when the session, the user or the selected account is no longer usable. */
  async refresh(principal: Principal, origin?: Origin): Promise<Grant | undefined> {
    const found = await this.#sessionUser(principal);
    if (!found || !(await this.#canKeepAccount(found.user, principal.account))) return undefined;
    const { session, user } = found;
    const renewed = session.isDemo ? session : await this.#renew(session, origin);
    return this.#grant(user, renewed, principal.account);
  }

  async #renew(session: SessionRecord, origin: Origin | undefined): Promise<SessionRecord> {
    const { sessionId } = session;
    const nowMs = this.#clock.hostMs();
    const expiresAtMs = Math.min(nowMs + SESSION_MS, session.createdAtMs + MAX_SESSION_MS);
    await this.#repositories.sessions.extend(sessionId, expiresAtMs, origin && { ...origin, atMs: nowMs });
    if (!origin) this.#keeper.recordActivity(sessionId);
    const renewed = { ...session, expiresAtMs };
    this.#keeper.track(renewed);
    return renewed;
  }

  async #canKeepAccount(user: UserRecord, account: string | undefined): Promise<boolean> {
    if (account === undefined) return true;
    if (user.permissionMask === 0) return false;
    const record = await this.#repositories.accounts.byId(account);
    return record !== undefined && !record.isLocked && record.userId === user.userId;
  }

  /** The open session of a principal with its user; undefined when either is no longer usable. */
  async #sessionUser({ sessionId, userId }: Principal): Promise<SessionUser | undefined> {
    const session = await this.#keeper.openSession(sessionId);
    const user = await this.#repositories.users.byId(userId);
    return session && user && session.userId === user.userId && isUsable(user, this.#clock.hostMs())
      ? { session, user }
      : undefined;
  }

  async #principalOf(jwt: string, overdueMs: number): Promise<Principal | undefined> {
    const claims = await this.#tokens.read(jwt, this.#clock.hostMs(), overdueMs);
    if (!claims) return undefined;
    const session = await this.#keeper.openSession(claims.sessionId);
    if (!session || session.userId !== claims.userId) return undefined;
    const user = await this.#repositories.users.byId(claims.userId);
    if (!user || !isUsable(user, this.#clock.hostMs())) return undefined;
    return principal(user, session, claims.account, claims.expiresAtMs);
  }

  async #grant(user: UserRecord, session: SessionRecord, account: string | undefined): Promise<Grant> {
    const nowMs = this.#clock.hostMs();
    // Tokens count whole seconds; the principal states the same time as the token.
    const expiresAtMs = Math.floor(Math.min(nowMs + TOKEN_MS, session.expiresAtMs) / 1000) * 1000;
    const claims = { userId: user.userId, sessionId: session.sessionId, account, expiresAtMs };
    return {
      principal: principal(user, session, account, expiresAtMs),
      jwt: await this.#tokens.sign(claims, nowMs),
    };
  }
}

function principal(
  user: UserRecord,
  session: SessionRecord,
  account: string | undefined,
  tokenExpiresAtMs: number,
): Principal {
  return {
    userId: user.userId,
    userName: user.userName,
    sessionId: session.sessionId,
    isDemo: user.isDemo,
    account,
    permissionMask: user.permissionMask,
    isOneMachine: user.isOneMachine,
    tokenExpiresAtMs,
    sessionExpiresAtMs: session.expiresAtMs,
  };
}
