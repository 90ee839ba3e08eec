import { request } from 'node:https';
import { afterEach, describe, expect, it } from 'vitest';
import type { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { createEndpoints } from '../../src/client/connection/endpoints.ts';
import { createHttpApi } from '../../src/client/connection/http-api.ts';
import { freePort } from '../support/ports.ts';
import { startProxy, type TestProxy } from '../support/proxies.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { http, SOCKET_PATHS, type SocketName } from '../../src/protocol/index.ts';
import { WireClient } from './wire-client.ts';

interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly bytes: number;
}

let server: TestServer<ScriptedMarket>;
let proxy: TestProxy | undefined;
let mapping: TcpProxy | undefined;
afterEach(async () => {
  await proxy?.stop();
  await mapping?.close();
  [proxy, mapping] = [undefined, undefined];
  await server.end();
});

/** A call over TLS that accepts the certificate of the test's proxy. */
function call(url: string, method: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, rejectUnauthorized: false }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** Opens a socket as a page of the origin does. */
async function openAs<S extends SocketName>(
  socket: S,
  address: string,
  origin: string,
): Promise<WireClient<S>> {
  const client = new WireClient(socket, server.ports, { address, origin, rejectUnauthorized: false });
  await client.opened();
  return client;
}

/** Signs in over the trading socket and shows the token on the other two. */
async function useAllSockets(base: string, origin: string): Promise<string> {
  const trading = await openAs('trading', `${base}${SOCKET_PATHS.trading}`, origin);
  trading.send('login', { UserId: server.user.userName, Password: server.user.password });
  const { JWT } = await trading.next('loginSuccess', undefined, 'loginFailure');
  const streaming = await openAs('streaming', `${base}${SOCKET_PATHS.streaming}`, origin);
  streaming.send('streamingAuth', { JWT });
  expect(await streaming.next('streamingAuthResult')).toMatchObject({ Ok: true });
  const data = await openAs('data', `${base}${SOCKET_PATHS.data}`, origin);
  data.send('dataAuth', { JWT });
  expect(await data.next('dataAuthResult')).toMatchObject({ Ok: true });
  for (const client of [trading, streaming, data]) client.close();
  return JWT;
}

describe('at one address', () => {
  it('serves all three sockets on the HTTP port, also where a container or router maps it', async () => {
    server = await startTestServer();
    mapping = await startTcpProxy(server.ports.http);
    const origin = `http://127.0.0.1:${mapping.port}`;
    await useAllSockets(`ws://127.0.0.1:${mapping.port}`, origin);
  });

  it('opens no other port when the sockets have no ports of their own', async () => {
    server = await startTestServer({ config: { hasSocketPorts: false } });
    const config = await (await fetch(`${server.url}/api/config`)).json();
    expect(config).toMatchObject({ TradingPort: 0, StreamingPort: 0, DataPort: 0 });
    await useAllSockets(`ws://127.0.0.1:${server.ports.http}`, server.url);
  });

  it('names the sockets to the client at the address that the client called', async () => {
    server = await startTestServer();
    mapping = await startTcpProxy(server.ports.http);
    const base = `http://127.0.0.1:${mapping.port}`;
    const endpoints = createEndpoints(createHttpApi({ baseUrl: base, cookieMode: 'jar', fetch }), [base]);
    expect(await endpoints('trading', 0)).toBe(`ws://127.0.0.1:${mapping.port}/ws/trading`);
    expect(await endpoints('data', 0)).toBe(`ws://127.0.0.1:${mapping.port}/ws/data`);
  });

  it('refuses a socket of another path and a page of another site', async () => {
    server = await startTestServer();
    const base = `ws://127.0.0.1:${server.ports.http}`;
    const ownOrigin = `http://127.0.0.1:${server.ports.http}`;
    await expect(openAs('trading', `${base}/ws/other`, ownOrigin)).rejects.toThrow(/404/);
    await expect(openAs('trading', `${base}/`, ownOrigin)).rejects.toThrow(/404/);
    await expect(openAs('data', `${base}${SOCKET_PATHS.data}`, 'http://evil.example')).rejects.toThrow(/403/);
    await expect(
      openAs('data', `${base}${SOCKET_PATHS.data}`, `http://127.0.0.1:${server.ports.http + 5_000}`),
    ).rejects.toThrow(/403/);
  });
});

describe.each(['caddy', 'nginx'] as const)('behind %s with the documented configuration', (name) => {
  it('signs in over TLS, binds the cookie to the host, and refuses other sites', async () => {
    const listen = await freePort();
    const origin = `https://localhost:${listen}`;
    server = await startTestServer({
      config: { publicUrl: new URL(origin), trustedProxies: ['127.0.0.1', '::1'] },
    });
    proxy = await startProxy(name, { listen, server: server.ports.http });
    const jwt = await useAllSockets(`wss://localhost:${listen}`, origin);

    const config = await call(`${origin}/api/config`, 'GET');
    expect(config.status).toBe(200);
    expect(config.headers['content-security-policy']).toContain(
      `connect-src 'self' wss://localhost:${listen}`,
    );
    expect(config.headers['strict-transport-security']).toContain('max-age=');

    const signedIn = await call(`${origin}${http.onLoggedIn.path}`, 'POST', {
      authorization: `Bearer ${jwt}`,
      origin,
    });
    expect(signedIn.status).toBe(200);
    expect(String(signedIn.headers['set-cookie'])).toMatch(/^__Host-tapedeck_session=.*; Secure/);

    await expect(
      openAs('data', `wss://localhost:${listen}${SOCKET_PATHS.data}`, 'https://evil.example'),
    ).rejects.toThrow(/403/);
  });
});

describe('behind a proxy that buffers', () => {
  it('sends each quote as it comes, and whole answers', async () => {
    const listen = await freePort();
    const origin = `https://localhost:${listen}`;
    server = await startTestServer({
      config: { publicUrl: new URL(origin), trustedProxies: ['127.0.0.1', '::1'] },
    });
    proxy = await startProxy('nginx', { listen, server: server.ports.http, isBuffering: true });
    const jwt = await useAllSockets(`wss://localhost:${listen}`, origin);
    const streaming = await openAs('streaming', `wss://localhost:${listen}${SOCKET_PATHS.streaming}`, origin);
    streaming.send('streamingAuth', { JWT: jwt });
    streaming.send('subscribe', { Account: server.user.account, Symbol: 'SPY', Type: 'Quote' });
    await streaming.next('quote');
    // One small message at a time: a proxy that waited for more would never pass it on.
    for (const bid of [100.5, 100.6, 100.7]) {
      server.market.show('SPY', [{ exchange: 'NSDQ', bid: [bid, 500], ask: [bid + 0.02, 400] }]);
      await streaming.next('quote', ({ B }) => B === bid);
    }
    streaming.close();
    // The description of all calls is larger than the buffers.
    const direct = await (await fetch(`${server.url}/api/docs/openapi.json`)).text();
    expect(direct.length).toBeGreaterThan(32_000);
    expect((await call(`${origin}/api/docs/openapi.json`, 'GET')).bytes).toBe(Buffer.byteLength(direct));
  });
});
