import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLOSE_SESSION_ENDED, http } from '../../src/protocol/index.ts';
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { authenticated, connect, openAccount, type WireClient } from './wire-client.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Signed in through something that calls itself as browsers do. */
async function browser(
  user: TestUser,
  userAgent: string,
): Promise<{ client: WireClient<'trading'>; jwt: string }> {
  const client = await connect('trading', server.ports, { headers: { 'user-agent': userAgent } });
  client.send('login', { UserId: user.userName, Password: user.password });
  const { JWT: jwt } = await client.next('loginSuccess');
  return { client, jwt };
}
async function call(
  path: string,
  jwt: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${server.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${jwt}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}
const list = async (jwt: string) =>
  v.parse(http.sessionsList.response, (await call('/api/User/Sessions', jwt)).body).Items;
const otherOf = async (jwt: string): Promise<string> =>
  (await list(jwt)).find(({ IsThis }) => !IsThis)?.Id ?? '';

describe("the list of a user's sessions", () => {
  it('marks the present session, and lists when, from which address and with which browser each was signed in', async () => {
    const user = await server.addUser('lister');
    const beganMs = Date.now();
    const first = await browser(user, FIREFOX);
    const second = await openAccount(server.ports, user);
    const items = await list(second.jwt);
    expect(
      items
        .map(({ IsThis, IsConnected, Address, Browser }) => ({ IsThis, IsConnected, Address, Browser }))
        .toSorted((left, right) => Number(right.IsThis) - Number(left.IsThis)),
    ).toEqual([
      { IsThis: true, IsConnected: true, Address: '127.0.0.1', Browser: 'A program' },
      { IsThis: false, IsConnected: true, Address: '127.0.0.1', Browser: 'Firefox on Windows' },
    ]);
    for (const { SignedIn, LastSeen } of items) {
      expect(SignedIn).toBeGreaterThanOrEqual(beganMs);
      expect(LastSeen).toBeGreaterThanOrEqual(SignedIn);
    }
    first.client.close();
    await first.client.closed;
    await expect
      .poll(async () => (await list(second.jwt)).find(({ IsThis }) => !IsThis)?.IsConnected)
      .toBe(false);
    const { LastSeen } = (await list(second.jwt)).find(({ IsThis }) => !IsThis) ?? { LastSeen: 0 };
    expect(LastSeen).toBeGreaterThan(beganMs);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await list(second.jwt)).find(({ IsThis }) => !IsThis)?.LastSeen).toBe(LastSeen);
    second.client.close();
  });

  it('is the own one of a demo, which ends nothing', async () => {
    const client = await connect('trading', server.ports);
    client.send('demoStart', {});
    const { JWT: jwt } = await client.next('loginSuccess');
    expect(await list(jwt)).toMatchObject([{ IsThis: true }]);
    expect(await call('/api/User/Sessions/EndOthers', jwt, { Password: 'x' })).toEqual({
      status: 403,
      body: { Error: 'Ending sessions is not supported during Demo Session' },
    });
    client.close();
  });
});

describe('ending a session from another', () => {
  it('closes all sockets of the ended session at once, sends it a relogin and revokes its token and cookie; other sessions stay open', async () => {
    const user = await server.addUser('ender');
    const other = await openAccount(server.ports, user);
    const sockets = [
      await authenticated('streaming', server.ports, other.jwt),
      await authenticated('data', server.ports, other.jwt),
    ] as const;
    const mine = await openAccount(server.ports, user);
    expect(
      await call(`/api/User/Sessions/${await otherOf(mine.jwt)}/End`, mine.jwt, { Password: user.password }),
    ).toEqual({ status: 200, body: { Ended: 1 } });
    expect(await other.client.next('relogin')).toEqual({ Message: 'Your session has ended; sign in again.' });
    expect(await Promise.all([other.client.closed, sockets[0].closed, sockets[1].closed])).toEqual([
      CLOSE_SESSION_ENDED,
      CLOSE_SESSION_ENDED,
      CLOSE_SESSION_ENDED,
    ]);
    expect((await call('/api/User/Sessions', other.jwt)).status).toBe(401);
    const again = await connect('trading', server.ports, {
      origin: server.url,
      headers: { cookie: `tapedeck_session=${other.jwt}` },
    });
    expect((await again.next('connected')).IsAuthenticated).toBe(false);
    again.send('resume', { JWT: other.jwt });
    await again.next('relogin');
    mine.client.send('heartbeat', { Sent: 1 });
    await mine.client.next('heartbeatAck');
    expect(await list(mine.jwt)).toMatchObject([{ IsThis: true }]);
    for (const { client } of [mine, { client: again }]) client.close();
  });

  it('ends all others with one call', async () => {
    const user = await server.addUser('sweeper');
    const others = [
      await openAccount(server.ports, user),
      await openAccount(server.ports, user),
      await openAccount(server.ports, user),
    ];
    const mine = await openAccount(server.ports, user);
    expect(await call('/api/User/Sessions/EndOthers', mine.jwt, { Password: user.password })).toEqual({
      status: 200,
      body: { Ended: 3 },
    });
    expect(await Promise.all(others.map(({ client }) => client.closed))).toEqual([
      CLOSE_SESSION_ENDED,
      CLOSE_SESSION_ENDED,
      CLOSE_SESSION_ENDED,
    ]);
    expect(await list(mine.jwt)).toHaveLength(1);
    mine.client.close();
  });

  it('is refused without the password, from a page of another site, for the present session, and with a body that is something else', async () => {
    const user = await server.addUser('careful');
    const other = await openAccount(server.ports, user);
    const mine = await openAccount(server.ports, user);
    const [endPath, endOthersPath] = [
      `/api/User/Sessions/${await otherOf(mine.jwt)}/End`,
      '/api/User/Sessions/EndOthers',
    ];
    for (const path of [endPath, endOthersPath]) {
      expect(await call(path, mine.jwt, { Password: 'not the password' })).toEqual({
        status: 403,
        body: { Error: 'The password is incorrect.' },
      });
      expect(
        (await call(path, mine.jwt, { Password: user.password }, { origin: 'https://evil.example' })).status,
      ).toBe(403);
      for (const body of [
        {},
        { Password: '' },
        { Password: 'x'.repeat(257) },
        { Password: user.password, More: 1 },
        [],
      ])
        expect((await call(path, mine.jwt, body)).status).toBe(400);
    }
    const present = (await list(mine.jwt)).find(({ IsThis }) => IsThis)?.Id ?? '';
    expect(await call(`/api/User/Sessions/${present}/End`, mine.jwt, { Password: user.password })).toEqual({
      status: 400,
      body: { Error: 'This is the session you are using. Log out to end it.' },
    });
    expect(
      (await call('/api/User/Sessions/not-an-id/End', mine.jwt, { Password: user.password })).status,
    ).toBe(400);
    expect(await list(mine.jwt)).toHaveLength(2);
    other.client.send('heartbeat', { Sent: 1 });
    await other.client.next('heartbeatAck');
    for (const { client } of [mine, other]) client.close();
  });

  it('answers 429 with the time to wait after too many wrong passwords', async () => {
    const strict = await startTestServer({
      loginLimits: { perUserAndAddress: 2, perAddress: 100, perUser: 100, demosPerAddress: 100 },
    });
    const { client, jwt } = await openAccount(strict.ports, strict.user);
    const attempt = (Password: string) =>
      fetch(`${strict.url}/api/User/Sessions/EndOthers`, {
        method: 'POST',
        headers: { authorization: `Bearer ${jwt}`, 'content-type': 'application/json' },
        body: JSON.stringify({ Password }),
      });
    expect([(await attempt('wrong')).status, (await attempt('wrong')).status]).toEqual([403, 403]);
    const refused = await attempt(strict.user.password);
    expect([refused.status, await refused.json()]).toEqual([
      429,
      { Error: expect.stringMatching(/^Too many tries\. Try again in \d+ minutes\.$/) },
    ]);
    client.close();
    await strict.end();
  });
});
