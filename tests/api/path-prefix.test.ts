import { mkdir, writeFile } from 'node:fs/promises';
import { connect as connectHttp2 } from 'node:http2';
import { request } from 'node:https';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { http, SOCKET_PATHS } from '../../src/protocol/index.ts';
import { freePort } from '../support/ports.ts';
import { startProxy, type ProxyName, type ProxyPorts, type TestProxy } from '../support/proxies.ts';
import { startTestServer, temporaryFolder, type TestServer } from '../support/server.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { WireClient } from './wire-client.ts';

const PREFIX = '/tapedeck';
const PAGE =
  '<!doctype html><html><head><script src="./theme.js"></script><link href="./a.css" /></head></html>';

let server: TestServer | undefined;
let proxy: TestProxy | undefined;
let mapping: TcpProxy | undefined;
let removeFolder: (() => Promise<void>) | undefined;
afterEach(async () => {
  await proxy?.stop();
  await mapping?.close();
  await server?.end();
  await removeFolder?.();
  [proxy, mapping, server, removeFolder] = [undefined, undefined, undefined, undefined];
});

interface Answer {
  readonly status: number;
  readonly cookies: string;
  readonly text: string;
}

function call(
  url: string,
  options: { method?: string; headers?: Record<string, string>; servername?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { ...options, rejectUnauthorized: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          cookies: String(response.headers['set-cookie']),
          text,
        }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** The status of a request over HTTP/2. */
function statusOverHttp2(origin: string, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const session = connectHttp2(origin, { rejectUnauthorized: false });
    session.on('error', reject);
    const stream = session.request({ ':path': path });
    stream.on('response', (headers) => {
      resolve(Number(headers[':status']));
      session.close();
    });
    stream.on('error', reject);
    stream.resume();
    stream.end();
  });
}

/** Starts a server with a small web client, a proxy in front of it, and in front of that a mapped port, which is the one in the public URL. */
async function startBehind(
  name: ProxyName,
  options: Pick<ProxyPorts, 'prefix' | 'isPrefixRemoved' | 'serverHost'>,
): Promise<{ readonly origin: string; readonly listen: number }> {
  const { folder, remove } = await temporaryFolder();
  removeFolder = remove;
  await mkdir(join(folder, 'web'));
  await writeFile(join(folder, 'web', 'index.html'), PAGE);
  await writeFile(join(folder, 'web', 'theme.js'), '');
  const listen = await freePort();
  mapping = await startTcpProxy(listen);
  const origin = `https://localhost:${mapping.port}`;
  server = await startTestServer({
    webFolder: join(folder, 'web'),
    config: {
      host: options.serverHost === '[::1]' ? '::1' : '127.0.0.1',
      hasSocketPorts: false,
      publicUrl: new URL(`${origin}${options.prefix ?? ''}/`),
      trustedProxies: ['127.0.0.1', '::1'],
    },
  });
  proxy = await startProxy(name, { listen, server: server.ports.http, ...options });
  return { origin, listen };
}

/** Signs in over the trading socket at the address that the server names, and shows the token on another one. */
async function signIn({ user, ports }: TestServer, origin: string): Promise<string> {
  const { text } = await call(`${origin}${PREFIX}/api/config`);
  const { SocketPaths }: { SocketPaths: { Trading: string; Data: string } } = JSON.parse(text);
  expect(SocketPaths.Trading).toBe(`${PREFIX}${SOCKET_PATHS.trading}`);
  const base = origin.replace('https:', 'wss:');
  const options = { origin, rejectUnauthorized: false };
  const trading = new WireClient('trading', ports, { ...options, address: `${base}${SocketPaths.Trading}` });
  await trading.opened();
  trading.send('login', { UserId: user.userName, Password: user.password });
  const { JWT } = await trading.next('loginSuccess', undefined, 'loginFailure');
  const data = new WireClient('data', ports, { ...options, address: `${base}${SocketPaths.Data}` });
  await data.opened();
  data.send('dataAuth', { JWT });
  expect(await data.next('dataAuthResult')).toMatchObject({ Ok: true });
  for (const client of [trading, data]) client.close();
  return JWT;
}

describe.each([
  ['caddy', false],
  ['caddy', true],
  ['nginx', false],
  ['nginx', true],
] as const)('below a path prefix behind %s (the proxy removes it: %s)', (name, isPrefixRemoved) => {
  it('serves pages, files, calls and sockets, and limits the cookie to the path', async () => {
    const { origin } = await startBehind(name, { prefix: PREFIX, isPrefixRemoved });
    if (server === undefined) throw new Error('The server has not started.');
    const page = await call(`${origin}${PREFIX}/workspace/Main`, { headers: { accept: 'text/html' } });
    expect(page.status).toBe(200);
    expect(page.text).toContain(`<meta name="base-path" content="${PREFIX}" />`);
    const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
    expect(files).toEqual([`${PREFIX}/csp-nonce.js`, `${PREFIX}/theme.js`, `${PREFIX}/a.css`]);
    expect((await call(`${origin}${PREFIX}/theme.js`)).status).toBe(200);

    const jwt = await signIn(server, origin);
    const { status, cookies } = await call(`${origin}${PREFIX}${http.onLoggedIn.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${jwt}`, origin },
    });
    expect(status).toBe(200);
    expect(cookies).toMatch(/^__Secure-tapedeck_session=[^;]+; Path=\/tapedeck\/; .*Secure;/);
    // What is outside the prefix belongs to other applications.
    expect((await call(`${origin}/api/config`)).text).not.toContain('SocketPaths');
  });
});

describe.each(['caddy', 'nginx'] as const)('behind %s', (name) => {
  it('is reached over HTTP/2 and IPv6, and reaches a server at an IPv6 address', async () => {
    const { origin, listen } = await startBehind(name, { serverHost: '[::1]', prefix: PREFIX });
    expect(await statusOverHttp2(origin, `${PREFIX}/api/config`)).toBe(200);
    // Not every machine has a name for this address.
    const answer = await call(`https://[::1]:${listen}${PREFIX}/api/config`, {
      servername: 'localhost',
      headers: { host: `localhost:${listen}` },
    });
    expect(answer.status).toBe(200);
  });
});

describe('around the proxy', () => {
  it('answers health checks without the prefix, and the API page names its files below it', async () => {
    const publicUrl = new URL(`https://deck.example${PREFIX}/`);
    server = await startTestServer({ config: { publicUrl } });
    expect((await fetch(`${server.url}/livez`)).status).toBe(200);
    expect((await fetch(`${server.url}${PREFIX}/readyz`)).status).toBe(200);
    const page = await (await fetch(`${server.url}${PREFIX}/api/docs`)).text();
    expect(page).toContain(`href="${PREFIX}/api/docs/docs.css"`);
    expect(
      (
        await fetch(`${server.url}${PREFIX}/%E0%A4%A`, {
          redirect: 'manual',
          headers: { accept: 'text/html' },
        })
      ).headers.get('location'),
    ).toBe(`${PREFIX}/404`);
  });
});
