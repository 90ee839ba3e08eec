import { err, ok } from '../../domain/assert/assert.ts';
import { signInHttp } from '../../protocol/http-sign-in.ts';
import { failureText, type HttpApi } from '../connection/http-api.ts';
import type { SignInCalls } from '../types.ts';

/** The calls of the sign-in pages. */
export const createSignInCalls = (api: Pick<HttpApi, 'callRoute'>): SignInCalls => ({
  options: async () => {
    const { MailsResetLinks, OidcLabel } = await api.callRoute(signInHttp.signInOptions, null);
    return { mailsResetLinks: MailsResetLinks, oidcLabel: OidcLabel };
  },
  beginOidc: () =>
    api.callRoute(signInHttp.oidcBegin, null).then(
      ({ Url, Pending }) => ok({ url: Url, pending: Pending }),
      (error: unknown) => err(failureText(error)),
    ),
  finishOidc: (pending, query) =>
    api.callRoute(signInHttp.oidcFinish, { Pending: pending, Query: query }).then(
      ({ Ticket }) => ok(Ticket),
      (error: unknown) => err(failureText(error)),
    ),
  forgotPassword: (userName) =>
    api.callRoute(signInHttp.forgotPassword, { User: userName }).then(
      () => ({ ok: true }),
      (error: unknown) => ({ ok: false, message: failureText(error) }),
    ),
});
