import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { allHttp } from '../../src/protocol/http-all.ts';
import { encode, externalBrokerHttp, TRADING_PATH, type HttpRoute } from '../../src/protocol/index.ts';
import { startTestServer, temporaryFolder, type TestServer } from '../support/server.ts';
import { authenticated, connect, openAccount } from './wire-client.ts';

let server: TestServer;
let jwt: string;
let removeWeb: () => Promise<void>;
beforeAll(async () => {
  const { folder, remove } = await temporaryFolder();
  removeWeb = remove;
  for (const page of ['index', 'info', 'popout'])
    await writeFile(
      join(folder, `${page}.html`),
      `<!doctype html><html lang="en"><head>\n<title>${page}</title></head></html>`,
    );
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'assets', 'app-abc123.js'), 'export {};');
  server = await startTestServer({ webFolder: folder });
  ({ jwt } = await openAccount(server.ports, server.user));
});
afterAll(async () => {
  await server.end();
  await removeWeb();
});

const policyOf = (response: Response): Map<string, string> =>
  new Map(
    (response.headers.get('content-security-policy') ?? '').split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ');
      return [name, sources.join(' ')];
    }),
  );

describe('the content security policy', () => {
  it('takes scripts from files of ours only, and style elements with the nonce of the response only', async () => {
    const policy = policyOf(await fetch(server.url));
    expect(policy.get('default-src')).toBe("'self'");
    expect(policy.get('script-src')).toBe("'self'");
    expect(policy.get('script-src-attr')).toBe("'none'");
    for (const directive of ['style-src', 'style-src-elem'])
      expect(policy.get(directive)).toMatch(/^'self' 'nonce-[A-Za-z0-9+/]{22}=='$/);
    expect(policy.get('style-src-attr')).toBe("'unsafe-inline'");
    expect(policy.get('worker-src')).toBe("'self'");
    expect(policy.get('object-src')).toBe("'none'");
    expect(policy.get('frame-ancestors')).toBe("'self'");
    expect([...policy.values()].join(' ')).not.toContain('unsafe-eval');
  });

  it.each([
    ['/', 'index'],
    ['/workspace/Morning', 'index'],
    ['/index.html', 'index'],
    ['/info', 'info'],
    ['/info/', 'info'],
    ['/info.html', 'info'],
    ['/popout.html', 'popout'],
  ])('has a new nonce at each %s, the one that the page carries', async (path, title) => {
    const nonces: string[] = [];
    for (let visit = 0; visit < 2; visit += 1) {
      const page = await fetch(`${server.url}${path}`);
      const html = await page.text();
      expect(html).toContain(`<title>${title}</title>`);
      const nonce =
        /<head><meta name="csp-nonce" content="([^"]+)" \/><script src="\/csp-nonce.js"><\/script>/.exec(
          html,
        )?.[1] ?? '';
      expect(policyOf(page).get('style-src-elem')).toBe(`'self' 'nonce-${nonce}'`);
      expect([page.headers.get('cache-control'), page.headers.get('etag')]).toEqual(['no-cache', null]);
      nonces.push(nonce);
    }
    expect(nonces[0]).not.toBe(nonces[1]);
  });
});

describe('other headers', () => {
  it.each(['/', '/assets/app-abc123.js', '/api/config', '/api/docs', '/api/nothing', '/missing.js'])(
    'are on %s',
    async (path) => {
      const { headers } = await fetch(`${server.url}${path}`);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('permissions-policy')).toContain('camera=()');
      expect(headers.get('permissions-policy')).toContain('geolocation=()');
      expect(headers.get('strict-transport-security')).toBeNull();
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('server')).toBeNull();
    },
  );

  it('require TLS for two years, and restrict the cookie to TLS, when the request came over TLS', async () => {
    const page = await fetch(server.url, { headers: { 'x-forwarded-proto': 'https' } });
    expect(page.headers.get('strict-transport-security')).toBe('max-age=63072000');
    expect(policyOf(page).get('connect-src')).toContain('wss://127.0.0.1:');
    const signedIn = await fetch(`${server.url}/api/Account/OnLoggedIn`, {
      method: 'POST',
      headers: { authorization: `Bearer ${jwt}`, 'x-forwarded-proto': 'https' },
    });
    expect(signedIn.headers.get('set-cookie')).toMatch(/; Secure;/);
    const plain = await fetch(`${server.url}/api/Account/OnLoggedIn`, {
      method: 'POST',
      headers: { authorization: `Bearer ${jwt}` },
    });
    expect(plain.headers.get('set-cookie')).not.toContain('Secure');
  });

  it('keep every answer about a user out of caches', async () => {
    const answer = await fetch(`${server.url}/api/DesktopUser/LoadSettings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${jwt}` },
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});

describe('pages of other sites', () => {
  const FOREIGN = ['https://evil.example', 'http://127.0.0.1:1', 'null', 'http://localhost.evil.example'];

  it.each(['trading', 'streaming', 'data'] as const)(
    'cannot open the %s socket, whatever cookie the browser adds',
    async (socket) => {
      for (const origin of FOREIGN) {
        const status = await new Promise<number>((resolve, reject) => {
          const foreign = new WebSocket(
            `ws://127.0.0.1:${server.ports[socket]}${socket === 'trading' ? TRADING_PATH : '/'}`,
            { origin, headers: { cookie: `tapedeck_session=${jwt}` } },
          );
          foreign.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
          foreign.on('open', () => resolve(101));
          foreign.on('error', reject);
        });
        expect([origin, status]).toEqual([origin, 403]);
      }
      const sameOrigin = await connect(socket, server.ports, { origin: server.url });
      sameOrigin.close();
    },
  );

  it.each(
    Object.entries<HttpRoute>({ ...allHttp, ...externalBrokerHttp }).filter(
      ([, route]) => route.method === 'POST',
    ),
  )('cannot call %s', async (_name, route) => {
    const path = route.path.replace('{toolType}', 'Chart').replace('{id}', '1');
    const answer = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${jwt}`,
        cookie: `tapedeck_session=${jwt}`,
        origin: 'https://evil.example',
      },
    });
    expect(answer.status).toBe(403);
  });
});

describe('secrets', () => {
  it('never reach the log, at its most talkative', async () => {
    const lines: string[] = [];
    const talking = await startTestServer({ config: { logLevel: 'trace' }, say: (line) => lines.push(line) });
    const user = await talking.addUser('secretive');
    const secrets = { wrong: 'wrong-password-xyz', changed: 'changed-password-xyz', short: 'sh0rt' };
    const tokens: string[] = [];
    const { client, jwt: token } = await openAccount(talking.ports, user);
    tokens.push(token);
    const stranger = await connect('trading', talking.ports);
    stranger.send('login', { UserId: user.userName, Password: secrets.wrong });
    await stranger.next('loginFailure');
    stranger.sendRaw(JSON.stringify({ T: 1, UserId: user.userName, Password: [secrets.wrong] }));
    await stranger.next('failure');
    stranger.sendRaw(`{"T":1,"Password":"${secrets.wrong}"`);
    await stranger.next('failure');
    stranger.send('resume', { JWT: `${token}x` });
    await stranger.next('relogin');
    client.send('changePassword', { Id: 1, OldPassword: secrets.wrong, NewPassword: secrets.changed });
    await client.next('changePasswordResult');
    client.send('changePassword', { Id: 2, OldPassword: user.password, NewPassword: secrets.short });
    await client.next('changePasswordResult');
    // The database fails under a change: what is logged then must not carry it.
    const { users } = talking.storage.repositories;
    const { replacePassword, update } = users;
    const failing = (...row: unknown[]) =>
      Promise.reject(
        Object.assign(new Error('the disk is full'), {
          detail: `Failing row contains ${JSON.stringify(row)}`,
          parameters: row,
        }),
      );
    Object.assign(users, { replacePassword: failing, update: failing });
    client.send('changePassword', { Id: 3, OldPassword: user.password, NewPassword: secrets.changed });
    expect((await client.next('changePasswordResult', ({ Id }) => Id === 3)).Result).toBe('OtherError');
    client.sendRaw(
      encode('updateUserInfo', {
        FirstName: '',
        LastName: '',
        Phone: '',
        MobilePhone: '',
        Email: 'private@example.com',
        Address: '',
        AddressLine2: '',
        City: '',
        State: '',
        Zip: '',
        Country: '',
      }),
    );
    expect((await client.next('updateUserInfoResult')).Code).toBe(-1);
    Object.assign(users, { replacePassword, update });
    client.send('changePassword', { Id: 4, OldPassword: user.password, NewPassword: secrets.changed });
    expect((await client.next('changePasswordResult', ({ Id }) => Id === 4)).Result).toBe('Success');
    const hash = (await users.byId(user.userId))?.passwordHash ?? '';

    for (const socket of ['streaming', 'data'] as const) {
      await expect(authenticated(socket, talking.ports, `${token}y`)).rejects.toThrow();
      (await authenticated(socket, talking.ports, token)).close();
    }
    const load = (headers: Record<string, string>, body?: string) =>
      fetch(`${talking.url}/api/DesktopUser/LoadSettings?token=${token}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body }),
      });
    await load({ authorization: `Bearer ${token}z` });
    await load({ authorization: `Bearer ${token}` }, `{"Password":"${secrets.wrong}"`);
    const { settings } = talking.storage.repositories;
    const { load: loadSettings } = settings;
    Object.assign(settings, { load: failing });
    expect(
      (await load({ authorization: `Bearer ${token}`, cookie: `tapedeck_session=${token}` })).status,
    ).toBe(500);
    Object.assign(settings, { load: loadSettings });
    client.send('logoff', {});
    await client.closed;
    stranger.close();
    await talking.stop();

    const log = await readFile(join(talking.dataFolder, 'server.log'), 'utf8');
    // The failures above were logged, so the silence about the secrets means something.
    expect(log.match(/the disk is full/g)?.length).toBeGreaterThanOrEqual(3);
    // Security events are logged for the operator: sign-ins, refusals and password changes.
    for (const event of [
      '"msg":"signed in"',
      '"failure":"WrongPassword"',
      '"result":"OldPasswordInvalid"',
      '"result":"Success"',
    ])
      expect(log).toContain(event);
    expect(log).not.toContain('"secretive"');
    const signature = (jwtText: string) => jwtText.split('.')[2] ?? '';
    const forbidden = [
      ...Object.values(secrets),
      user.password,
      hash,
      hash.split('$').at(-1) ?? '',
      ...tokens,
      ...tokens.map(signature),
      '$argon2id$',
      'private@example.com',
      'Failing row',
    ];
    expect(
      forbidden.filter(
        (secret) => secret.length > 3 && (log.includes(secret) || lines.join('\n').includes(secret)),
      ),
    ).toEqual([]);
    // The first password is printed on the terminal, where its user reads it, and nowhere else.
    expect(log).not.toContain(talking.user.password);
    await talking.end();
  });
});
