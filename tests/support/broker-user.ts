import * as v from 'valibot';
import { externalBrokerHttp } from '../../src/protocol/index.ts';
import { openAccount, type WireClient } from '../api/wire-client.ts';
import type { TestServer, TestUser } from './server.ts';

/** A signed-in user with a browser, as far as the external broker is concerned. */
export interface BrokerUser {
  readonly jwt: string;
  readonly trading: WireClient<'trading'>;
  state(): Promise<v.InferOutput<typeof externalBrokerHttp.brokerState.response>>;
  /** POST below /api/ExternalBroker; the answer's JSON. */
  post(path: string): Promise<unknown>;
  /** A call of the trader API, with the present access token unless another is given. */
  trader(
    method: string,
    path: string,
    options?: { readonly token?: string | null; readonly body?: unknown; readonly origin?: string },
  ): Promise<Response>;
  /** Follows the Login link: where it leads, and the cookie it sets. */
  depart(): Promise<{ readonly status: number; readonly location: string; readonly cookie: string }>;
  /** Presses a button on the broker's page; where that leads. */
  decide(page: string, decision: 'allow' | 'deny'): Promise<string>;
  comeBack(
    callback: string,
    cookie: string,
  ): Promise<{ readonly status: number; readonly location: string; readonly cookie: string }>;
  /** The whole way. */
  login(decision?: 'allow' | 'deny'): Promise<void>;
  close(): void;
}

/** Signs a user in, with the session cookie a browser would have. */
export async function brokerUser(
  server: Pick<TestServer, 'url' | 'ports'>,
  user: TestUser,
): Promise<BrokerUser> {
  const { client: trading, jwt } = await openAccount(server.ports, user);
  const authorization = `Bearer ${jwt}`;
  const loggedIn = await fetch(`${server.url}/api/Account/OnLoggedIn`, {
    method: 'POST',
    headers: { authorization },
  });
  const sessionCookie = pairOf(loggedIn.headers.get('set-cookie') ?? '');
  const base = `${server.url}/api/ExternalBroker`;

  const follow = async (address: string, cookie: string) => {
    const response = await fetch(address, { redirect: 'manual', headers: cookie === '' ? {} : { cookie } });
    return {
      status: response.status,
      location: response.headers.get('location') ?? '',
      cookie: response.headers.get('set-cookie') ?? '',
    };
  };

  const caller: BrokerUser = {
    jwt,
    trading,
    async state() {
      return v.parse(
        externalBrokerHttp.brokerState.response,
        await (await fetch(`${base}/State`, { headers: { authorization } })).json(),
      );
    },
    post: async (path) =>
      (await fetch(`${base}/${path}`, { method: 'POST', headers: { authorization } })).json(),
    async trader(method, path, { token, body, origin } = {}) {
      const shown = token === undefined ? (await caller.state()).AccessToken : token;
      return fetch(`${base}/trader${path}`, {
        method,
        headers: {
          authorization: `Bearer ${shown}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(origin === undefined ? {} : { origin }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    },
    depart: () => follow(`${base}/Login`, sessionCookie),
    async decide(page, decision) {
      const form = new URLSearchParams(new URL(page).searchParams);
      form.set('decision', decision);
      const response = await fetch(page, { method: 'POST', body: form, redirect: 'manual' });
      return response.headers.get('location') ?? '';
    },
    // The session cookie does not come along from another site's page; the login's own cookie does.
    comeBack: (callback, cookie) => follow(callback, pairOf(cookie)),
    async login(decision = 'allow') {
      const { location, cookie } = await caller.depart();
      await caller.comeBack(await caller.decide(location, decision), cookie);
    },
    close: () => trading.close(),
  };
  return caller;
}

function pairOf(cookie: string): string {
  return cookie.split(';', 1)[0] ?? '';
}
