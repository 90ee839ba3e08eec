import type { ACCOUNT_SELECT_FAILURES, LOGIN_FAILURES } from '../../protocol/index.ts';

const TRY_LATER = 'Error occured, please try again later';

/** The text of each login failure (spec platform.md §8); for failures without a text in the specification, Tapedeck's own. */
export const LOGIN_FAILURE_TEXTS: Readonly<Record<(typeof LOGIN_FAILURES)[number], string>> = {
  WrongPassword: 'Invalid password',
  LoggedInOnAnotherMachine: 'Already logged in on another machine',
  UserDisabled: 'Username is disabled',
  UserExpired: 'Username is expired',
  ServerError: TRY_LATER,
  NotFrontEndUser: 'This username cannot use the platform',
  StreamingServiceInaccessible: TRY_LATER,
  NoLoginResponse: TRY_LATER,
  WrongPasskey: 'This passkey is not accepted. Sign in with your password.',
  WrongTicket: 'The sign-in took too long or was used before. Sign in again.',
  WrongCode: 'The code is incorrect or was used before. Wait for the next one.',
};

/** The text of each failure of an account selection (spec platform.md §8, its spelling kept). */
export const ACCOUNT_SELECT_FAILURE_TEXTS: Readonly<
  Record<(typeof ACCOUNT_SELECT_FAILURES)[number], string>
> = {
  DatabaseError: 'Account loading failed',
  DoesNotExist: 'Account does not exist',
  UnavailableForUser: 'Account is not available for this username',
  AlreadyLoggedIn: 'Account already logged in on another machine',
  Locked: 'Account is temporarily locked by adminmistrator',
  NoPlatformPermission: 'Account does not have permission to use web platform',
};

/** Shown when the user has no account to choose. */
export const NO_ACCOUNTS_TEXT = 'No accounts available for this username';
/** Shown when the server does not answer, or the trading socket cannot be opened. */
export const UNREACHABLE_TEXT = 'The server could not be reached. Check the connection and try again.';
/** Shown when the page is older or newer than the server. */
export const OUTDATED_TEXT = 'This page and the server have different versions. Reload the page to continue.';
/** Shown when the server has ended the session. */
export const SESSION_ENDED_TEXT = 'Your session has ended. Sign in again.';

/** The text of a login failure, with the time to wait when the server named one (seconds). */
export function loginFailureText(
  failure: (typeof LOGIN_FAILURES)[number],
  retryAfterSeconds?: number,
): string {
  const text = LOGIN_FAILURE_TEXTS[failure];
  return retryAfterSeconds !== undefined && retryAfterSeconds > 0
    ? `${text}. Try again in ${Math.ceil(retryAfterSeconds)} seconds`
    : text;
}
