import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket as WsSocket } from 'ws';
import { CLOSE_AUTH_FAILED, CLOSE_SESSION_ENDED } from '../protocol/index.ts';
import { createPlatform, type PlatformOptions } from './create-platform.ts';
import { FAKE_EXCHANGE_MS, startFakeServer, type FakeServer } from '../../tests/client/fake-server.ts';
import { report, symbolInfo } from './testing/fixtures.ts';
import type { OrderTicket, Platform } from './types.ts';
import { until } from '../../tests/support/until.ts';

const RECONNECT_MS = 60;
let server: FakeServer;
const platforms: Platform[] = [];

function connect(options: Partial<PlatformOptions> = {}): Platform {
  const platform = createPlatform({
    baseUrl: 'http://127.0.0.1:1',
    fetch: server.fetch,
    reconnectMs: RECONNECT_MS,
    ...options,
  });
  platforms.push(platform);
  return platform;
}
const names = (socket: 'trading' | 'streaming' | 'data') => server.received(socket).map(({ name }) => name);
const ticket: OrderTicket = {
  symbol: 'AAPL',
  side: 'Buy',
  quantity: 100,
  type: 'Limit',
  price: 150,
  destination: 'SMART',
  route: 'AUTO',
};

beforeEach(async () => {
  server = await startFakeServer();
});
afterEach(async () => {
  for (const platform of platforms.splice(0)) platform.dispose();
  await server.close();
});

describe('signing in', () => {
  test('goes from the login to an account that is loaded, with the settings read on the way', async () => {
    server.stored = { Settings: '{"Theme":"dark"}', Workspace: '{"w":1}', DefaultAccount: 'D-2' };
    const platform = connect();
    const phases: string[] = [];
    platform.session.subscribe(() => {
      const { phase } = platform.session.get();
      if (phases.at(-1) !== phase) phases.push(phase);
    });
    expect(await platform.session.login('ann', 'right')).toBe(true);
    expect(phases).toEqual(['connecting', 'checking-login', 'loading-account', 'logged-in']);
    expect(platform.session.get()).toMatchObject({
      account: 'D-2',
      isLive: false,
      userId: 'ann',
      userName: 'Ann',
      permissionMask: 17,
      demoAccounts: ['D-1', 'D-2'],
      liveAccounts: ['L-1'],
      error: null,
    });
    expect(platform.settings.get().theme).toBe('dark');
    expect(platform.settings.workspace()).toBe('{"w":1}');
    expect(platform.orders.get()).toMatchObject({ isLoaded: true, balance: { Cash: 1000 } });
    expect(server.calls.map(({ path, authorization }) => [path.split('/').at(-1), authorization])).toEqual([
      ['LoadSettings', 'Bearer token-1'],
      ['OnLoggedIn', 'Bearer token-D-2'],
    ]);
    expect(names('trading')).not.toContain('accountDataRequest');
    expect(Math.abs(platform.exchangeMs() - FAKE_EXCHANGE_MS)).toBeLessThan(5000);
  });

  test('a live account asks for its data with five business days of trade log', async () => {
    server.stored.DefaultAccount = 'L-1';
    const platform = connect();
    await platform.session.login('ann', 'right');
    await until(() =>
      expect(server.received('trading').at(-1)).toEqual({
        name: 'accountDataRequest',
        body: { Account: 'L-1', UserId: 'ann', LoadTradeLogForNBusinessDays: 5, LoadPositions: true },
      }),
    );
    expect(platform.session.get().isLive).toBe(true);
  });

  test('a wrong password says so, and the right one works afterwards on the same socket', async () => {
    const platform = connect();
    expect(await platform.session.login('ann', 'wrong')).toBe(false);
    expect(platform.session.get()).toMatchObject({
      phase: 'logged-out',
      error: 'Invalid password',
      userId: null,
    });
    expect(await platform.session.login('ann', 'right')).toBe(true);
    expect(platform.session.get().error).toBeNull();
    expect(server.connectionCount('trading')).toBe(1);
  });

  test('a second sign-in before the first is answered is not taken for the first', async () => {
    const platform = connect();
    server.on('login', ({ UserId }) => {
      // The first answer comes when the second question is already on its way.
      if (UserId === 'bob') answer('bob');
    });
    const answer = (userId: string) => {
      server.send('trading', 'loginSuccess', { JWT: `token-${userId}`, UserId: userId, IsDemo: false });
      server.send('trading', 'availableAccounts', { DemoAccounts: [`D-${userId}`], LiveAccounts: [] });
    };
    const first = platform.session.login('ann', 'right');
    await until(() => expect(names('trading')).toContain('login'));
    const second = platform.session.login('bob', 'right');
    answer('ann');
    expect(await first).toBe(false);
    expect(await second).toBe(true);
    expect(platform.session.get()).toMatchObject({ userId: 'bob', account: 'D-bob' });
  });

  test('a user without accounts is told', async () => {
    server.on('login', () => {
      server.send('trading', 'loginSuccess', { JWT: 't', UserId: 'u', IsDemo: false });
      server.send('trading', 'availableAccounts', { DemoAccounts: [], LiveAccounts: [] });
    });
    const platform = connect();
    expect(await platform.session.login('ann', 'right')).toBe(false);
    expect(platform.session.get().error).toBe('No accounts available for this username');
  });

  test('an account that cannot be selected says why', async () => {
    server.on('accountSelect', ({ Account }) =>
      server.send('trading', 'accountSelectResponse', { Account, IsLive: false, FailureType: 'Locked' }),
    );
    const platform = connect();
    expect(await platform.session.login('ann', 'right')).toBe(false);
    expect(platform.session.get()).toMatchObject({
      phase: 'logged-out',
      error: 'Account is temporarily locked by adminmistrator',
    });
  });

  test('resume without a standing session ends at the login, with one it ends signed in', async () => {
    const stranger = connect();
    expect(await stranger.session.resume()).toBe(false);
    expect(stranger.session.get().phase).toBe('logged-out');
    stranger.dispose();
    server.isAuthenticated = true;
    const known = connect();
    // Asked twice at once, as a page that mounts twice does.
    expect(await Promise.all([known.session.resume(), known.session.resume()])).toEqual([true, true]);
    expect(known.session.get()).toMatchObject({ phase: 'logged-in', account: 'D-1' });
    expect(names('trading').filter((name) => name === 'accountSelect')).toHaveLength(1);
  });

  test.each([
    ["the host's own WebSocket", undefined],
    ['the ws package', WsSocket],
  ])('outside a browser the session cookie goes with the next socket (%s)', async (_what, Socket) => {
    const platform = connect({ WebSocket: Socket });
    await platform.session.login('ann', 'right');
    server.drop('trading');
    await until(() => expect(server.cookies).toEqual([undefined, 'tapedeck_session=kept']));
  });

  test('logging out stores the workspace, then ends the session and the sockets', async () => {
    const platform = connect();
    await platform.session.login('ann', 'right');
    platform.settings.storeWorkspace('{"w":2}');
    await platform.session.logout();
    expect(server.calls.map(({ path }) => path.split('/').at(-1)).slice(-2)).toEqual([
      'StoreSettings',
      'OnLoggedOut',
    ]);
    await until(() => expect(names('trading')).toContain('logoff'));
    expect(platform.session.get()).toMatchObject({
      phase: 'logged-out',
      account: null,
      error: null,
      connections: { trading: { status: 'idle' } },
    });
    expect(platform.orders.get().isLoaded).toBe(false);
  });

  test('a demo ends when its time is over, with its sockets closed', async () => {
    const platform = connect();
    expect(await platform.session.startDemo()).toBe(true);
    expect(platform.session.get()).toMatchObject({ isDemo: true, account: 'D-9' });
    server.send('trading', 'demoSessionStatus', { ExpiresIn: 0.1 });
    await until(() => expect(platform.session.get().phase).toBe('demo-expired'));
    expect(Object.values(platform.session.get().connections).map(({ status }) => status)).toEqual([
      'idle',
      'idle',
      'idle',
    ]);
  });

  test('a session ended by the server leads to the login with a reason', async () => {
    const platform = connect();
    await platform.session.login('ann', 'right');
    server.send('trading', 'relogin', { Message: 'Signed in elsewhere.' });
    await until(() =>
      expect(platform.session.get()).toMatchObject({ phase: 'logged-out', error: 'Signed in elsewhere.' }),
    );
    await platform.session.login('ann', 'right');
    server.drop('trading', CLOSE_SESSION_ENDED);
    await until(() =>
      expect(platform.session.get()).toMatchObject({
        phase: 'logged-out',
        error: 'Your session has ended. Sign in again.',
      }),
    );
  });

  test('another account brings its own state and new feeds; one that is refused leaves the old', async () => {
    const platform = connect();
    await platform.session.login('ann', 'right');
    expect(await platform.session.selectAccount('D-2')).toBe(true);
    expect(platform.session.get().account).toBe('D-2');
    await until(() =>
      expect(
        server
          .received('streaming')
          .filter(({ name }) => name === 'streamingAuth')
          .at(-1)?.body,
      ).toEqual({ JWT: 'token-D-2', Batch: true }),
    );
    server.on('accountSelect', ({ Account }) => {
      const failed = Account === 'L-1';
      server.send('trading', 'accountSelectResponse', {
        Account,
        IsLive: false,
        ...(failed ? { FailureType: 'UnavailableForUser' as const } : { JWT: 'back' }),
      });
      if (!failed)
        server.send('trading', 'initializationComplete', { Account, ExchangeTime: FAKE_EXCHANGE_MS });
    });
    expect(await platform.session.selectAccount('L-1')).toBe(false);
    expect(platform.session.get()).toMatchObject({
      phase: 'logged-in',
      account: 'D-2',
      error: 'Account is not available for this username',
    });
  });
});

describe('lost connections', () => {
  test('the trading socket comes back with the token and the same account, and orders sent meanwhile fail at once', async () => {
    const platform = connect();
    await platform.session.login('ann', 'right');
    server.on('resume', () =>
      server.send('trading', 'loginSuccess', { JWT: 'token-2', UserId: 'ann', IsDemo: false }),
    );
    server.drop('trading');
    await until(() => expect(platform.session.get().connections.trading.status).toBe('waiting'));
    expect(platform.orders.send(ticket)).toEqual({ ok: false, errorCode: -27, message: 'Network error' });
    expect(platform.orders.get().orders.size).toBe(0);
    expect(platform.session.get().phase).toBe('logged-in');
    await until(() => expect(platform.orders.send(ticket).ok).toBe(true));
    await until(() =>
      expect(names('trading').slice(-3)).toEqual(['accountSelect', 'heartbeat', 'orderSend']),
    );
    expect(server.received('trading').find(({ name }) => name === 'resume')?.body).toMatchObject({
      JWT: 'token-D-1',
    });
    expect(names('trading').filter((name) => name === 'orderSend')).toHaveLength(1);
  });

  test('a token that is refused after the reconnect ends the session', async () => {
    const platform = connect();
    await platform.session.login('ann', 'right');
    server.on('resume', () => server.send('trading', 'relogin', { Message: 'Gone.' }));
    server.drop('trading');
    await until(() => expect(platform.session.get()).toMatchObject({ phase: 'logged-out', error: 'Gone.' }));
  });

  test('the quote socket subscribes everything watched again', async () => {
    const platform = connect();
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

  test('a request that the lost data socket did not answer is asked again', async () => {
    const platform = connect();
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
    const platform = connect();
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
    const platform = connect();
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

describe('data and orders over the sockets', () => {
  test('symbol info of everything watched in one turn is asked at once', async () => {
    server.on('symbolsInfo', ({ Id, Symbols }) =>
      server.send('data', 'symbolsInfoAnswer', {
        Id,
        Result: 'Ok',
        HasMore: false,
        Items: Symbols.filter((symbol) => symbol !== 'NOPE').map((symbol) => symbolInfo(symbol)),
      }),
    );
    const platform = connect();
    await platform.session.login('ann', 'right');
    platform.symbols.watch(['AAPL', 'MSFT']);
    platform.symbols.watch(['AAPL', 'NOPE']);
    await until(() => expect(platform.symbols.get('NOPE')?.state).toBe('unknown'));
    expect(platform.symbols.get('AAPL')).toMatchObject({ state: 'live', last: 100 });
    expect(
      server
        .received('data')
        .filter(({ name }) => name === 'symbolsInfo')
        .map(({ body }) => (body as { Symbols: string[] }).Symbols),
    ).toEqual([['AAPL', 'MSFT', 'NOPE']]);
  });

  test('an order goes out, is named by the server, fills, and is heard of once', async () => {
    const platform = connect();
    await platform.session.login('ann', 'right');
    const heard: string[] = [];
    platform.orders.onReport(({ ReportType }) => heard.push(ReportType));
    const sent = platform.orders.send(ticket);
    const clientId = sent.ok ? sent.clientId : '';
    expect(platform.orders.get().orders.get(clientId)).toMatchObject({
      Status: 'Sent',
      Fill: 0,
      Unfill: 100,
    });
    await until(() =>
      expect(server.received('trading').at(-1)).toMatchObject({
        name: 'orderSend',
        body: {
          ClientId: clientId,
          Side: 'Buy',
          Source: 'Open',
          Price: 150,
          TifType: 'Day',
          Currency: 'USD',
        },
      }),
    );
    const steps = [
      report({ ClientId: clientId }),
      report({
        ClientId: clientId,
        Serial: 2,
        ReportType: 'OrderExecuted',
        LeavesQuantity: 0,
        LastFillPrice: 149,
        LastFillQuantity: 100,
      }),
    ];
    for (const step of [...steps, ...steps]) server.send('trading', 'executionReport', step);
    await until(() =>
      expect(platform.orders.get().orders.get('o1')).toMatchObject({
        Status: 'Executed',
        Fill: 100,
        Unfill: 0,
        AveragePrice: 149,
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(heard).toEqual(['OrderAccepted', 'OrderExecuted']);
    expect(platform.orders.get().orders.size).toBe(1);
  });
});
