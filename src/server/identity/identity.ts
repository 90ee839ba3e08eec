import type { Result } from '../../domain/assert/assert.ts';
import type {
  ACCOUNT_SELECT_FAILURES,
  LOGIN_FAILURES,
  PASSWORD_CHANGE_RESULTS,
} from '../../protocol/index.ts';
import type { UserRights } from './rights-watch.ts';
import type { OwnSessions } from './own-sessions.ts';
import type { UserProfile } from '../storage/repositories.ts';

export type LoginFailure = (typeof LOGIN_FAILURES)[number];
export type AccountSelectFailure = (typeof ACCOUNT_SELECT_FAILURES)[number];
export type PasswordChangeResult = (typeof PASSWORD_CHANGE_RESULTS)[number];

/** Who a verified token speaks for. `account` is set once one was selected. */
export interface Principal {
  readonly userId: string;
  readonly userName: string;
  readonly sessionId: string;
  readonly isDemo: boolean;
  readonly account: string | undefined;
  readonly permissionMask: number;
  /** Only one machine at a time may be signed in as this user. */
  readonly isOneMachine: boolean;
  /** When the token ends, host UTC ms. */
  readonly tokenExpiresAtMs: number;
  /** When the session ends unless it is renewed before, host UTC ms. */
  readonly sessionExpiresAtMs: number;
}

export interface Grant {
  readonly principal: Principal;
  readonly jwt: string;
}

export type NamedProfile = UserProfile & { readonly userName: string };

export interface AccountChoice {
  readonly account: string;
  readonly isLive: boolean;
  readonly isDefault: boolean;
}

/** From where somebody comes, and through what program (as it calls itself; empty when it does not). */
export interface Origin {
  readonly address: string;
  readonly userAgent: string;
}

/** Users, tokens, sessions, demo sessions, accounts. All passwords are argon2id; a refused login takes as long as a granted one. */
export interface Identity extends OwnSessions {
  login(credentials: {
    userName: string;
    password: string;
    address: string;
    userAgent?: string;
  }): Promise<Result<Grant, { failure: LoginFailure; retryAfterSeconds?: number }>>;
  startDemo(address: string): Promise<Result<Grant, { failure: LoginFailure; retryAfterSeconds?: number }>>;
  /** Undefined for a token that is malformed, expired, or of a revoked session. */
  verify(jwt: string): Promise<Principal | undefined>;
  /**
   * As `verify`, but the token's own time may be over while its session stands: a machine that slept comes back with such
   * a token. It is good for two things only, a new token (`refresh`) and the end of the session.
   */
  verifyOverdue(jwt: string): Promise<Principal | undefined>;
  selectAccount(
    principal: Principal,
    account: string,
  ): Promise<Result<Grant & { isLive: boolean }, AccountSelectFailure>>;
  /** A new token for a session that still stands; with `from`, that is where it was last seen. */
  refresh(principal: Principal, from?: Origin): Promise<Grant | undefined>;
  /** A connection of the session has just gone. */
  noteSeen(sessionId: string): void;
  logout(sessionId: string): Promise<void>;
  accountsOf(userId: string): Promise<AccountChoice[]>;
  profileOf(userId: string): Promise<NamedProfile | undefined>;
  /** Sets the caller's own password, judged here; all other sessions of the user end. Throttled like a login. */
  changePassword(
    principal: Principal,
    change: { oldPassword: string; newPassword: string; address: string },
  ): Promise<PasswordChangeResult>;
  /** Sets the caller's own contact data. A refusal without a message: there is no such user any more. */
  updateProfile(
    principal: Principal,
    profile: UserProfile,
  ): Promise<Result<NamedProfile, { message: string | undefined }>>;
  /** Called when the permissions or accounts of the user have changed, within seconds; returns the way to stop listening. */
  onRightsChanged(userId: string, listener: (rights: UserRights) => void): () => void;
  /** Called when a session ends by logout, revocation or demo expiry; returns the way to stop listening. */
  onSessionEnded(
    listener: (sessionId: string, why: 'logout' | 'demo-expired' | 'revoked') => void,
  ): () => void;
}
