import { randomUUID } from 'node:crypto';
import { err, ok } from '../../domain/assert/assert.ts';
import type { Clock } from '../clock.ts';
import type { AccountRecord, Repositories, UserRecord } from '../storage/repositories.ts';
import { createDemoUser } from './demo-user.ts';
import type { Grant, Identity, Origin, Principal } from './identity.ts';
import { checkedContactData } from './contact-data.ts';
import { isCommonPassword } from './common-passwords.ts';
import { isGoodNewPassword, MAX_PASSWORD_CHARS } from './new-password.ts';
import { hashPassword, TooBusyError, verifyNobody, verifyPassword } from './passwords.ts';
import { createOwnSessions } from './own-sessions.ts';
import { RightsWatch } from './rights-watch.ts';
import { createSessionKeeper } from './session-keeper.ts';
import { createThrottle, DEFAULT_LIMITS, type ThrottleLimits } from './throttle.ts';
import { createTokens } from './tokens.ts';

const TOKEN_MS = 15 * 60_000;
const SESSION_MS = 12 * 3_600_000;
/** A session that is renewed again and again still ends here. */
const LONGEST_SESSION_MS = 7 * 24 * 3_600_000;
const DEMO_MS = 60 * 60_000;
const MAX_NAME_CHARS = 64;
const BUSY_RETRY_SECONDS = 5;

export interface IdentityOptions {
  readonly repositories: Repositories;
  readonly clock: Clock;
  readonly demoLengthMs?: number | undefined;
  /** Called once for a new demo account, before its owner can select it: fund it here. */
  readonly onDemoCreated?: ((account: AccountRecord) => Promise<void>) | undefined;
  readonly limits?: Partial<ThrottleLimits> | undefined;
  /** Told, in one line each, what an operator should know. */
  readonly log?: ((line: string) => void) | undefined;
}

export interface IdentityService extends Identity {
  /** Ends what is over and removes demo users of ended sessions; runs by itself every second. */
  sweep(): Promise<void>;
  /** Stops the sweeping. Sessions stay as they are. */
  close(): void;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Users, tokens and sessions over the repositories. */
export function createIdentity(options: IdentityOptions): IdentityService {
  const { repositories, clock } = options;
  const demoLengthMs = options.demoLengthMs ?? DEMO_MS;
  const tokens = createTokens(repositories.system);
  const throttle = createThrottle({ ...DEFAULT_LIMITS, ...options.limits });
  const keeper = createSessionKeeper({ repositories, clock, log: options.log });
  const log = options.log ?? (() => undefined);
  const rights = new RightsWatch(repositories, log);

  const grant = async (
    user: UserRecord,
    sessionId: string,
    account: string | undefined,
    sessionExpiresAtMs: number,
  ): Promise<Grant> => {
    const nowMs = clock.hostMs();
    // Tokens count whole seconds; the principal says the same instant as the token.
    const tokenExpiresAtMs = Math.floor(Math.min(nowMs + TOKEN_MS, sessionExpiresAtMs) / 1000) * 1000;
    const principal: Principal = {
      userId: user.userId,
      userName: user.userName,
      sessionId,
      isDemo: user.isDemo,
      account,
      permissionMask: user.permissionMask,
      isOneMachine: user.isOneMachine,
      tokenExpiresAtMs,
      sessionExpiresAtMs,
    };
    const jwt = await tokens.sign(
      { userId: user.userId, sessionId, account, expiresAtMs: tokenExpiresAtMs },
      nowMs,
    );
    return { principal, jwt };
  };

  const startSession = async (user: UserRecord, expiresAtMs: number, from: Origin): Promise<Grant> => {
    const createdAtMs = clock.hostMs();
    const session = {
      sessionId: randomUUID(),
      userId: user.userId,
      isDemo: user.isDemo,
      createdAtMs,
      expiresAtMs,
      revokedAtMs: null,
      seen: { ...from, atMs: createdAtMs },
    };
    await repositories.sessions.create(session);
    keeper.track(session);
    return grant(user, session.sessionId, undefined, session.expiresAtMs);
  };

  const isUsable = (user: UserRecord): boolean =>
    !user.isDisabled && (user.expiresAtMs === null || user.expiresAtMs > clock.hostMs());

  const principalOf = async (jwt: string, overdueMs: number): Promise<Principal | undefined> => {
    const claims = await tokens.read(jwt, clock.hostMs(), overdueMs);
    if (!claims) return undefined;
    const session = await keeper.standing(claims.sessionId);
    if (!session || session.userId !== claims.userId) return undefined;
    const user = await repositories.users.byId(claims.userId);
    if (!user || !isUsable(user)) return undefined;
    return {
      userId: user.userId,
      userName: user.userName,
      sessionId: session.sessionId,
      isDemo: user.isDemo,
      account: claims.account,
      permissionMask: user.permissionMask,
      isOneMachine: user.isOneMachine,
      tokenExpiresAtMs: claims.expiresAtMs,
      sessionExpiresAtMs: session.expiresAtMs,
    };
  };

  return {
    async login({ userName, password, address, userAgent = '' }) {
      try {
        const retryAfterSeconds = await throttle.attempt(userName, address);
        if (retryAfterSeconds !== undefined) return err({ failure: 'ServerError', retryAfterSeconds });
        const isPlausible =
          userName.length > 0 &&
          userName.length <= MAX_NAME_CHARS &&
          !userName.includes('\0') &&
          password.length <= MAX_PASSWORD_CHARS;
        const user = isPlausible ? await repositories.users.byName(userName) : undefined;
        const given = password.slice(0, MAX_PASSWORD_CHARS);
        // Demo users have no password of their own.
        const isRight =
          user && !user.isDemo ? await verifyPassword(given, user.passwordHash) : await verifyNobody(given);
        if (!user || !isRight) return err({ failure: 'WrongPassword' });
        await throttle.succeeded(userName, address);
        // Only who knows the password learns that the user is disabled or expired.
        if (user.isDisabled) return err({ failure: 'UserDisabled' });
        if (!isUsable(user)) return err({ failure: 'UserExpired' });
        const granted = await startSession(user, clock.hostMs() + SESSION_MS, { address, userAgent });
        // Changed while it was checked: the change ends the sessions it finds, and this one may have come after it looked.
        if ((await repositories.users.byId(user.userId))?.passwordHash !== user.passwordHash) {
          await keeper.end(granted.principal.sessionId, 'revoked');
          return err({ failure: 'WrongPassword' });
        }
        return ok(granted);
      } catch (error) {
        if (error instanceof TooBusyError)
          return err({ failure: 'ServerError', retryAfterSeconds: BUSY_RETRY_SECONDS });
        log(`A sign-in failed: ${messageOf(error)}`);
        return err({ failure: 'ServerError' });
      }
    },

    async startDemo(address) {
      try {
        const retryAfterSeconds = await throttle.demo(address);
        if (retryAfterSeconds !== undefined) return err({ failure: 'ServerError', retryAfterSeconds });
        const endsAtMs = clock.hostMs() + demoLengthMs;
        const { user, account } = await createDemoUser(repositories, endsAtMs);
        await options.onDemoCreated?.(account);
        return ok(await startSession(user, endsAtMs, { address, userAgent: '' }));
      } catch (error) {
        log(`A demo session could not start: ${messageOf(error)}`);
        return err({ failure: 'ServerError' });
      }
    },

    verify: (jwt) => principalOf(jwt, 0),
    // No token is older than the longest session; what ends this grace is the session itself.
    verifyOverdue: (jwt) => principalOf(jwt, LONGEST_SESSION_MS),

    async selectAccount(principal, account) {
      try {
        const [session, user, record] = [
          await keeper.standing(principal.sessionId),
          await repositories.users.byId(principal.userId),
          account.includes('\0') ? undefined : await repositories.accounts.byId(account),
        ];
        if (!record) return err('DoesNotExist');
        if (
          !session ||
          !user ||
          !isUsable(user) ||
          session.userId !== user.userId ||
          record.userId !== user.userId
        )
          return err('UnavailableForUser');
        if (record.isLocked) return err('Locked');
        if (user.permissionMask === 0) return err('NoPlatformPermission');
        return ok({
          ...(await grant(user, session.sessionId, record.account, session.expiresAtMs)),
          isLive: record.isLive,
        });
      } catch (error) {
        log(`An account could not be selected: ${messageOf(error)}`);
        return err('DatabaseError');
      }
    },

    async refresh(principal, from) {
      const session = await keeper.standing(principal.sessionId);
      const user = await repositories.users.byId(principal.userId);
      if (!session || !user || session.userId !== user.userId || !isUsable(user)) return undefined;
      if (principal.account !== undefined) {
        if (user.permissionMask === 0) return undefined;
        const account = await repositories.accounts.byId(principal.account);
        if (!account || account.isLocked || account.userId !== user.userId) return undefined;
      }
      const expiresAtMs = session.isDemo
        ? session.expiresAtMs
        : Math.min(clock.hostMs() + SESSION_MS, session.createdAtMs + LONGEST_SESSION_MS);
      if (!session.isDemo) {
        await repositories.sessions.extend(
          session.sessionId,
          expiresAtMs,
          from && { ...from, atMs: clock.hostMs() },
        );
        if (!from) keeper.note(session.sessionId);
        keeper.track({ ...session, expiresAtMs });
      }
      return grant(user, session.sessionId, principal.account, expiresAtMs);
    },

    logout: (sessionId) => keeper.end(sessionId, 'logout'),
    noteSeen: keeper.note,
    ...createOwnSessions({ repositories, clock, keeper, throttle, isUsable, log }),

    async accountsOf(userId) {
      const accounts = await repositories.accounts.ofUser(userId);
      return accounts.map(({ account, isLive, isDefault }) => ({ account, isLive, isDefault }));
    },

    async profileOf(userId) {
      const user = await repositories.users.byId(userId);
      return user && { ...user.profile, userName: user.userName };
    },

    async changePassword(principal, { oldPassword, newPassword, address }) {
      try {
        const user = await repositories.users.byId(principal.userId);
        if (!user) return 'UserNotFound';
        if (user.isDemo) return 'OtherError';
        if (user.isDisabled) return 'UserIsLocked';
        if (!isUsable(user)) return 'UserIsExpired';
        // Who holds a session may not guess the password faster than anybody at the login.
        if ((await throttle.attempt(user.userName, address)) !== undefined) return 'OtherError';
        if (!(await verifyPassword(oldPassword.slice(0, MAX_PASSWORD_CHARS), user.passwordHash)))
          return 'OldPasswordInvalid';
        await throttle.succeeded(user.userName, address);
        if (
          !isGoodNewPassword(newPassword, { userName: user.userName, oldPassword }) ||
          (await isCommonPassword(newPassword))
        )
          return 'NewPasswordInvalid';
        // Of two changes at once one is first; for the other the old password is no longer the one it checked.
        if (
          !(await repositories.users.replacePassword(
            user.userId,
            user.passwordHash,
            await hashPassword(newPassword),
          ))
        )
          return 'OldPasswordInvalid';
        await keeper.endOthers(user.userId, principal.sessionId);
        return 'Success';
      } catch (error) {
        log(`A password could not be changed: ${messageOf(error)}`);
        return 'OtherError';
      }
    },

    async updateProfile(principal, given) {
      const user = await repositories.users.byId(principal.userId);
      if (!user) return err({ message: undefined });
      if (user.isDemo) return err({ message: 'Changing contact info is not supported during Demo Session' });
      const checked = checkedContactData(given);
      if (!checked.ok) return err({ message: checked.error });
      await repositories.users.update(user.userId, { profile: checked.value });
      return ok({ ...checked.value, userName: user.userName });
    },

    onRightsChanged: (userId, listener) => rights.listen(userId, listener),
    onSessionEnded: keeper.onEnded,
    sweep: keeper.sweep,
    close() {
      keeper.close();
      rights.close();
    },
  };
}
