import { get } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { SOCKET_PATHS } from '../../src/protocol/index.ts';
import type { StartOptions } from '../../src/server/compose.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { connect, openAccount, WireClient } from './wire-client.ts';

const ANN = '198.51.100.1';
const BOB = '198.51.100.2';

let server: TestServer;
afterEach(() => server.end());

async function startBehind(
  trustedProxies: readonly string[],
  options: Omit<StartOptions, 'market'> = {},
): Promise<void> {
  server = await startTestServer({ ...options, config: { trustedProxies } });
}

const from = (forwardedFor: string) => ({ headers: { 'x-forwarded-for': forwardedFor } });

/** Signs in from behind the proxy. `busy` is what the throttle answers. */
async function signingIn(forwardedFor: string, password: string): Promise<'in' | 'wrong' | 'busy'> {
  const client = await connect('trading', server.ports, from(forwardedFor));
  client.send('login', { UserId: server.user.userName, Password: password });
  const answer = await Promise.race([
    client.next('loginSuccess').then(() => 'in' as const),
    client
      .next('loginFailure')
      .then(({ FailureType }) => (FailureType === 'WrongPassword' ? ('wrong' as const) : ('busy' as const))),
  ]);
  client.close();
  return answer;
}

const perAddress = (most: number): Omit<StartOptions, 'market'> => ({
  loginLimits: { perUserAndAddress: 1e6, perAddress: most, perUser: 1e6, demosPerAddress: most },
});

describe('behind a trusted proxy', () => {
  it('wrong passwords lock out the address that they came from, and nobody else', async () => {
    await startBehind(['127.0.0.0/8'], perAddress(3));
    for (let guess = 0; guess < 3; guess += 1) expect(await signingIn(ANN, 'wrong')).toBe('wrong');
    expect(await signingIn(ANN, server.user.password)).toBe('busy');
    expect(await signingIn(BOB, server.user.password)).toBe('in');
    // What the caller put there before the proxy added its own word changes nothing.
    expect(await signingIn(`203.0.113.7, ${ANN}`, server.user.password)).toBe('busy');
    expect(await signingIn(`${ANN}, ${BOB}`, server.user.password)).toBe('in');
  });

  it('demo sessions, API calls and connections are counted by that address as well', async () => {
    await startBehind(['127.0.0.1'], {
      ...perAddress(1),
      apiRequestsPerMinute: 2,
      maxConnections: { total: 100, perAddress: 1 },
    });
    const demo = async (forwardedFor: string): Promise<string> => {
      const client = await connect('trading', server.ports, from(forwardedFor));
      client.send('demoStart', {});
      const answer = await Promise.race([
        client.next('loginSuccess').then(() => 'in'),
        client.next('loginFailure').then(() => 'busy'),
      ]);
      const gone = client.closed;
      client.close();
      await gone;
      return answer;
    };
    expect(await demo(ANN)).toBe('in');
    await expect.poll(() => demo(ANN).catch(() => 'full')).toBe('busy');
    expect(await demo(BOB)).toBe('in');

    const statuses: number[] = [];
    for (const address of [ANN, ANN, ANN, BOB, `${BOB}, ${ANN}`])
      statuses.push((await fetch(`${server.url}/api/config`, from(address))).status);
    expect(statuses).toEqual([200, 200, 429, 200, 429]);

    const first = await connect('data', server.ports, from(ANN));
    await expect(new WireClient('data', server.ports, from(ANN)).opened()).rejects.toThrow(/503/);
    (await connect('data', server.ports, from(BOB))).close();
    first.close();
  });
});

describe('without a trusted proxy', () => {
  it.each([{ trusted: [] }, { trusted: ['10.0.0.1'] }])(
    'nobody is taken for another by what they claim (trusted: $trusted)',
    async ({ trusted }) => {
      await startBehind(trusted, { ...perAddress(3), apiRequestsPerMinute: 2 });
      for (let guess = 0; guess < 3; guess += 1)
        expect(await signingIn(`198.51.100.${guess}`, 'wrong')).toBe('wrong');
      expect(await signingIn(BOB, 'wrong')).toBe('busy');
      const statuses: number[] = [];
      for (let caller = 0; caller < 3; caller += 1)
        statuses.push((await fetch(`${server.url}/api/config`, from(`198.51.100.${caller}`))).status);
      expect(statuses).toEqual([200, 200, 429]);
    },
  );
});

describe('with a public URL', () => {
  const foreign = { headers: { host: 'rebound.example' } };

  it('refuses calls and upgrades that name a foreign host, on every port', async () => {
    server = await startTestServer({ config: { publicUrl: new URL('https://deck.example') } });
    const statusAt = (path: string, host: string): Promise<number> =>
      new Promise((resolve, reject) => {
        // fetch sets the Host by itself.
        get(`${server.url}${path}`, { headers: { host } }, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        }).on('error', reject);
      });
    for (const path of ['/', '/api/config', '/livez', '/nothing-here'])
      expect(await statusAt(path, 'rebound.example')).toBe(421);
    for (const host of ['deck.example', `127.0.0.1:${server.ports.http}`, 'localhost'])
      expect(await statusAt('/api/config', host)).toBe(200);
    for (const name of ['trading', 'streaming', 'data'] as const) {
      await expect(new WireClient(name, server.ports, foreign).opened()).rejects.toThrow(/421/);
      const address = `ws://127.0.0.1:${server.ports.http}${SOCKET_PATHS[name]}`;
      await expect(new WireClient(name, server.ports, { ...foreign, address }).opened()).rejects.toThrow(
        /421/,
      );
      (await connect(name, server.ports, { headers: { host: 'deck.example' } })).close();
    }
  });

  it('does not know the names of a server without a public URL', async () => {
    server = await startTestServer();
    (await connect('data', server.ports, foreign)).close();
  });
});

describe('the session cookie', () => {
  it('binds the session cookie to the host over TLS, and accepts each cookie only over its own transport', async () => {
    await startBehind([]);
    const { jwt, client } = await openAccount(server.ports, server.user);
    const set = await fetch(`${server.url}/api/Account/OnLoggedIn`, {
      method: 'POST',
      headers: { authorization: `Bearer ${jwt}`, 'x-forwarded-proto': 'https' },
    });
    const cookie = set.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(
      /^__Host-tapedeck_session=[^;]+; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=\d+$/,
    );

    const isGreeted = async (name: string, proto: string | undefined): Promise<boolean> => {
      const origin = proto === undefined ? server.url : server.url.replace('http:', 'https:');
      const page = await connect('trading', server.ports, {
        origin,
        headers: { cookie: `${name}=${jwt}`, ...(proto === undefined ? {} : { 'x-forwarded-proto': proto }) },
      });
      const { IsAuthenticated } = await page.next('connected');
      page.close();
      return IsAuthenticated;
    };
    expect(await isGreeted('__Host-tapedeck_session', 'https')).toBe(true);
    expect(await isGreeted('__Host-tapedeck_session', 'wss')).toBe(true);
    expect(await isGreeted('tapedeck_session', 'https')).toBe(false);
    expect(await isGreeted('tapedeck_session', undefined)).toBe(true);
    expect(await isGreeted('__Host-tapedeck_session', undefined)).toBe(false);

    const out = await fetch(`${server.url}/api/Account/OnLoggedOut`, {
      method: 'POST',
      headers: { cookie: cookie.split(';')[0] ?? '', 'x-forwarded-proto': 'https' },
    });
    expect([out.status, out.headers.get('set-cookie')]).toEqual([
      200,
      '__Host-tapedeck_session=; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=0',
    ]);
    await client.closed;
  });
});
