import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket as WsSocket } from 'ws';
import { CLOSE_SESSION_ENDED } from '../protocol/index.ts';
import { createPlatform, type PlatformOptions } from './create-platform.ts';
import { FAKE_EXCHANGE_MS, startFakeServer, type FakeServer } from '../../tests/client/fake-server.ts';
import { limitTicket, report, symbolInfo } from './testing/fixtures.ts';
import type { Platform } from './types.ts';
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

  test('a live account requests its data with five business days of trade log', async () => {
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

  test('a wrong password gives an error text, and the right one works afterwards on the same socket', async () => {
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

  test('a user without accounts gets an error text', async () => {
    server.on('login', () => {
      server.send('trading', 'loginSuccess', { JWT: 't', UserId: 'u', IsDemo: false });
      server.send('trading', 'availableAccounts', { DemoAccounts: [], LiveAccounts: [] });
    });
    const platform = connect();
    expect(await platform.session.login('ann', 'right')).toBe(false);
    expect(platform.session.get().error).toBe('No accounts available for this username');
  });

  test('an account that cannot be selected gives the reason', async () => {
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
    // Requested twice at once, as by a page that mounts twice.
    expect(await Promise.all([known.session.resume(), known.session.resume()])).toEqual([true, true]);
    expect(known.session.get()).toMatchObject({ phase: 'logged-in', account: 'D-1' });
    expect(names('trading').filter((name) => name === 'accountSelect')).toHaveLength(1);
  });

  test.each([
    ["the host's own WebSocket", undefined],
    ['the ws package', WsSocket],
  ])('outside a browser the session cookie goes with the next socket (%s)', async (_name, Socket) => {
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

describe('data and orders over the sockets', () => {
  test('symbol info of everything watched in one turn is requested in one message', async () => {
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

  test('an order is sent, gets its OrderId, fills, and each report is published once', async () => {
    const platform = connect();
    await platform.session.login('ann', 'right');
    const reports: string[] = [];
    platform.orders.onReport(({ ReportType }) => reports.push(ReportType));
    const sent = platform.orders.send(limitTicket);
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
    expect(reports).toEqual(['OrderAccepted', 'OrderExecuted']);
    expect(platform.orders.get().orders.size).toBe(1);
  });
});
