import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createSimulatedMarket } from '../../src/server/market/simulated/simulated-market.ts';
import type { MarketData } from '../../src/server/market/market-data.ts';
import { CLOSE_AUTH_FAILED, TRADING_PATH } from '../../src/protocol/index.ts';
import { NO_MESSAGE_LIMITS } from '../support/message-limits.ts';
import { morningEpoch } from '../support/morning-epoch.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { authenticated, connect, openAccount, signIn } from './wire-client.ts';

let server: TestServer<MarketData> | undefined;
afterEach(async () => {
  await server?.end();
  server = undefined;
});

/** The HTTP status an upgrade gets; 101 when it succeeds. */
function upgradeStatus(port: number, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.from('a key of 16 byte').toString('base64'),
    };
    const call = request({ host: '127.0.0.1', port, path, headers });
    call.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response.statusCode ?? 0);
    });
    call.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    call.on('error', reject);
    call.end();
  });
}

describe('a trading connection', () => {
  it('on which nobody signs in is closed with 4401, one with a session stays', async () => {
    server = await startTestServer<MarketData>({ signInLimitMs: 6_000 });
    const { client: user } = await signIn(server.ports, server.user);
    const stranger = await connect('trading', server.ports);
    stranger.send('login', { UserId: 'nobody', Password: 'wrong' });
    await stranger.next('loginFailure');
    expect(await stranger.closed).toBe(CLOSE_AUTH_FAILED);
    // The user connected first, so its limit has passed as well.
    user.send('heartbeat', { Sent: 1 });
    await user.next('heartbeatAck');
    user.close();
  });
});

describe('connections beyond the limit', () => {
  it.each(['trading', 'streaming', 'data'] as const)(
    'are refused with 503 on the %s socket until one goes',
    async (socket) => {
      server = await startTestServer<MarketData>({ maxConnections: { total: 5, perAddress: 2 } });
      const port = server.ports[socket];
      const path = socket === 'trading' ? TRADING_PATH : '/';
      const first = await connect(socket, server.ports);
      const second = await connect(socket, server.ports);
      expect(await upgradeStatus(port, path)).toBe(503);
      first.close();
      await expect.poll(() => upgradeStatus(port, path)).toBe(101);
      second.close();
      // A handshake that fails must not use up a place.
      for (let attempt = 0; attempt < 5; attempt += 1)
        expect(await upgradeStatus(port, '/elsewhere')).toBe(404);
      await expect.poll(() => upgradeStatus(port, path)).toBe(101);
    },
  );
});

describe('a question about 2,000 symbols', () => {
  it('leaves the server free for others while it is answered', async () => {
    const market = createSimulatedMarket({ epoch: morningEpoch(), seed: 7, nowMs: () => Date.now() });
    const symbols = market.symbols().slice(0, 2000);
    server = await startTestServer<MarketData>({ market, config: { messageLimits: NO_MESSAGE_LIMITS } });
    const { client: trader, jwt } = await openAccount(server.ports, server.user);
    const client = await authenticated('data', server.ports, jwt);
    let answers = 0;
    client.send('symbolsInfo', { Id: 1, Symbols: symbols });
    // Not `next`, which gives up after a few seconds: a busy machine may take longer over so many symbols.
    const isAnswered = () =>
      client.seen.some((message) => message.name === 'symbolsInfoAnswer' && !message.body.HasMore);
    while (!isAnswered()) {
      trader.send('heartbeat', { Sent: answers });
      await trader.next('heartbeatAck', (body) => body.Sent === answers);
      answers += 1;
    }
    expect(answers).toBeGreaterThan(10);
    client.close();
    trader.close();
  }, 180_000);
});
