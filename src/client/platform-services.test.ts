import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CLOSE_AUTH_FAILED } from '../protocol/index.ts';
import { createPlatform, type PlatformOptions } from './create-platform.ts';
import { systemClock } from './host-clock.ts';
import { startFakeServer, type FakeServer } from '../../tests/client/fake-server.ts';
import { symbolInfo } from './testing/fixtures.ts';
import type { Platform } from './types.ts';
import { until } from '../../tests/support/until.ts';

let server: FakeServer;
const platforms: Platform[] = [];
/** A clock that runs fast: the documented delays are waited for in full. */
const FAST = 10;
const startMs = Date.now();
const fastClock = {
  nowMs: () => startMs + (Date.now() - startMs) * FAST,
  setTimeout: (run: () => void, delayMs: number) => systemClock.setTimeout(run, delayMs / FAST),
  clearTimeout: (handle: unknown) => systemClock.clearTimeout(handle),
};

function connect(options: Partial<PlatformOptions> = {}): Platform {
  const platform = createPlatform({
    baseUrl: 'http://127.0.0.1:1',
    fetch: server.fetch,
    reconnectMs: 60,
    ...options,
  });
  platforms.push(platform);
  return platform;
}
const contact = {
  FirstName: 'Ann',
  LastName: 'Lee',
  Phone: '1',
  MobilePhone: '2',
  Email: 'a@b.example',
  Address: 'x',
  AddressLine2: '',
  City: 'y',
  State: 'NY',
  Zip: '10001',
  Country: 'US',
};

beforeEach(async () => {
  server = await startFakeServer();
});
afterEach(async () => {
  for (const platform of platforms.splice(0)) platform.dispose();
  await server.close();
});

describe("the user's own calls", () => {
  test("a saved contact is the stored user's from then on", async () => {
    server.on('updateUserInfo', () =>
      server.send('trading', 'updateUserInfoResult', { Code: 0, Message: '' }),
    );
    const platform = connect();
    await platform.session.login('ann', 'right');
    expect(await platform.user.updateContact(contact)).toEqual({ ok: true });
    expect(platform.session.get().profile).toEqual({ UserId: 'u1', UserName: 'Ann', ...contact });
  });

  test('a password is changed; without a session nothing is sent', async () => {
    server.on('changePassword', ({ Id, OldPassword }) =>
      server.send('trading', 'changePasswordResult', {
        Id,
        Result: OldPassword === 'right' ? 'Success' : 'OldPasswordInvalid',
      }),
    );
    const platform = connect();
    expect((await platform.user.changePassword('right', 'new')).ok).toBe(false);
    await platform.session.login('ann', 'right');
    expect(await platform.user.changePassword('wrong', 'new')).toEqual({
      ok: false,
      message: 'Current password is incorrect',
    });
    expect(await platform.user.changePassword('right', 'new')).toEqual({ ok: true });
  });

  test('a lost connection ends the wait for an answer', async () => {
    server.on('changePassword', () => server.drop('trading'));
    const platform = connect();
    await platform.session.login('ann', 'right');
    expect(await platform.user.changePassword('right', 'new')).toMatchObject({
      ok: false,
      message: expect.stringContaining('connection was lost'),
    });
  });
});

describe('the session', () => {
  test('reports when a demo ends', async () => {
    const platform = connect();
    await platform.session.startDemo();
    expect(platform.session.get().demoEndsAtMs).toBeNull();
    const sentMs = Date.now();
    server.send('trading', 'demoSessionStatus', { ExpiresIn: 600 });
    await until(() =>
      expect(Math.abs((platform.session.get().demoEndsAtMs ?? 0) - sentMs - 600_000)).toBeLessThan(30_000),
    );
    server.send('trading', 'demoSessionStatus', { ExpiresIn: 0 });
    await until(() =>
      expect(platform.session.get()).toMatchObject({ phase: 'demo-expired', demoEndsAtMs: null }),
    );
  });

  test('uses the own trading service for a demo account, and the stored one for a live account', async () => {
    server.tradingApi = 'External';
    const platform = connect();
    await platform.session.login('ann', 'right');
    expect(platform.tradingApi.get()).toMatchObject({ api: 'Own', login: 'LoggedIn', tradingAccount: 'D-1' });
    await platform.session.selectAccount('L-1');
    expect(platform.tradingApi.get()).toMatchObject({ api: 'External', login: 'LoggedOut' });
    await platform.session.logout();
    expect(platform.tradingApi.get().api).toBe('Own');
  });
});

describe('an error of the server that answers nothing', () => {
  test('is the error of its connection until that opens again', async () => {
    const platform = connect();
    await platform.session.login('ann', 'right');
    await until(() =>
      expect(platform.session.get().connections).toMatchObject({
        streaming: { status: 'open' },
        data: { status: 'open' },
      }),
    );
    server.send('trading', 'failure', { Message: 'trading is odd', ErrorCode: 0 });
    server.send('streaming', 'streamingError', { Message: 'streaming is odd' });
    server.send('data', 'dataError', { Message: 'data is odd' });
    await until(() =>
      expect(platform.session.get().connections).toMatchObject({
        trading: { error: 'trading is odd' },
        streaming: { error: 'streaming is odd' },
        data: { error: 'data is odd' },
      }),
    );
    server.drop('data');
    await until(() =>
      expect(platform.session.get().connections.data).toMatchObject({ status: 'open', error: null }),
    );
  });
});

describe('lost connections', () => {
  test("come back 15 seconds later unless the user's settings say otherwise, live", async () => {
    const platform = createPlatform({ baseUrl: 'http://127.0.0.1:1', fetch: server.fetch, clock: fastClock });
    platforms.push(platform);
    await platform.session.login('ann', 'right');
    const awayMs = async (): Promise<number> => {
      await until(() => expect(platform.session.get().connections.data.status).toBe('open'));
      const before = server.connectionCount('data');
      const lostMs = fastClock.nowMs();
      server.drop('data');
      await until(() => expect(platform.session.get().connections.data.status).toBe('waiting'));
      await until(() => expect(server.connectionCount('data')).toBe(before + 1));
      return fastClock.nowMs() - lostMs;
    };
    const usual = await awayMs();
    expect(usual).toBeGreaterThan(14_000);
    platform.settings.preview({ reconnectSeconds: 40 });
    expect(await awayMs()).toBeGreaterThan(35_000);
  });

  test('resumes on a new socket when the server does not answer a returning session', async () => {
    let resumes = 0;
    server.on('resume', () => {
      if (++resumes > 1)
        server.send('trading', 'loginSuccess', { JWT: 'token-2', UserId: 'ann', IsDemo: false });
    });
    const platform = connect({ clock: fastClock });
    await platform.session.login('ann', 'right');
    server.drop('trading');
    await until(() => expect(resumes).toBe(2));
    await until(() =>
      expect(
        platform.orders.send({
          symbol: 'AAPL',
          side: 'Buy',
          quantity: 100,
          type: 'Limit',
          price: 150,
          destination: 'SMART',
          route: 'AUTO',
        }).ok,
      ).toBe(true),
    );
  });

  test('in the middle of an account switch leave the session standing, with the account from before', async () => {
    const platform = connect();
    await platform.session.login('ann', 'right');
    server.on('resume', () =>
      server.send('trading', 'loginSuccess', { JWT: 'token-2', UserId: 'ann', IsDemo: false }),
    );
    let isLost = false;
    const select = server.answerOf('accountSelect');
    server.on('accountSelect', (body) => {
      if (isLost) return select(body);
      isLost = true;
      server.drop('trading');
    });
    expect(await platform.session.selectAccount('D-2')).toBe(false);
    expect(platform.session.get()).toMatchObject({
      phase: 'logged-in',
      account: 'D-1',
      error: expect.stringContaining('could not be reached'),
    });
    await until(() =>
      expect(platform.orders.get()).toMatchObject({ isLoaded: true, balance: { Account: 'D-1' } }),
    );
    expect(platform.session.get()).toMatchObject({ phase: 'logged-in', account: 'D-1', error: null });
  });

  test('a feed refused with a token that has been replaced meanwhile comes back with the new one', async () => {
    const platform = connect();
    await platform.session.login('ann', 'right');
    await until(() => expect(platform.session.get().connections.data.status).toBe('open'));
    server.on('dataAuth', ({ JWT }) => {
      if (JWT === 'fresh') return server.send('data', 'dataAuthResult', { Ok: true });
      // The new token overtakes the refusal.
      server.send('trading', 'tokenRefresh', { JWT: 'fresh' });
      setTimeout(() => server.drop('data', CLOSE_AUTH_FAILED), 50);
    });
    server.drop('data');
    await until(() =>
      expect(
        server
          .received('data')
          .filter(({ name }) => name === 'dataAuth')
          .at(-1)?.body,
      ).toEqual({ JWT: 'fresh' }),
    );
    await until(() => expect(platform.session.get().connections.data.status).toBe('open'));
  });
});

describe('stale prices', () => {
  test('are marked when the server stops vouching for them, with every light green, and when the price socket is lost', async () => {
    server.on('symbolsInfo', ({ Id, Symbols }) =>
      server.send('data', 'symbolsInfoAnswer', {
        Id,
        Result: 'Ok',
        HasMore: false,
        Items: Symbols.map((symbol) => symbolInfo(symbol)),
      }),
    );
    server.on('subscribe', ({ Symbol, Type }) =>
      server.send('streaming', 'subscriptionResponse', { Symbol, Type, Result: 'Subscribed' }),
    );
    const platform = connect({ clock: fastClock, reconnectMs: 3_600_000 });
    const published: boolean[] = [];
    platform.symbols.watch(['AAPL']);
    platform.symbols.subscribe(['AAPL'], 500, () =>
      published.push(platform.symbols.staleness('AAPL').isStale),
    );
    await platform.session.login('ann', 'right');
    await until(() => expect(platform.symbols.get('AAPL')?.state).toBe('live'));
    const isStale = () => [platform.symbols.staleness('AAPL').isStale, platform.feed.get().isStale];
    expect(isStale()).toEqual([false, false]);
    await until(() => expect(isStale()).toEqual([true, true]));
    await until(() => expect(published.at(-1)).toBe(true));
    expect(platform.session.get().connections.streaming).toMatchObject({ status: 'open', error: null });
    await until(() => {
      // Each message counts for a second of this clock: one alone may be over before a busy machine looks.
      server.send('streaming', 'feedAlive', { ExchangeTime: 1 });
      expect(isStale()).toEqual([false, false]);
    });
    server.drop('streaming');
    await until(() => expect(platform.session.get().connections.streaming.status).not.toBe('open'));
    expect(isStale()).toEqual([true, true]);
  });
});
