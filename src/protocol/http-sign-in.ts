import * as v from 'valibot';
import type { HttpRoute } from './http-route.ts';

/** The calls of the sign-in pages beside the sign-in itself, which travels on the trading socket. */
export const signInHttp = {
  signInOptions: {
    method: 'GET',
    path: '/api/Account/SignInOptions',
    auth: 'none',
    body: null,
    response: v.object({ MailsResetLinks: v.boolean() }),
    doc: 'What the login page offers. MailsResetLinks: whether ForgotPassword is available.',
  },
  forgotPassword: {
    method: 'POST',
    path: '/api/Account/ForgotPassword',
    auth: 'none',
    body: v.strictObject({ User: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(64)) }),
    response: v.object({ Ok: v.literal(true) }),
    doc: 'Mails a reset link to the confirmed address of a user. The answer is the same whether or not there is such a user with such an address. 429 after many requests from the address; beyond three an hour for a user nothing is sent. 404 when the server mails no reset links.',
  },
} as const satisfies Record<string, HttpRoute>;
