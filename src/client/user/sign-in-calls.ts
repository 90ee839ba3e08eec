import { signInHttp } from '../../protocol/http-sign-in.ts';
import { failureText, type HttpApi } from '../connection/http-api.ts';
import type { SignInCalls } from '../types.ts';

/** The calls of the sign-in pages. */
export const createSignInCalls = (api: Pick<HttpApi, 'callRoute'>): SignInCalls => ({
  options: async () => {
    const { MailsResetLinks } = await api.callRoute(signInHttp.signInOptions, null);
    return { mailsResetLinks: MailsResetLinks };
  },
  forgotPassword: (userName) =>
    api.callRoute(signInHttp.forgotPassword, { User: userName }).then(
      () => ({ ok: true }),
      (error: unknown) => ({ ok: false, message: failureText(error) }),
    ),
});
