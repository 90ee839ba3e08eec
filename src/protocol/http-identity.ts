import * as v from 'valibot';
import { longText, shortText, timeMsField } from './fields.ts';
import type { HttpRoute } from './http-route.ts';

const passwordField = v.pipe(v.string(), v.minLength(1), v.maxLength(256));
const codeField = v.pipe(v.string(), v.minLength(1), v.maxLength(64));
const fine = v.object({ Ok: v.literal(true) });
const bothFactors = v.strictObject({ Password: passwordField, Code: codeField });
/** Password, and the code of a caller with a second factor. */
const present = v.strictObject({ Password: passwordField, Code: v.optional(codeField) });
const challenge = v.object({ Options: v.looseObject({}), Pending: longText });
const passkeyId = v.pipe(v.string(), v.maxLength(1400), v.regex(/^[\w-]+$/, 'the id of a passkey expected'));
const recoveryCodes = v.object({ RecoveryCodes: v.array(shortText) });

const resetToken = v.pipe(v.string(), v.minLength(1), v.maxLength(256));

/** The calls by which users keep up how they sign in. */
export const identityHttp = {
  checkResetLink: {
    method: 'POST',
    path: '/api/Account/CheckResetLink',
    auth: 'none',
    body: v.strictObject({ Token: resetToken }),
    response: fine,
    doc: 'Whether the token of a reset link can still set a password; it stays usable. 403 for a token that is unknown, used, replaced by a newer link or over, 429 after many wrong tokens from the address.',
  },
  resetPassword: {
    method: 'POST',
    path: '/api/Account/ResetPassword',
    auth: 'none',
    body: v.strictObject({
      Token: resetToken,
      NewPassword: passwordField,
    }),
    response: fine,
    doc: 'Sets a new password with the token of a reset link, which is used up; all sessions of the user end. 403 for a token that is unknown, used, replaced by a newer link or over, 400 for a password that is not accepted, 429 after many wrong tokens from the address.',
  },
  secondFactor: {
    method: 'GET',
    path: '/api/User/SecondFactor',
    auth: 'bearer',
    body: null,
    response: v.object({
      Since: v.nullable(timeMsField),
      RecoveryCodes: v.pipe(v.number(), v.integer(), v.minValue(0)),
    }),
    doc: "The caller's second factor: since when there is one (UTC milliseconds of the server's clock; null = there is none), and how many recovery codes are left.",
  },
  secondFactorBegin: {
    method: 'POST',
    path: '/api/User/SecondFactor/Begin',
    auth: 'bearer',
    body: v.strictObject({ Password: passwordField }),
    response: v.object({ Secret: shortText, Uri: longText, Pending: longText }),
    doc: "Makes a secret for an authenticator app, as base32 and as an otpauth address. Nothing is stored before SecondFactor/Confirm. Requires the caller's password: 403 for a wrong one, 429 after many, which are counted with those of sign-ins; likewise for the calls below. 409 when there is a second factor already. Refused in demo.",
  },
  secondFactorConfirm: {
    method: 'POST',
    path: '/api/User/SecondFactor/Confirm',
    auth: 'bearer',
    body: v.strictObject({ Pending: longText, Code: codeField }),
    response: recoveryCodes,
    doc: 'Turns the second factor on with the Pending text of SecondFactor/Begin, at most 15 minutes old and of this session, and a code of the app. Answers with the recovery codes, which are shown only now. All other sessions of the caller end.',
  },
  secondFactorNewCodes: {
    method: 'POST',
    path: '/api/User/SecondFactor/NewCodes',
    auth: 'bearer',
    body: bothFactors,
    response: recoveryCodes,
    doc: 'Replaces the recovery codes. Requires password and code; 403 when one of them is wrong, 429 after many wrong codes.',
  },
  secondFactorTurnOff: {
    method: 'POST',
    path: '/api/User/SecondFactor/TurnOff',
    auth: 'bearer',
    body: bothFactors,
    response: fine,
    doc: 'Removes the second factor and the recovery codes. Requires password and code, as SecondFactor/NewCodes does.',
  },
  passkeys: {
    method: 'GET',
    path: '/api/User/Passkeys',
    auth: 'bearer',
    body: null,
    response: v.object({
      Items: v.array(
        v.object({ Id: passkeyId, Name: shortText, Created: timeMsField, Used: v.nullable(timeMsField) }),
      ),
    }),
    doc: "The caller's passkeys, the oldest first. Created and Used (the last sign-in; null = none yet) are UTC milliseconds of the server's clock.",
  },
  passkeyBegin: {
    method: 'POST',
    path: '/api/User/Passkeys/Begin',
    auth: 'bearer',
    body: present,
    response: challenge,
    doc: 'Options of WebAuthn for a new passkey of the caller. Requires the password, and the code of a caller with a second factor: 403 when one of them is wrong. 409 with 20 passkeys, and where browsers have no passkeys: over plain http from another machine, or at a bare address. Refused in demo.',
  },
  passkeyAdd: {
    method: 'POST',
    path: '/api/User/Passkeys/Add',
    auth: 'bearer',
    body: v.strictObject({
      Pending: longText,
      Name: v.pipe(
        v.string(),
        v.trim(),
        v.maxLength(60),
        v.regex(/^\P{C}+$/u, 'a name without control characters expected'),
      ),
      Response: v.looseObject({}),
    }),
    response: fine,
    doc: 'Adds the passkey that the browser has made for the options of Passkeys/Begin (Response: its JSON form), at most five minutes old and of this session.',
  },
  passkeyRemove: {
    method: 'POST',
    path: '/api/User/Passkeys/{id}/Remove',
    auth: 'bearer',
    params: v.strictObject({ id: passkeyId }),
    body: present,
    response: fine,
    doc: 'Removes a passkey of the caller. Requires password and code as Passkeys/Begin does; 404 when there is no such passkey of the caller.',
  },
  passkeyChallenge: {
    method: 'POST',
    path: '/api/Account/PasskeyChallenge',
    auth: 'none',
    body: v.nullable(v.object({})),
    response: challenge,
    doc: 'Options of WebAuthn for a sign-in with a passkey, of whatever user; the answer goes into passkeyLogin within five minutes, once.',
  },
} as const satisfies Record<string, HttpRoute>;
