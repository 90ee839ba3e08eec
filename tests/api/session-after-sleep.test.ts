import { decodeJwt, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allHttp } from '../../src/protocol/http-all.ts';
import { externalBrokerHttp, type HttpRoute } from '../../src/protocol/index.ts';
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { authenticated, connect, openAccount, type WireClient } from './wire-client.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

const HOUR_SECONDS = 3600;

/** The same token as it is after a sleep of an hour: well signed, and over. */
async function slept(jwt: string, change: object = {}, key?: Uint8Array): Promise<string> {
  const serverKey = Buffer.from((await server.storage.repositories.system.get('token-key')) ?? '', 'base64');
  const { iat = 0, exp = 0, ...claims } = decodeJwt(jwt);
  return new SignJWT({ ...claims, iat: iat - HOUR_SECONDS, exp: exp - HOUR_SECONDS, ...change })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(key ?? serverKey);
}

const sessionOf = (jwt: string): string => String(decodeJwt(jwt)['sid']);

/** Comes back with a token in a resume: a new token, or undefined when it is refused. */
async function resumed(jwt: string): Promise<string | undefined> {
  const client = await connect('trading', server.ports);
  await client.next('connected');
  client.send('resume', { JWT: jwt });
  const fresh = await Promise.race([
    client.next('loginSuccess').then(({ JWT }) => JWT),
    client.next('relogin').then(() => undefined),
  ]);
  client.close();
  return fresh;
}

/** Comes back as a reloaded page with a token in its cookie. */
const reloaded = async (jwt: string): Promise<WireClient<'trading'>> =>
  connect('trading', server.ports, { origin: server.url, headers: { cookie: `tapedeck_session=${jwt}` } });

async function isGreeted(jwt: string): Promise<boolean> {
  const client = await reloaded(jwt);
  const { IsAuthenticated } = await client.next('connected');
  client.close();
  return IsAuthenticated;
}

const call = (path: string, headers: Record<string, string>, method = 'POST') =>
  fetch(`${server.url}${path}`, { method, headers, redirect: 'manual' });

async function signedIn(
  name: string,
): Promise<{ user: TestUser; jwt: string; client: WireClient<'trading'> }> {
  const user = await server.addUser(name);
  return { user, ...(await openAccount(server.ports, user)) };
}

describe('a machine that slept longer than its token lasts', () => {
  it('is signed in again by it while the session stands, with the account it had and a new token', async () => {
    const { user, jwt, client } = await signedIn('sleeper');
    client.close();
    const fresh = (await resumed(await slept(jwt))) ?? '';
    expect(decodeJwt(fresh)).toMatchObject({ sid: sessionOf(jwt), sub: user.userId, account: user.account });
    expect(decodeJwt(fresh).exp).toBeGreaterThan(Date.now() / 1000 + 14 * 60);
    expect((await call('/api/DesktopUser/LoadSettings', { authorization: `Bearer ${fresh}` })).status).toBe(
      200,
    );
    for (const socket of ['streaming', 'data'] as const)
      (await authenticated(socket, server.ports, fresh)).close();
  });

  it('finds its session at a reload, too: the cookie lasts as long as the session', async () => {
    const { user, jwt, client } = await signedIn('reloader');
    client.close();
    for (const path of ['/api/Account/OnLoggedIn', '/api/Account/OnTokenRefresh']) {
      const cookie = (await call(path, { authorization: `Bearer ${jwt}` })).headers.get('set-cookie') ?? '';
      const maxAgeSeconds = Number(/; Max-Age=(\d+)$/.exec(cookie)?.[1]);
      expect(maxAgeSeconds).toBeGreaterThan(12 * HOUR_SECONDS - 60);
      expect(maxAgeSeconds).toBeLessThanOrEqual(12 * HOUR_SECONDS);
    }
    const page = await reloaded(await slept(jwt));
    expect((await page.next('connected')).IsAuthenticated).toBe(true);
    expect((await page.next('loginSuccess')).UserId).toBe(user.userId);
    page.close();
  });

  it('has to sign in again once the session is over', async () => {
    const { jwt, client } = await signedIn('oversleeper');
    client.close();
    const token = await slept(jwt);
    expect(await isGreeted(token)).toBe(true);
    await server.storage.repositories.sessions.extend(sessionOf(jwt), Date.now());
    expect(await resumed(token)).toBeUndefined();
    expect(await isGreeted(token)).toBe(false);
  });

  it('has to sign in again when the session was ended meanwhile, by a logout, a new password or the operator', async () => {
    const loggedOut = await signedIn('logged-out');
    loggedOut.client.send('logoff', {});
    await loggedOut.client.closed;

    const changed = await signedIn('changed');
    const elsewhere = await openAccount(server.ports, changed.user);
    elsewhere.client.send('changePassword', {
      Id: 1,
      OldPassword: changed.user.password,
      NewPassword: 'quite-another-password',
    });
    expect((await elsewhere.client.next('changePasswordResult')).Result).toBe('Success');
    elsewhere.client.close();

    const revoked = await signedIn('revoked');
    revoked.client.close();
    await server.storage.repositories.sessions.revokeOfUser(revoked.user.userId, Date.now());

    for (const { jwt } of [loggedOut, changed, revoked]) {
      const token = await slept(jwt);
      expect([await resumed(token), await isGreeted(token)]).toEqual([undefined, false]);
    }
    expect(await resumed(await slept(elsewhere.jwt))).toBeDefined();
  });

  it('is not signed in by a token that was not made here for this', async () => {
    const { jwt, client } = await signedIn('forged');
    const other = await signedIn('other');
    const [head, body, signature] = (await slept(jwt)).split('.');
    const bad = [
      await slept(jwt, {}, new Uint8Array(32)),
      await slept(jwt, { aud: 'another' }),
      await slept(jwt, { iss: 'another' }),
      await slept(jwt, { sub: other.user.userId }),
      `${head}.${body}.${signature?.startsWith('A') ? 'B' : 'A'}${signature?.slice(1)}`,
      `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${body}.`,
    ];
    for (const token of bad)
      expect([await resumed(token), await isGreeted(token)]).toEqual([undefined, false]);
    // A token bound to another user's account renews nothing, should one ever exist.
    expect(await resumed(await slept(jwt, { account: other.user.account }))).toBeUndefined();
    client.close();
    other.client.close();
  });

  it('may log out with what it has: nobody can come back with it then', async () => {
    const { jwt, client } = await signedIn('leaver');
    const token = await slept(jwt);
    const out = await call('/api/Account/OnLoggedOut', { cookie: `tapedeck_session=${token}` });
    expect([out.status, out.headers.get('set-cookie')]).toEqual([200, expect.stringContaining('Max-Age=0')]);
    await client.closed;
    expect(await resumed(token)).toBeUndefined();
  });
});

describe('a token that is over', () => {
  const routes = Object.values<HttpRoute>({ ...allHttp, ...externalBrokerHttp }).filter(
    ({ auth }) => auth === 'bearer',
  );

  it.each(routes.map(({ method, path }) => [method, path]))(
    'is refused at %s %s, though its session stands',
    async (method, path) => {
      const { jwt, client } = await openAccount(server.ports, server.user);
      const token = await slept(jwt);
      const answer = await call(
        path.replace('{toolType}', 'Chart').replace('{id}', '1'),
        { authorization: `Bearer ${token}`, cookie: `tapedeck_session=${token}` },
        method,
      );
      expect(answer.status).toBe(401);
      client.close();
    },
  );

  it.each(['streaming', 'data'] as const)('opens no %s socket, though its session stands', async (socket) => {
    const { jwt, client } = await openAccount(server.ports, server.user);
    await expect(authenticated(socket, server.ports, await slept(jwt))).rejects.toThrow('Not authenticated');
    client.close();
  });
});
