import * as v from 'valibot';
import type { HttpRoute } from './http-route.ts';

const passwordField = v.pipe(v.string(), v.minLength(1), v.maxLength(256));
const fine = v.object({ Ok: v.literal(true) });

/** The calls by which users keep up how they sign in. */
export const identityHttp = {
  resetPassword: {
    method: 'POST',
    path: '/api/Account/ResetPassword',
    auth: 'none',
    body: v.strictObject({
      Token: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
      NewPassword: passwordField,
    }),
    response: fine,
    doc: 'Sets a new password with the token of a reset link, which is used up; all sessions of the user end. 403 for a token that is unknown, used, replaced by a newer link or over, 400 for a password that is not accepted, 429 after many wrong tokens from the address.',
  },
} as const satisfies Record<string, HttpRoute>;
