import * as v from 'valibot';
import type { HttpRoute } from './http-route.ts';

/** The calls of the sign-in pages beside the sign-in itself, which travels on the trading socket. */
export const signInHttp = {
  signInOptions: {
    method: 'GET',
    path: '/api/Account/SignInOptions',
    auth: 'none',
    body: null,
    response: v.object({ MailsResetLinks: v.boolean(), OidcLabel: v.nullable(v.string()) }),
    doc: 'What the login page offers. MailsResetLinks: whether ForgotPassword is available. OidcLabel: what users call the provider of OpenID Connect; null = there is none.',
  },
  oidcBegin: {
    method: 'POST',
    path: '/api/Account/Oidc/Begin',
    auth: 'none',
    body: null,
    response: v.object({ Url: v.string(), Pending: v.string() }),
    doc: 'Begins a sign-in with OpenID Connect: the browser opens Url, and the provider sends it back to the page /oidc within fifteen minutes. Pending is kept for Oidc/Finish. 404 without a provider; 502 when the provider does not answer.',
  },
  oidcFinish: {
    method: 'POST',
    path: '/api/Account/Oidc/Finish',
    auth: 'none',
    body: v.strictObject({
      Pending: v.pipe(v.string(), v.minLength(1), v.maxLength(4096)),
      Query: v.pipe(v.string(), v.maxLength(8192)),
    }),
    response: v.object({ Ticket: v.string() }),
    doc: 'Checks the answer of the provider, once. Query is that of the page /oidc; Ticket goes into oidcLogin. 400 for an answer that was cancelled, used before, or is not for this sign-in; 403 when the provider refuses, or when its user is linked to no user; 429 after many attempts from the address; 502 when the provider does not answer.',
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
