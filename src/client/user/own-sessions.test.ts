import { beforeEach, expect, test } from 'vitest';
import { createHttpApi } from '../connection/http-api.ts';
import { createOwnSessions } from './own-sessions.ts';

const ID = '0b6f1f5e-4c1b-4d0a-9d5e-2f7f3c9a1e11';
let requests: { method: string | undefined; url: string; body: unknown; authorization: string | null }[];
let answer: () => Response | Promise<Response>;

const api = createHttpApi({
  baseUrl: 'http://server.example',
  cookieMode: 'jar',
  async fetch(input, init) {
    requests.push({
      method: init?.method,
      url: String(input),
      body: init?.body === undefined ? undefined : JSON.parse(String(init.body)),
      authorization: new Headers(init?.headers).get('authorization'),
    });
    return answer();
  },
});
const sessions = createOwnSessions({ api, token: () => 'token' });

beforeEach(() => {
  requests = [];
});

test('lists the sessions as the server reports them', async () => {
  answer = () =>
    Response.json({
      Items: [
        {
          Id: ID,
          IsThis: true,
          IsConnected: true,
          SignedIn: 5,
          LastSeen: 9,
          Address: '192.0.2.1',
          Browser: 'Firefox on Linux',
        },
      ],
    });
  expect(await sessions.list()).toEqual([
    {
      id: ID,
      isThis: true,
      isConnected: true,
      signedInMs: 5,
      lastSeenMs: 9,
      address: '192.0.2.1',
      browser: 'Firefox on Linux',
    },
  ]);
  expect(requests).toEqual([
    {
      method: 'GET',
      url: 'http://server.example/api/User/Sessions',
      body: undefined,
      authorization: 'Bearer token',
    },
  ]);
});

test('ends one or all others, with the password in the body', async () => {
  answer = () => Response.json({ Ended: 1 });
  expect([await sessions.end(ID, 'secret'), await sessions.endOthers('secret')]).toEqual([
    { ok: true },
    { ok: true },
  ]);
  expect(requests.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['POST', `http://server.example/api/User/Sessions/${ID}/End`, { Password: 'secret' }],
    ['POST', 'http://server.example/api/User/Sessions/EndOthers', { Password: 'secret' }],
  ]);
});

test("shows a refusal with the server's text, an unreachable server with a text of the client", async () => {
  answer = () => Response.json({ Error: 'The password is incorrect.' }, { status: 403 });
  expect(await sessions.end(ID, 'wrong')).toEqual({ ok: false, message: 'The password is incorrect.' });
  answer = () => Promise.reject(new TypeError('fetch failed'));
  expect(await sessions.endOthers('secret')).toEqual({
    ok: false,
    message: 'The server could not be reached.',
  });
  await expect(sessions.list()).rejects.toThrow('The server could not be reached.');
});
