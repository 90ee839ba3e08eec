import { err, type Result } from '../../domain/assert/assert.ts';
import type { Credentials, Outcome } from '../types.ts';
import type { CredentialsDeps } from './credentials.ts';

/** The code may fail to load, offline or after an upgrade of the server. */
const NOT_LOADED = 'The server could not be reached.';

/** The calls of `credentials.ts`, whose code is loaded with the first of them. */
export function lazyCredentials(deps: CredentialsDeps): Credentials {
  const loaded = () => import('./credentials.ts').then(({ createCredentials }) => createCredentials(deps));
  const result = <Value>(
    use: (credentials: Credentials) => Promise<Result<Value, string>>,
  ): Promise<Result<Value, string>> => loaded().then(use, () => err(NOT_LOADED));
  const outcome = (use: (credentials: Credentials) => Promise<Outcome>): Promise<Outcome> =>
    loaded().then(use, () => ({ ok: false, message: NOT_LOADED }));
  return {
    checkResetLink: (...given) => outcome((calls) => calls.checkResetLink(...given)),
    resetPassword: (...given) => outcome((calls) => calls.resetPassword(...given)),
    secondFactor: () => result((calls) => calls.secondFactor()),
    beginSecondFactor: (...given) => result((calls) => calls.beginSecondFactor(...given)),
    confirmSecondFactor: (...given) => result((calls) => calls.confirmSecondFactor(...given)),
    newRecoveryCodes: (...given) => result((calls) => calls.newRecoveryCodes(...given)),
    turnOffSecondFactor: (...given) => outcome((calls) => calls.turnOffSecondFactor(...given)),
    passkeys: () => result((calls) => calls.passkeys()),
    addPasskey: (...given) => outcome((calls) => calls.addPasskey(...given)),
    apiKeys: () => result((calls) => calls.apiKeys()),
    createApiKey: (...given) => result((calls) => calls.createApiKey(...given)),
    rotateApiKey: (...given) => result((calls) => calls.rotateApiKey(...given)),
    revokeApiKey: (...given) => outcome((calls) => calls.revokeApiKey(...given)),
    removePasskey: (...given) => outcome((calls) => calls.removePasskey(...given)),
  };
}
