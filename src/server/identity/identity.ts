import type { Result } from '../../domain/assert/assert.ts';
import type {
  ACCOUNT_SELECT_FAILURES,
  LOGIN_FAILURES,
  PASSWORD_CHANGE_RESULTS,
} from '../../protocol/index.ts';
import type { UserRights } from './rights-watch.ts';
import type { OidcCalls } from './oidc/oidc-sign-in.ts';
import type { OwnSessions } from './own-sessions.ts';
import type { OwnPasskeys } from './passkeys.ts';
import type { PasswordReset, ResetLinkUse, ResetRefusal } from './reset-link.ts';
import type { SecondFactor } from './second-factor.ts';
import type { SessionEndListener } from './session-keeper.ts';
import type { UserProfile } from '../storage/repositories.ts';

/** Why a sign-in or the start of a demo session failed. */
export type LoginFailure = (typeof LOGIN_FAILURES)[number];
export type AccountSelectFailure = (typeof ACCOUNT_SELECT_FAILURES)[number];
export type PasswordChangeResult = (typeof PASSWORD_CHANGE_RESULTS)[number];

/** The user, session and account of a verified token. `account` is set once one was selected. */
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

/** A new token with what it states. */
export interface Grant {
  readonly principal: Principal;
  readonly jwt: string;
}

/** Contact data of a user, with the user name. */
export type NamedProfile = UserProfile & { readonly userName: string };

/** An account that the user can select. */
export interface AccountChoice {
  readonly account: string;
  readonly isLive: boolean;
  readonly isDefault: boolean;
}

/** Network address and user agent of a client; the user agent is empty when the client does not send one. */
export interface Origin {
  readonly address: string;
  readonly userAgent: string;
}

export interface LoginRefusal {
  failure: LoginFailure;
  /** Set when the throttle or the load of the server is the reason. */
  retryAfterSeconds?: number;
}

/** The password is right, and the user has a second factor: the sign-in needs its code as well. */
export interface CodeRequired {
  failure: 'CodeRequired';
  retryAfterSeconds?: undefined;
}

export interface Credentials {
  userName: string;
  password: string;
  /** Of the second factor: six digits of the app, or a recovery code. */
  code?: string | undefined;
  address: string;
  userAgent?: string;
}

/** The answer of a browser to a challenge for passkeys: `response` is JSON of WebAuthn. */
export interface PasskeyAnswer {
  pending: string;
  response: unknown;
  address: string;
  userAgent?: string;
}

/** A ticket of a sign-in with OpenID Connect. */
export interface TicketUse {
  readonly ticket: string;
  /** Of the second factor, which the user needs when it is on. */
  readonly code?: string | undefined;
  readonly address: string;
  readonly userAgent?: string;
}

export interface PasswordChange {
  oldPassword: string;
  newPassword: string;
  address: string;
}

/** Users, tokens, sessions, demo sessions, accounts. Passwords are stored as argon2id; a refused sign-in takes as long as a granted one. */
export interface Identity extends OwnSessions, OwnPasskeys, OidcCalls, SecondFactor {
  /** Starts a session of a user. Throttled by user name and address. With the two that follow the only way to a session of a user who is no demo. */
  login(credentials: Credentials): Promise<Result<Grant, LoginRefusal | CodeRequired>>;
  /** Starts a session of the user of a passkey, who needs neither password nor code. Throttled by address. */
  loginWithPasskey(answer: PasskeyAnswer): Promise<Result<Grant, LoginRefusal>>;
  /** Starts a session with a ticket of `finishOidc`, which stands for the password. Throttled by user name and address. */
  loginWithTicket(use: TicketUse): Promise<Result<Grant, LoginRefusal | CodeRequired>>;
  /** Starts a demo session with a user and account of its own. Throttled by address. */
  startDemo(address: string): Promise<Result<Grant, LoginRefusal>>;
  /** Undefined for a token that is malformed, expired, or of a revoked session. */
  verify(jwt: string): Promise<Principal | undefined>;
  /**
   * As `verify`, but accepts an expired token of an open session, which a machine has after sleep. Such a token serves only to get a new one
   * (`refresh`) and to end the session.
   */
  verifyOverdue(jwt: string): Promise<Principal | undefined>;
  /** A token for an account of the user. */
  selectAccount(
    principal: Principal,
    account: string,
  ): Promise<Result<Grant & { isLive: boolean }, AccountSelectFailure>>;
  /** A new token for an open session; undefined when it is not open. `origin` is stored as the place of its last activity. */
  refresh(principal: Principal, origin?: Origin): Promise<Grant | undefined>;
  /** A connection of the session was closed just now; stored as its last activity. */
  noteSeen(sessionId: string): void;
  /** Ends a session. */
  logout(sessionId: string): Promise<void>;
  accountsOf(userId: string): Promise<AccountChoice[]>;
  profileOf(userId: string): Promise<NamedProfile | undefined>;
  /** Changes the caller's password after checking the old and the new one; all other sessions of the user end. Throttled like a sign-in. */
  changePassword(principal: Principal, change: PasswordChange): Promise<PasswordChangeResult>;
  /** Whether a reset link can still set a password, and of which user (id). Throttled by address. */
  checkResetLink(link: ResetLinkUse): Promise<Result<string, ResetRefusal>>;
  /** Sets a password with the token of a reset link; all sessions of the user end, and the user's API keys are revoked. Throttled by address. Resolves with the user's id. */
  resetPassword(reset: PasswordReset): Promise<Result<string, ResetRefusal>>;
  /** Changes the caller's contact data. An error without a message means that the user no longer exists. */
  updateProfile(
    principal: Principal,
    profile: UserProfile,
  ): Promise<Result<NamedProfile, { message: string | undefined }>>;
  /** Called when the permissions or accounts of the user have changed, within seconds; returns a function that removes the listener. */
  onRightsChanged(userId: string, listener: (rights: UserRights) => void): () => void;
  /** Called when a session ends by logout, revocation or demo expiry; returns a function that removes the listener. */
  onSessionEnded(listener: SessionEndListener): () => void;
}
