import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { authenticated, openAccount, orderOf, signIn } from './wire-client.ts';

const TOKEN = 'metrics-token-of-a-test';
let server: TestServer<ScriptedMarket>;
beforeAll(async () => {
  server = await startTestServer({ config: { metrics: { port: undefined, token: TOKEN } } });
});
afterAll(() => server.end());

const get = (url: string, token?: string): Promise<Response> =>
  fetch(url, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });

async function scrape(): Promise<string> {
  const response = await get(`${server.url}/metrics`, TOKEN);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  return response.text();
}

/** Value of a sample by its name and labels; 0 when there is none. */
const sample = (text: string, name: string): number => {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? 0);
};

describe('/metrics of the HTTP port', () => {
  it.each([undefined, 'metrics-token-of-a-tesT'])(
    'is refused with the token %s, and says which token it needs',
    async (token) => {
      const response = await get(`${server.url}/metrics`, token);
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expect(await response.json()).toEqual({ Error: expect.stringContaining('TAPEDECK_METRICS_TOKEN') });
    },
  );

  it('counts orders by outcome, their records and the time to their acknowledgement', async () => {
    const before = await scrape();
    const { client } = await openAccount(server.ports, server.user);
    client.send('orderSend', orderOf(server.user, { ClientId: 'metrics-1' }));
    client.send('orderSend', orderOf(server.user, { ClientId: 'metrics-2', Type: 'Limit', Price: 500 }));
    client.send('orderSend', orderOf(server.user, { ClientId: 'metrics-3', Route: 'NOWHERE' }));
    await until(async () => {
      const text = await scrape();
      const grown = (name: string): number => sample(text, name) - sample(before, name);
      expect(grown('tapedeck_orders_accepted_total{request="new"}')).toBe(1);
      expect(grown('tapedeck_orders_refused_total{request="new",code="-52"}')).toBe(1);
      expect(grown('tapedeck_orders_refused_total{request="new",code="-47"}')).toBe(1);
      expect(grown('tapedeck_order_acknowledgement_seconds_count{request="new"}')).toBe(2);
      expect(grown('tapedeck_journal_records_total')).toBeGreaterThanOrEqual(2);
      expect(grown('tapedeck_journal_commit_seconds_count')).toBeGreaterThanOrEqual(1);
      expect(sample(text, 'tapedeck_sockets_open{socket="trading"}')).toBe(1);
    });
    client.close();
    await until(async () =>
      expect(sample(await scrape(), 'tapedeck_sockets_open{socket="trading"}')).toBe(0),
    );
  });

  it('counts ticks that are sent, refused sign-ins, and HTTP requests by route', async () => {
    const { client: trading, jwt } = await openAccount(server.ports, server.user);
    const client = await authenticated('streaming', server.ports, jwt);
    client.send('subscribe', { Account: server.user.account, Symbol: 'SPY', Type: 'Trade' });
    await client.next('subscriptionResponse');
    server.market.print('SPY', 100.02, 100);
    await client.next('trade');
    await get(`${server.url}/no/such/path`);
    const wrong = { ...server.user, password: 'not the password' };
    await signIn(server.ports, wrong).catch(() => undefined);
    await until(async () => {
      const text = await scrape();
      expect(sample(text, 'tapedeck_ticks_sent_total')).toBeGreaterThanOrEqual(1);
      expect(sample(text, 'tapedeck_symbols_watched')).toBe(1);
      expect(sample(text, 'tapedeck_logins_refused_total{reason="WrongPassword"}')).toBe(1);
      expect(sample(text, 'tapedeck_http_requests_total{method="GET",route="none",status="404"}')).toBe(1);
      expect(
        sample(text, 'tapedeck_http_requests_total{method="GET",route="/metrics",status="200"}'),
      ).toBeGreaterThan(1);
    });
    client.close();
    trading.close();
  });

  it('shows the readiness of each part, the database, and the version', async () => {
    const text = await scrape();
    for (const part of ['drain', 'journal', 'storage', 'market', 'strategies'])
      expect(text).toContain(`tapedeck_ready{part="${part}"} 1`);
    // A busy machine may have stopped the event loop for a second.
    expect(text).toMatch(/^tapedeck_ready\{part="eventLoop"\} [01]$/m);
    expect(sample(text, 'tapedeck_database_up')).toBe(1);
    expect(text).toMatch(/tapedeck_build_info\{version="[\d.]+",node="[\d.]+"\} 1/);
    expect(text).toContain('process_resident_memory_bytes');
  });

  it('names no user, account or symbol', async () => {
    const text = await scrape();
    for (const secret of [server.user.userName, server.user.userId, server.user.account, 'SPY'])
      expect(text).not.toContain(`"${secret}"`);
  });
});

describe('the port of the metrics', () => {
  it('serves them without a token, and the HTTP port does not', async () => {
    const other = await startTestServer({ config: { metrics: { port: 0, token: undefined } } });
    const url = `http://127.0.0.1:${other.metricsPort}`;
    expect((await get(`${url}/metrics`)).status).toBe(200);
    expect((await get(`${url}/api/config`)).status).toBe(404);
    expect((await get(`${other.url}/metrics`)).status).toBe(404);
    await other.end();
    await expect(get(`${url}/metrics`)).rejects.toThrow('fetch failed');
  });

  it('requires a token that is set', async () => {
    const other = await startTestServer({ config: { metrics: { port: 0, token: TOKEN } } });
    const url = `http://127.0.0.1:${other.metricsPort}/metrics`;
    expect([(await get(url)).status, (await get(url, TOKEN)).status]).toEqual([401, 200]);
    await other.end();
  });

  it('keeps the server from starting when it is in use', async () => {
    await expect(
      startTestServer({ config: { metrics: { port: server.ports.http, token: undefined } } }),
    ).rejects.toThrow(/The port of the metrics, \d+, could not be opened: .* Set TAPEDECK_METRICS_PORT/);
  });
});
