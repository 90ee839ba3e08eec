import { err, ok, type Result } from '../../domain/assert/assert.ts';
import { identityHttp } from '../../protocol/http-identity.ts';
import { failureText, type HttpApi } from '../connection/http-api.ts';
import type { Credentials, Outcome } from '../types.ts';
import { createApiKeyCalls } from './api-key-calls.ts';

/** The HTTP calls, and the access token of the present session. */
export interface CredentialsDeps {
  readonly api: Pick<HttpApi, 'callRoute'>;
  readonly token: () => string | null;
}

/** The body that proves the user's presence; without a second factor there is no code. */
const presence = (password: string, code: string): { Password: string; Code?: string } => ({
  Password: password,
  ...(code === '' ? {} : { Code: code }),
});

/** The calls by which users keep up what they sign in with. */
export function createCredentials({ api, token }: CredentialsDeps): Credentials {
  const resultOf = <Answer, Value>(
    call: Promise<Answer>,
    read: (answer: Answer) => Value,
  ): Promise<Result<Value, string>> =>
    call.then(
      (answer) => ok(read(answer)),
      (error: unknown) => err(failureText(error)),
    );
  const outcomeOf = (call: Promise<unknown>): Promise<Outcome> =>
    call.then(
      () => ({ ok: true }),
      (error: unknown) => ({ ok: false, message: failureText(error) }),
    );
  const signedIn = () => ({ token: token() });
  return {
    checkResetLink: (resetToken) =>
      outcomeOf(api.callRoute(identityHttp.checkResetLink, { Token: resetToken })),
    resetPassword: (resetToken, newPassword) =>
      outcomeOf(api.callRoute(identityHttp.resetPassword, { Token: resetToken, NewPassword: newPassword })),
    secondFactor: () =>
      resultOf(api.callRoute(identityHttp.secondFactor, null, signedIn()), ({ Since, RecoveryCodes }) => ({
        sinceMs: Since,
        recoveryCodes: RecoveryCodes,
      })),
    beginSecondFactor: (password) =>
      resultOf(
        api.callRoute(identityHttp.secondFactorBegin, { Password: password }, signedIn()),
        ({ Secret, Uri, Pending }) => ({ secret: Secret, uri: Uri, pending: Pending }),
      ),
    confirmSecondFactor: (pending, code) =>
      resultOf(
        api.callRoute(identityHttp.secondFactorConfirm, { Pending: pending, Code: code }, signedIn()),
        ({ RecoveryCodes }) => RecoveryCodes,
      ),
    newRecoveryCodes: (password, code) =>
      resultOf(
        api.callRoute(identityHttp.secondFactorNewCodes, { Password: password, Code: code }, signedIn()),
        ({ RecoveryCodes }) => RecoveryCodes,
      ),
    passkeys: () =>
      resultOf(api.callRoute(identityHttp.passkeys, null, signedIn()), ({ Items }) =>
        Items.map(({ Id, Name, Created, Used }) => ({
          id: Id,
          name: Name,
          createdAtMs: Created,
          usedAtMs: Used,
        })),
      ),
    addPasskey: (name, password, code) =>
      // The code may fail to load, offline or after an upgrade of the server.
      import('./passkey-ceremonies.ts').then(
        ({ makePasskey }) => makePasskey(api, token(), { name, ...presence(password, code) }),
        () => ({ ok: false, message: 'The server could not be reached.' }),
      ),
    removePasskey: (id, password, code) =>
      outcomeOf(
        api.callRoute(identityHttp.passkeyRemove, presence(password, code), {
          ...signedIn(),
          params: { id },
        }),
      ),
    ...createApiKeyCalls({ api, token }),
    turnOffSecondFactor: (password, code) =>
      outcomeOf(
        api.callRoute(identityHttp.secondFactorTurnOff, { Password: password, Code: code }, signedIn()),
      ),
  };
}
