import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FAKE_EXCHANGE_MS, startFakeServer, type FakeServer } from '../../tests/client/fake-server.ts';
import { createPlatform } from './create-platform.ts';
import { symbolInfo } from './testing/fixtures.ts';
import type { MarketFacts, Platform } from './types.ts';
import { until } from '../../tests/support/until.ts';

let server: FakeServer;
let platform: Platform;
const names = (socket: 'trading' | 'streaming' | 'data') => server.received(socket).map(({ name }) => name);
const day = { Start: FAKE_EXCHANGE_MS, End: FAKE_EXCHANGE_MS + 1 };
const route = { Destination: 'SMART', Routes: ['AUTO', 'ARCA'], Stock: true, Option: false };
const wireRoute = { Destination: 'SMART', Routes: ['AUTO', 'ARCA'], Permissions: 1 };
const position = {
  Account: 'D-1',
  Symbol: 'AAPL',
  IsStock: true,
  LongQty: 5,
  ShortQty: 0,
  FifoCost: 500,
  MtmCost: 500,
  ClosedPL: 0,
  TodayPL: 0,
  LockedQty: 0,
  TradedShares: 5,
};

const market: MarketFacts = { Kind: 'Replay', DefaultSymbol: 'KO', MostTraded: ['KO', 'BAC'] };

beforeEach(async () => {
  server = await startFakeServer();
  platform = createPlatform({ baseUrl: 'http://127.0.0.1:1', fetch: server.fetch, reconnectMs: 60 });
  const select = server.answerOf('accountSelect');
  server.on('accountSelect', (body) => {
    server.send('trading', 'calendar', { Items: [day] });
    server.send('trading', 'market', market);
    server.send('trading', 'routePermissions', { Items: [wireRoute] });
    select(body);
  });
});
afterEach(async () => {
  platform.dispose();
  await server.close();
});

/** What is left of a user when nobody is signed in any more. */
function left(): unknown {
  const {
    phase,
    userId,
    userName,
    account,
    isLive,
    isDemo,
    demoAccounts,
    liveAccounts,
    permissionMask,
    routes,
    calendar,
    market: marketFacts,
    profile,
  } = platform.session.get();
  const { orders, log, positions, balance, isLoaded } = platform.orders.get();
  return {
    phase,
    userId,
    userName,
    account,
    isLive,
    isDemo,
    accounts: [...demoAccounts, ...liveAccounts],
    permissionMask,
    routes,
    calendar,
    market: marketFacts,
    profile,
    orders: orders.size,
    log,
    positions: positions.size,
    balance,
    isLoaded,
    workspace: platform.settings.workspace(),
  };
}
const nothing = (phase: string) => ({
  phase,
  userId: null,
  userName: null,
  account: null,
  isLive: false,
  isDemo: false,
  accounts: [],
  permissionMask: 0,
  routes: [],
  calendar: [],
  market: null,
  profile: null,
  orders: 0,
  log: [],
  positions: 0,
  balance: null,
  isLoaded: false,
  workspace: null,
});

describe('the login flow', () => {
  test('goes its steps in order: login, settings with the token, account select, and the bearer token of the account', async () => {
    const steps: string[] = [];
    const fetch: typeof globalThis.fetch = (input, init) => {
      const name = new URL(String(input)).pathname.split('/').at(-1) ?? '';
      if (name !== 'config') steps.push(`${name} ${new Headers(init?.headers).get('authorization') ?? ''}`);
      return server.fetch(input, init);
    };
    for (const name of ['login', 'accountSelect'] as const) {
      const answer = server.answerOf(name);
      server.on(name, (body) => {
        steps.push(`${name} ${JSON.stringify(body)}`);
        (answer as (body: unknown) => void)(body);
      });
    }
    platform.dispose();
    platform = createPlatform({ baseUrl: 'http://127.0.0.1:1', fetch });
    expect(await platform.session.login('ann', 'right')).toBe(true);
    expect(steps).toEqual([
      'login {"UserId":"ann","Password":"right","Protocol":2}',
      'LoadSettings Bearer token-1',
      'accountSelect {"Account":"D-1","IncludeBalance":true,"IncludePositions":true,"IncludeTrades":true}',
      'OnLoggedIn Bearer token-D-1',
    ]);
  });

  test('without a demo account opens the first live one', async () => {
    server.on('login', () => {
      server.send('trading', 'loginSuccess', { JWT: 'token-1', UserId: 'u1', IsDemo: false });
      server.send('trading', 'availableAccounts', { DemoAccounts: [], LiveAccounts: ['L-7', 'L-8'] });
    });
    expect(await platform.session.login('ann', 'right')).toBe(true);
    expect(platform.session.get()).toMatchObject({ account: 'L-7', isLive: true });
  });

  test('brings the work days, the market and the routes by destination', async () => {
    await platform.session.login('ann', 'right');
    expect(platform.session.get()).toMatchObject({ calendar: [day], market, routes: [route] });
  });
});

describe('the end of a session', () => {
  beforeEach(() => {
    server.stored.Workspace = '{"w":1}';
  });

  test('by logout clears user, account, system and workspace state', async () => {
    await platform.session.login('ann', 'right');
    server.send('trading', 'positions', {
      Account: 'D-1',
      Items: [position],
      HasMore: false,
      IsSnapshot: true,
    });
    await until(() => expect(platform.orders.get().positions.size).toBe(1));
    expect(left()).toMatchObject({
      phase: 'logged-in',
      userName: 'Ann',
      permissionMask: 17,
      calendar: [day],
      routes: [route],
      workspace: '{"w":1}',
    });
    await platform.session.logout();
    expect(left()).toEqual(nothing('logged-out'));
  });

  test.each([[0], [-5]])(
    'by a demo status of %i seconds clears it too, and closes the sockets',
    async (ExpiresIn) => {
      await platform.session.startDemo();
      expect(left()).toMatchObject({ phase: 'logged-in', isDemo: true, account: 'D-9', calendar: [day] });
      server.send('trading', 'demoSessionStatus', { ExpiresIn });
      await until(() => expect(platform.session.get().phase).toBe('demo-expired'));
      expect(left()).toEqual(nothing('demo-expired'));
      expect(Object.values(platform.session.get().connections).map(({ status }) => status)).toEqual([
        'idle',
        'idle',
        'idle',
      ]);
    },
  );
});

describe('over the sockets', () => {
  test.each(['UnknownSymbol', 'NoPermission', 'Error'] as const)(
    'the subscription result %s is ignored: the connection stays as it is and prices of others come',
    async (Result) => {
      server.on('symbolsInfo', ({ Id, Symbols }) =>
        server.send('data', 'symbolsInfoAnswer', {
          Id,
          Result: 'Ok',
          HasMore: false,
          Items: Symbols.map((symbol) => symbolInfo(symbol)),
        }),
      );
      server.on('subscribe', ({ Symbol, Type }) =>
        server.send('streaming', 'subscriptionResponse', {
          Symbol,
          Type,
          Result: Symbol === 'NOPE' ? Result : 'Subscribed',
        }),
      );
      platform.symbols.watch(['NOPE', 'AAPL']);
      await platform.session.login('ann', 'right');
      await until(() => expect(names('streaming').filter((name) => name === 'subscribe')).toHaveLength(4));
      server.send('streaming', 'trade', { S: 'AAPL', P: 103, V: 10, TV: 1e9, X: '', TS: 2e12 });
      await until(() => expect(platform.symbols.get('AAPL')?.last).toBe(103));
      expect(platform.session.get()).toMatchObject({
        phase: 'logged-in',
        error: null,
        connections: { streaming: { status: 'open', error: null } },
      });
      expect(server.connectionCount('streaming')).toBe(1);
    },
  );

  test('candles are requested without the hours before and after the session', async () => {
    server.on('chartCandles', ({ Id }) =>
      server.send('data', 'chartCandlesAnswer', { Id, Result: 'Ok', HasMore: false, Items: [] }),
    );
    await platform.session.login('ann', 'right');
    await platform.symbols.candles({ symbol: 'AAPL', candleType: 'FiveMinutes', fromMs: 1000, toMs: 2000 });
    expect(server.received('data').find(({ name }) => name === 'chartCandles')?.body).toMatchObject({
      Symbol: 'AAPL',
      CandleType: 'FiveMinutes',
      From: 1000,
      To: 2000,
      ExcludePrePostMarket: true,
    });
  });

  test('the trading server closing for any other reason leaves words as the error of the connection', async () => {
    await platform.session.login('ann', 'right');
    const errors: (string | null)[] = [];
    platform.session.subscribe(() => {
      const { status, error } = platform.session.get().connections.trading;
      if (status === 'waiting') errors.push(error);
    });
    server.drop('trading', 4408);
    await until(() => expect(errors[0]).toMatch(/\w+ \w+/));
  });
});
