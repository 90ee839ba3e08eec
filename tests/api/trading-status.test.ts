import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPlatform } from '../../src/client/index.ts';
import type { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';
import { until } from '../support/until.ts';
import { authenticated, openAccount } from './wire-client.ts';

let server: TestServer<ScriptedMarket>;
let jwt: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ jwt } = await openAccount(server.ports, server.user));
});
afterAll(() => server.end());

it.each(['Trade', 'Quote', 'Bbo'] as const)(
  'a subscription of type %s receives a halt and its end, and begins with the halt of a halted symbol',
  async (Type) => {
    const client = await authenticated('streaming', server.ports, jwt);
    const subscribe = () => client.send('subscribe', { Account: server.user.account, Symbol: 'SPY', Type });
    subscribe();
    await client.next('subscriptionResponse');
    server.market.halt('SPY', true, 'News pending');
    expect(await client.next('tradingStatus')).toEqual({
      Symbol: 'SPY',
      Status: 'Halted',
      TS: server.market.nowMs,
      Reason: 'News pending',
    });
    const late = await authenticated('streaming', server.ports, jwt, { Batch: true });
    late.send('subscribe', { Account: server.user.account, Symbol: 'SPY', Type });
    expect(await late.next('tradingStatus')).toMatchObject({
      Symbol: 'SPY',
      Status: 'Halted',
      Reason: 'News pending',
    });
    expect(late.names().slice(0, 3)).toEqual([
      'streamingAuthResult',
      'subscriptionResponse',
      'tradingStatus',
    ]);
    server.market.halt('SPY', false);
    for (const each of [client, late]) {
      const resumed = await each.next('tradingStatus', ({ Status }) => Status === 'Trading');
      expect(resumed).toEqual({ Symbol: 'SPY', Status: 'Trading', TS: server.market.nowMs });
    }
    for (const each of [client, late]) each.close();
  },
);

it('a page shows a halt, and after an outage what holds then: an ended halt is gone, a new one is there', async () => {
  const proxy = await startTcpProxy(server.ports.streaming);
  const platform = createPlatform({
    baseUrl: server.url,
    reconnectMs: 50,
    // The only change to the real server's answers: the streaming socket is at the port of a proxy.
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (!String(input).endsWith('/api/config')) return response;
      const config: unknown = await response.json();
      return Response.json({ ...(config as object), SocketPaths: undefined, StreamingPort: proxy.port });
    },
  });
  const isHalted = () => ['SPY', 'QQQ'].map((symbol) => platform.symbols.get(symbol)?.isHalted);
  try {
    platform.symbols.watch(['SPY', 'QQQ']);
    expect(await platform.session.login(server.user.userName, server.user.password)).toBe(true);
    await until(() => expect(platform.symbols.get('SPY')?.bid).toBe(100));
    expect(isHalted()).toEqual([false, false]);
    server.market.halt('SPY');
    await until(() => expect(isHalted()).toEqual([true, false]));
    proxy.refuse(true);
    proxy.cut();
    await until(() => expect(platform.session.get().connections.streaming.status).not.toBe('open'));
    server.market.halt('SPY', false);
    server.market.halt('QQQ');
    proxy.refuse(false);
    await until(() => expect(isHalted()).toEqual([false, true]));
  } finally {
    platform.dispose();
    server.market.halt('QQQ', false);
    await proxy.close();
  }
});
