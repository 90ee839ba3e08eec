import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdir, writeFile } from 'node:fs/promises';
import { get, request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { startTestServer, temporaryFolder, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { connect, openAccount } from './wire-client.ts';

const TOOLS_SCRIPT = 'export const tools = [];\n'.repeat(50);

let server: TestServer;
let jwt: string;
let removeWeb: () => Promise<void>;
beforeAll(async () => {
  const { folder, remove } = await temporaryFolder();
  removeWeb = remove;
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Tapedeck</title>');
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'assets', 'app-abc123.js'), 'export {};');
  await writeFile(join(folder, 'assets', 'tools-abc123.js'), TOOLS_SCRIPT);
  await writeFile(join(folder, 'assets', 'tools-abc123.js.br'), brotliCompressSync(TOOLS_SCRIPT));
  await writeFile(join(folder, 'assets', 'tools-abc123.js.gz'), gzipSync(TOOLS_SCRIPT));
  server = await startTestServer({ webFolder: folder });
  ({ jwt } = await openAccount(server.ports, server.user));
});
afterAll(async () => {
  await server.end();
  await removeWeb();
});

/** The answer as it is sent: `fetch` would decode the content. */
async function rawGet(address: string, accepted: string) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': accepted } }, resolve).on('error', reject);
  });
  return { status: answer.statusCode, headers: answer.headers, content: await buffer(answer) };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const post = (path: string, options: { headers?: Record<string, string>; body?: unknown } = {}) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: {
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(options.body === undefined
      ? {}
      : { body: typeof options.body === 'string' ? options.body : JSON.stringify(options.body) }),
  });

describe('the API', () => {
  it('says that it is well, and where the sockets are', async () => {
    // Starting a server on a busy machine may stop the loop for a second, which counts for five.
    const health = async () => (await fetch(`${server.url}/healthz`)).json();
    await until(async () => expect(await health()).toEqual({ status: 'ok' }));
    expect(await (await fetch(`${server.url}/livez`)).json()).toEqual({ status: 'ok' });
    await until(async () =>
      expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({
        status: 'ok',
        eventLoopLagMs: expect.any(Number),
      }),
    );
    const config = await (await fetch(`${server.url}/api/config`)).json();
    expect(config).toMatchObject({
      TradingPort: server.ports.trading,
      StreamingPort: server.ports.streaming,
      DataPort: server.ports.data,
      SocketPaths: { Trading: '/ws/trading', Streaming: '/ws/streaming', Data: '/ws/data' },
      Market: 'simulated',
    });
  });

  it('names what is not ready, while it still lives', async () => {
    const stopped = await startTestServer();
    await stopped.brokerage.stop();
    const ready = await fetch(`${stopped.url}/readyz`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({
      status: 'not ready',
      notReady: { journal: 'The order service is not ready.' },
    });
    const health = await fetch(`${stopped.url}/healthz`);
    expect([health.status, await health.json()]).toMatchObject([
      503,
      { Error: 'The order service is not ready.' },
    ]);
    expect((await fetch(`${stopped.url}/livez`)).status).toBe(200);
    await stopped.end();
  });

  it('stores and loads settings of the caller, counting revisions', async () => {
    const user = await server.addUser('settings');
    const { client, jwt: token } = await openAccount(server.ports, user);
    expect(
      await (await post('/api/DesktopUser/LoadSettings', { headers: bearer(token) })).json(),
    ).toMatchObject({ Settings: null, Workspace: null, DefaultAccount: user.account, Revision: 0 });
    const stored = await post('/api/DesktopUser/StoreSettings', {
      headers: bearer(token),
      body: { Workspace: '{"a":1}', Settings: '{"Theme":"dark"}', Page: '/workspace' },
    });
    expect(await stored.json()).toEqual({ Ok: true, Revision: 1 });
    expect(
      await (await post('/api/DesktopUser/LoadSettings', { headers: bearer(token), body: {} })).json(),
    ).toMatchObject({ Settings: '{"Theme":"dark"}', Workspace: '{"a":1}', Page: '/workspace', Revision: 1 });
    client.close();
  });

  it('refuses to save in a demo session', async () => {
    const client = await connect('trading', server.ports);
    client.send('demoStart', {});
    const { JWT } = await client.next('loginSuccess');
    const refused = await post('/api/DesktopUser/StoreSettings', {
      headers: bearer(JWT),
      body: { Workspace: '{}', Settings: '{}', Page: '' },
    });
    expect(refused.status).toBe(403);
    expect(await refused.json()).toEqual({ Error: 'Saving is not supported during Demo Session' });
    client.close();
  });

  it.each([
    ['no token', {}],
    ['a bad token', bearer('x.y.z')],
    ['a token that is no bearer token', { authorization: 'Basic abc' }],
    ['an endless token', bearer('x'.repeat(5000))],
  ])('answers a settings call with 401 when there is %s', async (_label, headers) => {
    const response = await post('/api/DesktopUser/LoadSettings', { headers });
    expect(response.status).toBe(401);
    expect(await response.json()).toHaveProperty('Error');
  });

  it('refuses calls from pages of other sites', async () => {
    expect(
      (
        await post('/api/DesktopUser/LoadSettings', {
          headers: { ...bearer(jwt), origin: 'https://evil.example' },
        })
      ).status,
    ).toBe(403);
    expect(
      (await post('/api/DesktopUser/LoadSettings', { headers: { ...bearer(jwt), origin: server.url } }))
        .status,
    ).toBe(200);
  });

  it.each([
    ['no JSON', '{"Workspace":', 400],
    ['a wrong type', { Workspace: 1, Settings: '{}', Page: '' }, 400],
    ['a missing field', { Workspace: '{}' }, 400],
    ['a field too many', { Workspace: '{}', Settings: '{}', Page: '', Extra: 1 }, 400],
    ['a list', [], 400],
    ['a workspace that is no JSON text', { Workspace: '{', Settings: '{}', Page: '' }, 400],
    ['too much', { Workspace: '{}', Settings: '{}', Page: 'x'.repeat(2_000_000) }, 413],
    ['a deep nest', '['.repeat(200_000), 400],
    ['a prototype', '{"__proto__":{"Workspace":"{}"}}', 400],
  ])('refuses a body with %s and keeps what was stored', async (_label, body, status) => {
    const before = await (await post('/api/DesktopUser/LoadSettings', { headers: bearer(jwt) })).text();
    const response = await post('/api/DesktopUser/StoreSettings', { headers: bearer(jwt), body });
    expect(response.status).toBe(status);
    expect(await response.json()).toHaveProperty('Error');
    expect(await (await post('/api/DesktopUser/LoadSettings', { headers: bearer(jwt) })).text()).toBe(before);
  });

  it('answers the wrong method with the right one, and what is not there with 404', async () => {
    const wrong = await fetch(`${server.url}/api/DesktopUser/StoreSettings`);
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await fetch(`${server.url}/api/nothing`)).status).toBe(404);
    expect((await post('/healthz')).status).toBe(405);
  });

  it('answers a client that offers another protocol with each request, such as HTTP/2', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': '' };
      const call = request(`${server.url}/api/config`, { headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      call.on('error', reject);
      call.end();
    });
    expect(status).toBe(200);
  });

  it('limits how often one address may call', async () => {
    const strict = await startTestServer({ apiRequestsPerMinute: 3 });
    const statuses: number[] = [];
    for (let call = 0; call < 4; call += 1) statuses.push((await fetch(`${strict.url}/api/config`)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    // A service that limits its users itself is no way around: before a sign-in nobody is known.
    const unknown: number[] = [];
    for (let call = 0; call < 61; call += 1)
      unknown.push((await fetch(`${strict.url}/api/ChartStudies/Bars`, { method: 'POST' })).status);
    expect([unknown.slice(0, 60).includes(429), unknown.at(-1)]).toEqual([false, 429]);
    expect((await fetch(`${strict.url}/livez`)).status).toBe(200);
    expect((await fetch(`${strict.url}/healthz`)).status).not.toBe(429);
    await strict.end();
  });
});

describe('the session cookie', () => {
  it('lets a reloaded page find its session, until it logs out', async () => {
    const { client, jwt: token } = await openAccount(server.ports, server.user);
    const set = await post('/api/Account/OnLoggedIn', { headers: bearer(token) });
    const cookie = set.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^tapedeck_session=[^;]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/);
    const header = { cookie: cookie.split(';')[0] ?? '' };

    const reloaded = await connect('trading', server.ports, { origin: server.url, headers: header });
    expect((await reloaded.next('connected')).IsAuthenticated).toBe(true);
    expect((await reloaded.next('loginSuccess')).UserId).toBe(server.user.userId);
    await reloaded.next('availableAccounts');
    reloaded.close();

    expect(
      (await post('/api/Account/OnTokenRefresh', { headers: bearer(token) })).headers.get('set-cookie'),
    ).toContain('tapedeck_session=');

    const out = await post('/api/Account/OnLoggedOut', { headers: header });
    expect(out.status).toBe(200);
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0');
    await client.closed;
    const late = await connect('trading', server.ports, { origin: server.url, headers: header });
    expect((await late.next('connected')).IsAuthenticated).toBe(false);
    late.close();
  });

  it('counts only when it comes from a page of ours', async () => {
    const { client, jwt: token } = await openAccount(server.ports, server.user);
    const program = await connect('trading', server.ports, {
      headers: { cookie: `tapedeck_session=${token}` },
    });
    expect((await program.next('connected')).IsAuthenticated).toBe(false);
    program.close();
    client.close();
  });
});

describe('the history of workspaces', () => {
  it('has what was stored, with the browser, and nothing for a number that is not kept', async () => {
    const store = (Workspace: string) =>
      post('/api/DesktopUser/StoreSettings', {
        headers: { ...bearer(jwt), 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' },
        body: { Workspace, Settings: '{}', Page: '' },
      });
    expect((await store('{"Workspaces":["first"]}')).status).toBe(200);
    const listed = await post('/api/DesktopUser/WorkspaceVersions', { headers: bearer(jwt) });
    const { Items }: { Items: { Id: number; Browser: string }[] } = await listed.json();
    expect(Items[0]?.Browser).toBe('Firefox on Windows');
    const load = (id: number) => post(`/api/DesktopUser/WorkspaceVersions/${id}`, { headers: bearer(jwt) });
    expect(await (await load(Items[0]?.Id ?? 0)).json()).toEqual({ Workspace: '{"Workspaces":["first"]}' });
    const gone = await load(1);
    expect([gone.status, await gone.json()]).toEqual([
      404,
      { Error: 'This version is not kept any more. Open the history again.' },
    ]);
    expect((await post('/api/DesktopUser/WorkspaceVersions')).status).toBe(401);
  });
});

describe('the web client', () => {
  it('has its index page at every client route, and 404 for files that are not there', async () => {
    for (const path of [
      '/',
      '/workspace/Morning',
      '/login',
      '/workspace/v1.2',
      '/workspace/a%5Cb',
      '/workspace/a%2Fb',
      '/login/%2Fworkspace%2Fv1.2',
    ]) {
      const page = await fetch(`${server.url}${path}`);
      expect([page.status, page.headers.get('content-type'), page.headers.get('cache-control')]).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-cache',
      ]);
    }
    expect((await fetch(`${server.url}/assets/app-abc123.js`)).headers.get('cache-control')).toContain(
      'immutable',
    );
    expect((await fetch(`${server.url}/assets/missing.js`)).status).toBe(404);
    expect((await fetch(`${server.url}/..%2f..%2fpackage.json`)).status).not.toBe(200);
    const undecodable = await fetch(`${server.url}/workspace/%E0%A4%A`);
    expect([undecodable.status, await undecodable.json()]).toEqual([400, { Error: expect.any(String) }]);
  });

  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['identity', null, (content: Buffer) => content],
  ])('is sent to a browser that accepts %s in that form', async (accepted, encoding, decode) => {
    const { status, headers, content } = await rawGet(`${server.url}/assets/tools-abc123.js`, accepted);
    expect([status, headers['content-encoding'] ?? null, headers['content-type']]).toEqual([
      200,
      encoding,
      'application/javascript; charset=utf-8',
    ]);
    expect(headers.vary).toMatch(/accept-encoding/i);
    expect(headers['cache-control']).toContain('immutable');
    expect(decode(content).toString()).toBe(TOOLS_SCRIPT);
  });

  it.each(['/profile', '/ChangePassword', '/Settings/', '/GettingStarted', '/start', '/WORKSPACE'])(
    'opens %s by its address',
    async (path) => {
      const page = await fetch(`${server.url}${path}`);
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    },
  );

  it.each(['/metrics', '/workspaces', '/profile/1', '/404', '/.env', '/api/nothing', '/api/'])(
    'answers %s, which is no page, with 404: JSON for a program, a page for a browser',
    async (path) => {
      const program = await fetch(`${server.url}${path}`);
      expect([program.status, await program.json()]).toEqual([404, { Error: 'There is nothing here.' }]);
      const browser = await fetch(`${server.url}${path}`, { headers: { accept: 'text/html' } });
      expect(browser.status).toBe(404);
      const isPage = !path.startsWith('/api') && !path.includes('.');
      expect(browser.headers.get('content-type')?.includes('html')).toBe(isPage);
    },
  );

  it('may run its own scripts only and talk to our sockets only', async () => {
    const policy = (await fetch(server.url)).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain(`connect-src 'self' ws://127.0.0.1:${server.ports.http};`);
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).not.toContain('unsafe-eval');
  });

  it('answers 503 with the command to run when the pages are not built yet', async () => {
    const bare = await startTestServer({ webFolder: '/nonexistent' });
    const page = await fetch(`${bare.url}/workspace`);
    expect(page.status).toBe(503);
    expect(await page.text()).toMatch(/not built.*npm start/);
    await bare.end();
  });
});
