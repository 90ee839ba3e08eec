import { err, ok, type Result } from '../../domain/assert/assert.ts';
import type { Clock } from '../clock.ts';
import type { Repositories, UserRecord } from '../storage/repositories.ts';
import type {
  CodeRequired,
  Credentials,
  Grant,
  LoginFailure,
  LoginRefusal,
  PasskeyAnswer,
  TicketUse,
} from './identity.ts';
import { MAX_PASSWORD_CHARS } from './new-password.ts';
import type { OidcSignIn } from './oidc/oidc-sign-in.ts';
import type { Passkeys } from './passkeys.ts';
import { TooBusyError, verifyNobody, verifyPassword } from './passwords.ts';
import type { SecondFactors } from './second-factor.ts';
import { SESSION_MS, type SessionGrants } from './session-grants.ts';
import type { SessionKeeper } from './session-keeper.ts';
import type { Throttle } from './throttle.ts';
import { isUsable } from './usable-user.ts';

const MAX_NAME_CHARS = 64;
const BUSY_RETRY_SECONDS = 5;

export interface SignInDeps {
  readonly repositories: Repositories;
  readonly clock: Clock;
  readonly throttle: Throttle;
  readonly keeper: SessionKeeper;
  readonly grants: SessionGrants;
  readonly factors: SecondFactors;
  readonly passkeys: Passkeys;
  /** Undefined without a provider. */
  readonly oidc: OidcSignIn | undefined;
  readonly log: (line: string) => void;
}

/** Signs users in: with name and password, with a passkey, or at a provider of OpenID Connect. Password and provider need a code of users with a second factor. */
export class SignIn {
  readonly #deps: SignInDeps;

  constructor(deps: SignInDeps) {
    this.#deps = deps;
  }

  login(credentials: Credentials): Promise<Result<Grant, LoginRefusal | CodeRequired>> {
    return this.#guarded<LoginRefusal | CodeRequired>(async () => {
      const { throttle } = this.#deps;
      const retryAfterSeconds = await throttle.attempt(credentials.userName, credentials.address);
      if (retryAfterSeconds !== undefined) return err({ failure: 'ServerError', retryAfterSeconds });
      const user = await this.#authenticate(credentials);
      if (!user) return err({ failure: 'WrongPassword' });
      // Checked after the password, so that only its owner learns that the user is disabled or expired.
      const failure = this.#userFailure(user);
      const hasFactor = !failure && (await this.#deps.factors.isOn(user.userId));
      const refusal = hasFactor ? await this.#factorRefusal(user, credentials) : undefined;
      if (refusal) return err(refusal);
      await throttle.succeeded(credentials.userName, credentials.address);
      return failure ? err({ failure }) : await this.#startSession(user, credentials, hasFactor);
    });
  }

  /** A passkey proves possession and, by PIN or finger, the user: it stands for password and code. */
  loginWithPasskey(answer: PasskeyAnswer): Promise<Result<Grant, LoginRefusal>> {
    return this.#guarded<LoginRefusal>(async () => {
      const { throttle, passkeys } = this.#deps;
      const retryAfterSeconds = await throttle.attempt(undefined, answer.address);
      if (retryAfterSeconds !== undefined) return err({ failure: 'ServerError', retryAfterSeconds });
      const user = await passkeys.takeAnswer(answer.pending, answer.response);
      if (!user) return err({ failure: 'WrongPasskey' });
      await throttle.succeeded(undefined, answer.address);
      const failure = this.#userFailure(user);
      return failure ? err({ failure }) : await this.#startSession(user, answer, true);
    });
  }

  /** The provider stands for the password: a second factor that the user has set up here is needed as well. */
  loginWithTicket(use: TicketUse): Promise<Result<Grant, LoginRefusal | CodeRequired>> {
    return this.#guarded<LoginRefusal | CodeRequired>(async () => {
      const { throttle, oidc, repositories, clock } = this.#deps;
      const ticket = await oidc?.readTicket(use.ticket);
      const userId = ticket && (await repositories.oidcIdentities.userIdOf(ticket));
      const user = userId === undefined ? undefined : await repositories.users.byId(userId);
      const retryAfterSeconds = await throttle.attempt(user?.userName, use.address);
      if (retryAfterSeconds !== undefined) return err({ failure: 'ServerError', retryAfterSeconds });
      if (!oidc || !ticket || !user) return err({ failure: 'WrongTicket' });
      const failure = this.#userFailure(user);
      const hasFactor = !failure && (await this.#deps.factors.isOn(user.userId));
      const refusal = hasFactor
        ? await this.#factorRefusal(user, { ...use, userName: user.userName })
        : undefined;
      if (refusal) return err(refusal);
      if (!oidc.useTicket(ticket)) return err({ failure: 'WrongTicket' });
      await throttle.succeeded(user.userName, use.address);
      if (failure) return err({ failure });
      // False: an administrator has removed the link meanwhile.
      if (!(await repositories.oidcIdentities.use(ticket, clock.hostMs())))
        return err({ failure: 'WrongTicket' });
      return this.#startSession(user, use, hasFactor);
    });
  }

  async #guarded<Refusal>(
    signIn: () => Promise<Result<Grant, Refusal>>,
  ): Promise<Result<Grant, Refusal | LoginRefusal>> {
    try {
      return await signIn();
    } catch (error) {
      if (error instanceof TooBusyError)
        return err({ failure: 'ServerError', retryAfterSeconds: BUSY_RETRY_SECONDS });
      this.#deps.log(`A sign-in failed: ${error instanceof Error ? error.message : String(error)}`);
      return err({ failure: 'ServerError' });
    }
  }

  /** The user of a name and password. An unknown name takes as long as a wrong password. */
  async #authenticate({ userName, password }: Credentials): Promise<UserRecord | undefined> {
    const isPlausible =
      userName.length > 0 &&
      userName.length <= MAX_NAME_CHARS &&
      !userName.includes('\0') &&
      password.length <= MAX_PASSWORD_CHARS;
    const user = isPlausible ? await this.#deps.repositories.users.byName(userName) : undefined;
    const checked = password.slice(0, MAX_PASSWORD_CHARS);
    // Demo users have no password.
    if (!user || user.isDemo) {
      await verifyNobody(checked);
      return undefined;
    }
    return (await verifyPassword(checked, user.passwordHash)) ? user : undefined;
  }

  #userFailure(user: UserRecord): LoginFailure | undefined {
    if (user.isDisabled) return 'UserDisabled';
    return isUsable(user, this.#deps.clock.hostMs()) ? undefined : 'UserExpired';
  }

  /** Why the second factor does not permit the sign-in. Wrong codes stay counted as failed sign-ins, too. */
  async #factorRefusal(
    { userId, userName }: UserRecord,
    credentials: Pick<Credentials, 'userName' | 'code' | 'address'>,
  ): Promise<LoginRefusal | CodeRequired | undefined> {
    if (credentials.code === undefined) {
      // Not `succeeded`, which would forget the wrong codes before.
      await this.#deps.throttle.withdrawn(credentials.userName, credentials.address);
      return { failure: 'CodeRequired' };
    }
    const taken = await this.#deps.factors.takeCode(userId, userName, credentials.code);
    if (taken.ok) return undefined;
    const { retryAfterSeconds } = taken.error;
    return retryAfterSeconds === undefined
      ? { failure: 'WrongCode' }
      : { failure: 'ServerError', retryAfterSeconds };
  }

  async #startSession(
    user: UserRecord,
    { address, userAgent = '' }: Pick<Credentials, 'address' | 'userAgent'>,
    hasFactor: boolean,
  ): Promise<Result<Grant, LoginRefusal>> {
    const { repositories, clock, keeper, grants } = this.#deps;
    const granted = await grants.start(user, clock.hostMs() + SESSION_MS, { address, userAgent });
    if (await this.#isStillRight(user, hasFactor)) {
      // Who can sign in needs no reset link: one that still lies in a mailbox is a risk only.
      await repositories.resetLinks.removeOfUser(user.userId);
      return ok(granted);
    }
    await keeper.end(granted.principal.sessionId, 'revoked');
    return err({ failure: 'WrongPassword' });
  }

  /** A change during the sign-in, of the password or to a second factor, may have ended the user's sessions before this one was stored. */
  async #isStillRight(user: UserRecord, hasFactor: boolean): Promise<boolean> {
    const present = await this.#deps.repositories.users.byId(user.userId);
    if (present?.passwordHash !== user.passwordHash) return false;
    return hasFactor || !(await this.#deps.factors.isOn(user.userId));
  }
}
