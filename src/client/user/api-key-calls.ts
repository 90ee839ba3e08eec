import { err, ok, type Result } from '../../domain/assert/assert.ts';
import { keysHttp as routes } from '../../protocol/http-keys.ts';
import { failureText, type HttpApi } from '../connection/http-api.ts';
import type { ApiKeyCalls, IssuedApiKey } from '../types.ts';

/** The HTTP calls, and the access token of the present session. */
interface ApiKeyCallsDeps {
  readonly api: Pick<HttpApi, 'callRoute'>;
  readonly token: () => string | null;
}

/** The calls by which users keep up their API keys. */
export function createApiKeyCalls({ api, token }: ApiKeyCallsDeps): ApiKeyCalls {
  const issued = (
    call: Promise<{ readonly Id: string; readonly Key: string }>,
  ): Promise<Result<IssuedApiKey, string>> =>
    call.then(
      ({ Id, Key }) => ok({ id: Id, key: Key }),
      (error: unknown) => err(failureText(error)),
    );
  const presence = (password: string, code: string): { Password: string; Code?: string } => ({
    Password: password,
    ...(code === '' ? {} : { Code: code }),
  });
  return {
    apiKeys: () =>
      api.callRoute(routes.apiKeys, null, { token: token() }).then(
        ({ Items }) =>
          ok(
            Items.map((item) => ({
              id: item.Id,
              name: item.Name,
              scopes: item.Scopes,
              accounts: item.Accounts,
              addresses: item.Addresses,
              createdAtMs: item.Created,
              expiresAtMs: item.Expires,
              revokedAtMs: item.Revoked,
              used: item.Used && { atMs: item.Used.Time, address: item.Used.Address },
            })),
          ),
        (error: unknown) => err(failureText(error)),
      ),
    createApiKey: ({ name, scopes, accounts, addresses, expiresAtMs }, password, code) =>
      issued(
        api.callRoute(
          routes.apiKeyCreate,
          {
            Name: name,
            Scopes: [...scopes],
            Accounts: [...accounts],
            Addresses: [...addresses],
            Expires: expiresAtMs,
            ...presence(password, code),
          },
          { token: token() },
        ),
      ),
    rotateApiKey: (id, expiresAtMs, password, code) =>
      issued(
        api.callRoute(
          routes.apiKeyRotate,
          { Expires: expiresAtMs, ...presence(password, code) },
          { token: token(), params: { id } },
        ),
      ),
    revokeApiKey: (id) =>
      api.callRoute(routes.apiKeyRevoke, null, { token: token(), params: { id } }).then(
        () => ({ ok: true }),
        (error: unknown) => ({ ok: false, message: failureText(error) }),
      ),
  };
}
