import { failureText, type HttpApi } from '../connection/http-api.ts';
import type { Credentials, Outcome } from '../types.ts';

/** The HTTP calls. */
export interface CredentialsDeps {
  readonly api: Pick<HttpApi, 'call'>;
}

/** The calls by which users keep up what they sign in with. */
export function createCredentials({ api }: CredentialsDeps): Credentials {
  const outcomeOf = (call: Promise<unknown>): Promise<Outcome> =>
    call.then(
      () => ({ ok: true }),
      (error: unknown) => ({ ok: false, message: failureText(error) }),
    );
  return {
    resetPassword: (token, newPassword) =>
      outcomeOf(api.call('resetPassword', { Token: token, NewPassword: newPassword })),
  };
}
