import type { Result } from '../../domain/assert/assert.ts';
import type { ApiKeyScope } from '../../domain/permissions.ts';
import type { Outcome } from '../readable.ts';

/** What a server offers on its login page. */
export interface SignInOptions {
  readonly mailsResetLinks: boolean;
  /** What users call the provider of OpenID Connect; null = there is none. */
  readonly oidcLabel: string | null;
}
/** A sign-in with OpenID Connect under way: the address to open, and a text that goes back with the answer. */
export interface OidcBegun {
  readonly url: string;
  readonly pending: string;
}

/** The calls of the sign-in pages beside the sign-in itself. */
export interface SignInCalls {
  /** Rejects when the server cannot be reached. */
  options(): Promise<SignInOptions>;
  /** Begins a sign-in with OpenID Connect. The error is a text to show. */
  beginOidc(): Promise<Result<OidcBegun, string>>;
  /** Has the server check the answer of the provider; `query` is that of the page to which the browser came back. Resolves with a ticket. */
  finishOidc(pending: string, query: string): Promise<Result<string, string>>;
  /** Has a reset link mailed to the confirmed address of a user; succeeds for unknown users, too. */
  forgotPassword(userName: string): Promise<Outcome>;
}

/** The second factor of the user. `sinceMs`: UTC ms of the server's clock, null = there is none; `recoveryCodes`: how many are left. */
export interface SecondFactorState {
  readonly sinceMs: number | null;
  readonly recoveryCodes: number;
}
/** What an authenticator app needs: the secret as base32 and as an otpauth address. `pending` goes back with the first code. */
export interface SecondFactorSetup {
  readonly secret: string;
  readonly uri: string;
  readonly pending: string;
}
/** A passkey of the user. Times are UTC ms of the server's clock; `usedAtMs` null = it has not signed in yet. */
export interface OwnPasskey {
  readonly id: string;
  readonly name: string;
  readonly createdAtMs: number;
  readonly usedAtMs: number | null;
}
/** What a user signs in with. These calls never reject; a failure has a message that can be shown. */
export interface Credentials extends ApiKeyCalls {
  /** Fails for the token of a reset link that sets no password any more. No session is needed. */
  checkResetLink(token: string): Promise<Outcome>;
  /** Sets a new password with the token of a reset link. No session is needed; all sessions of the user end. */
  resetPassword(token: string, newPassword: string): Promise<Outcome>;
  secondFactor(): Promise<Result<SecondFactorState, string>>;
  beginSecondFactor(password: string): Promise<Result<SecondFactorSetup, string>>;
  /** Turns the second factor on with a code of the app. Resolves with the recovery codes, which are shown only now. */
  confirmSecondFactor(pending: string, code: string): Promise<Result<readonly string[], string>>;
  /** Replaces the recovery codes. */
  newRecoveryCodes(password: string, code: string): Promise<Result<readonly string[], string>>;
  turnOffSecondFactor(password: string, code: string): Promise<Outcome>;
  /** The oldest first. */
  passkeys(): Promise<Result<readonly OwnPasskey[], string>>;
  /** Has the browser make a passkey and adds it. `code`: of a user with a second factor, else empty. */
  addPasskey(name: string, password: string, code: string): Promise<Outcome>;
  removePasskey(id: string, password: string, code: string): Promise<Outcome>;
}

/** What a user chooses of an API key. Empty lists stand for all accounts and every address; `expiresAtMs` is UTC ms, null = it does not expire. */
export interface ApiKeyChoice {
  readonly name: string;
  readonly scopes: readonly ApiKeyScope[];
  readonly accounts: readonly string[];
  readonly addresses: readonly string[];
  readonly expiresAtMs: number | null;
}
/** An API key of the user, without its secret. Times are UTC ms of the server's clock. */
export interface OwnApiKey extends ApiKeyChoice {
  readonly id: string;
  readonly createdAtMs: number;
  /** Null while it is not revoked. */
  readonly revokedAtMs: number | null;
  /** Null before the first use. */
  readonly used: { readonly atMs: number; readonly address: string } | null;
}
/** A new key, which is shown this once. */
export interface IssuedApiKey {
  readonly id: string;
  readonly key: string;
}
/** The API keys of the user. These calls never reject; a failure has a message that can be shown. `code`: of a user with a second factor, else empty. */
export interface ApiKeyCalls {
  /** The newest first, revoked and expired ones included. */
  apiKeys(): Promise<Result<readonly OwnApiKey[], string>>;
  createApiKey(choice: ApiKeyChoice, password: string, code: string): Promise<Result<IssuedApiKey, string>>;
  /** Replaces the secret and the expiry; the old key ends at once. */
  rotateApiKey(
    id: string,
    expiresAtMs: number | null,
    password: string,
    code: string,
  ): Promise<Result<IssuedApiKey, string>>;
  revokeApiKey(id: string): Promise<Outcome>;
}
