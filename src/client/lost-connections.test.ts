import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startFakeServer, type FakeServer } from '../../tests/client/fake-server.ts';
import { until } from '../../tests/support/until.ts';
import { CLOSE_AUTH_FAILED } from '../protocol/index.ts';
import { createPlatform } from './create-platform.ts';
import { limitTicket } from './testing/fixtures.ts';
import type { Platform } from './types.ts';

const RECONNECT_MS = 60;
let server: FakeServer;
let platform: Platform;
const names = (socket: 'trading' | 'data') => server.received(socket).map(({ name }) => name);

beforeEach(async () => {
  server = await startFakeServer();
  platform = createPlatform({
    baseUrl: 'http://127.0.0.1:1',
    fetch: server.fetch,
    reconnectMs: RECONNECT_MS,
  });
});
afterEach(async () => {
  platform.dispose();
  await server.close();
});

describe('lost connections', () => {
  test('the trading socket comes back with the token and the same account, and orders sent meanwhile fail at once', async () => {
    await platform.session.login('ann', 'right');
    server.on('resume', () =>
      server.send('trading', 'loginSuccess', { JWT: 'token-2', UserId: 'ann', IsDemo: false }),
    );
    server.drop('trading');
    await until(() => expect(platform.session.get().connections.trading.status).toBe('waiting'));
    expect(platform.orders.send(limitTicket)).toEqual({
      ok: false,
      errorCode: -27,
      message: 'Network error',
    });
    expect(platform.orders.get().orders.size).toBe(0);
    expect(platform.session.get().phase).toBe('logged-in');
    await until(() => expect(platform.orders.send(limitTicket).ok).toBe(true));
    await until(() =>
      expect(names('trading').slice(-3)).toEqual(['accountSelect', 'heartbeat', 'orderSend']),
    );
    expect(server.received('trading').find(({ name }) => name === 'resume')?.body).toMatchObject({
      JWT: 'token-D-1',
    });
    expect(names('trading').filter((name) => name === 'orderSend')).toHaveLength(1);
  });

  test('a token that is refused after the reconnect ends the session', async () => {
    await platform.session.login('ann', 'right');
    server.on('resume', () => server.send('trading', 'relogin', { Message: 'Gone.' }));
    server.drop('trading');
    await until(() => expect(platform.session.get()).toMatchObject({ phase: 'logged-out', error: 'Gone.' }));
  });

  test('the quote socket subscribes everything watched again', async () => {
    platform.symbols.watch(['AAPL']);
    await platform.session.login('ann', 'right');
    const subscriptions = () =>
      server
        .received('streaming')
        .filter(({ name }) => name === 'subscribe')
        .map(({ body }) => body);
    const both = [
      { Account: 'D-1', Symbol: 'AAPL', Type: 'Trade' },
      { Account: 'D-1', Symbol: 'AAPL', Type: 'Quote' },
    ];
    await until(() => expect(subscriptions()).toEqual(both));
    server.drop('streaming');
    await until(() => expect(subscriptions()).toEqual([...both, ...both]));
    server.send('streaming', 'trade', { S: 'AAPL', P: 101, V: 10, TV: 10, X: 'NSDQ', TS: 1 });
    await until(() => expect(platform.symbols.get('AAPL')?.last).toBe(101));
  });

  test('a request that the lost data socket did not answer is sent again', async () => {
    await platform.session.login('ann', 'right');
    const found = platform.symbols.lookup('app', 40);
    await until(() => expect(names('data')).toContain('lookup'));
    server.on('lookup', ({ Id }) =>
      server.send('data', 'lookupAnswer', {
        Id,
        Result: 'Ok',
        HasMore: false,
        Items: [{ Symbol: 'AAPL', Info: 'Apple', Exchange: 'NSDQ' }],
      }),
    );
    server.drop('data');
    expect(await found).toEqual([{ Symbol: 'AAPL', Info: 'Apple', Exchange: 'NSDQ' }]);
  });

  test('a refused feed stays closed until a new token comes', async () => {
    server.on('streamingAuth', () => server.drop('streaming', CLOSE_AUTH_FAILED));
    await platform.session.login('ann', 'right');
    await until(() => expect(platform.session.get().connections.streaming.status).toBe('closed'));
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS * 3));
    expect(server.connectionCount('streaming')).toBe(1);
    server.on('streamingAuth', () => server.send('streaming', 'streamingAuthResult', { Ok: true }));
    server.send('trading', 'tokenRefresh', { JWT: 'fresh' });
    await until(() => expect(platform.session.get().connections.streaming.status).toBe('open'));
    await until(() => expect(server.received('streaming').at(-1)).toMatchObject({ name: 'streamingPing' }));
    expect(server.calls.at(-1)).toMatchObject({
      path: '/api/Account/OnTokenRefresh',
      authorization: 'Bearer fresh',
    });
  });

  test("a frame that cannot be read is shown as the connection's error and ends nothing", async () => {
    await platform.session.login('ann', 'right');
    await until(() => expect(platform.session.get().connections.streaming.status).toBe('open'));
    // A negative price is not a trade.
    server.send('streaming', 'trade', { S: 'AAPL', P: -1, V: 10, TV: 10, X: '', TS: 1 });
    await until(() =>
      expect(String(platform.session.get().connections.streaming.error)).toContain('trade: P'),
    );
    expect(platform.session.get().connections.streaming.status).toBe('open');
  });
});
