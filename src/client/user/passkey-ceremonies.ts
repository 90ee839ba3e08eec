import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { err, ok, type Result } from '../../domain/assert/assert.ts';
import { identityHttp } from '../../protocol/http-identity.ts';
import { failureText, type HttpApi } from '../connection/http-api.ts';
import type { Outcome } from '../types.ts';

/** Shown where the browser has no passkeys. */
const UNSUPPORTED_TEXT =
  'Passkeys need https at a name, or localhost: this page cannot use them. Sign in with your password.';
const CANCELLED_TEXT = 'No passkey was chosen. Try again, or sign in with your password.';
const NOT_MADE_TEXT = 'No passkey was made. Try again.';
const KNOWN_TEXT = 'This device has a passkey for you already.';

/** What goes into `passkeyLogin`. */
interface PasskeyAnswer {
  readonly Pending: string;
  readonly Response: string;
}

/** Has the user choose a passkey in the browser. The error is a text to show. */
export async function requestPasskey(
  api: Pick<HttpApi, 'callRoute'>,
): Promise<Result<PasskeyAnswer, string>> {
  if (!browserSupportsWebAuthn()) return err(UNSUPPORTED_TEXT);
  try {
    const { Options, Pending } = await api.callRoute(identityHttp.passkeyChallenge, null);
    // The server makes the options with the counterpart of this library.
    const optionsJSON = Options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
    const answer = await startAuthentication({ optionsJSON });
    return ok({ Pending, Response: JSON.stringify(answer) });
  } catch (error) {
    return err(isOfBrowser(error) ? CANCELLED_TEXT : failureText(error));
  }
}

/** Has the browser make a passkey, and adds it to the user's. */
export async function makePasskey(
  api: Pick<HttpApi, 'callRoute'>,
  token: string | null,
  { name, ...present }: { readonly name: string; readonly Password: string; readonly Code?: string },
): Promise<Outcome> {
  if (!browserSupportsWebAuthn()) return { ok: false, message: UNSUPPORTED_TEXT };
  try {
    const { Options, Pending } = await api.callRoute(identityHttp.passkeyBegin, present, { token });
    // The server makes the options with the counterpart of this library.
    const optionsJSON = Options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
    const made = await startRegistration({ optionsJSON });
    await api.callRoute(identityHttp.passkeyAdd, { Pending, Name: name, Response: { ...made } }, { token });
    return { ok: true };
  } catch (error) {
    return { ok: false, message: makeFailureText(error) };
  }
}

function makeFailureText(error: unknown): string {
  if (!isOfBrowser(error)) return failureText(error);
  return error.name === 'InvalidStateError' ? KNOWN_TEXT : NOT_MADE_TEXT;
}

/** Errors of the browser's own dialog: cancelled, timed out, or refused by the authenticator. The library keeps their names. */
const BROWSER_ERRORS: ReadonlySet<string> = new Set([
  'AbortError',
  'ConstraintError',
  'InvalidStateError',
  'NotAllowedError',
  'NotSupportedError',
  'SecurityError',
  'UnknownError',
]);
const isOfBrowser = (error: unknown): error is Error =>
  error instanceof Error && BROWSER_ERRORS.has(error.name);
