import type { TestServer, TestUser } from '../support/server.ts';
import { openAccount } from './wire-client.ts';

/** An answer of the server: status, JSON body and headers. */
export interface ApiAnswer {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read bodies of any form
  readonly body: any;
  readonly headers: Headers;
}

/** Makes a call with a bearer token or an API key. */
export async function callApi(
  server: Pick<TestServer, 'url'>,
  path: string,
  token: string | undefined,
  request: {
    readonly method?: string;
    readonly body?: unknown;
    readonly headers?: Record<string, string>;
  } = {},
): Promise<ApiAnswer> {
  const { body, headers = {} } = request;
  const response = await fetch(`${server.url}${path}`, {
    method: request.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

/** What a new key permits, unless a test says otherwise. */
export const NEW_KEY = {
  Name: 'Program',
  Scopes: ['read', 'paper'],
  Accounts: [],
  Addresses: [],
  Expires: null,
};

/** Signs the user in and creates an API key as the profile does. */
export async function createKey(
  server: Pick<TestServer, 'url' | 'ports'>,
  user: TestUser,
  change: Partial<Record<keyof typeof NEW_KEY, unknown>> = {},
): Promise<{ readonly id: string; readonly key: string; readonly jwt: string }> {
  const { client, jwt } = await openAccount(server.ports, user);
  client.close();
  const { status, body } = await callApi(server, '/api/User/ApiKeys/Create', jwt, {
    body: { ...NEW_KEY, ...change, Password: user.password },
  });
  if (status !== 200) throw new Error(`no key: ${status} ${JSON.stringify(body)}`);
  return { id: body.Id, key: body.Key, jwt };
}
