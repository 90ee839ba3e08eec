import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  beginTest,
  closeWorld,
  desks,
  endTest,
  openWorld,
  account,
  atBroker,
  broker,
  DAY_MS,
  openDesk,
  server,
  ticket,
  tradingDesk,
  until,
  user,
} from './external-broker-desk.ts';
import { WAIT_MS } from '../support/until.ts';

beforeAll(openWorld);
afterAll(closeWorld);
beforeEach(beginTest);
afterEach(endTest);

describe('the external broker as trading API', () => {
  it('asks for a login first, and is logged in with it after the way back', async () => {
    const desk = await openDesk();
    expect(await desk.platform.tradingApi.choose('External')).toEqual({ ok: true });
    await until(() =>
      expect(desk.platform.tradingApi.get()).toMatchObject({
        api: 'External',
        name: 'External broker',
        login: 'LoggedOut',
        loginUrl: `${server.url}/api/ExternalBroker/Login`,
        error: null,
      }),
    );
    expect(desk.platform.orders.send(ticket)).toEqual({
      ok: false,
      errorCode: -23,
      message: 'Authentication required',
    });
    desk.platform.dispose();

    await atBroker();
    // The choice is stored, so the reloaded page goes on by itself.
    const reloaded = await openDesk();
    await until(() =>
      expect(reloaded.platform.tradingApi.get()).toMatchObject({
        api: 'External',
        login: 'LoggedIn',
        tradingAccount: account().accountNumber,
        supportsLogout: true,
      }),
    );
    expect(await server.storage.repositories.externalBroker.accounts(user.userId)).toMatchObject([
      {
        account: account().accountNumber,
        accountHash: account().hashValue,
        isDefault: true,
        syncedToMs: expect.any(Number),
      },
    ]);
  });

  it('keeps to the account that was chosen while the login reaches it', async () => {
    const [, second] = broker.book.accounts;
    await server.storage.repositories.externalBroker.setDefault(
      user.userId,
      second?.accountNumber ?? '',
      second?.hashValue ?? '',
    );
    const desk = await tradingDesk();
    expect(desk.platform.tradingApi.get().tradingAccount).toBe(second?.accountNumber);
  });

  it('logs out', async () => {
    const desk = await tradingDesk();
    expect(await desk.platform.tradingApi.logout()).toEqual({ ok: true });
    expect(desk.platform.tradingApi.get()).toMatchObject({ login: 'LoggedOut', error: null });
    expect(await server.storage.repositories.externalBroker.login(user.userId)).toBeUndefined();
    expect(desk.platform.orders.send(ticket)).toMatchObject({
      ok: false,
      message: 'Authentication required',
    });
  });
});

describe('the history of the external account', () => {
  const past = (daysAgo: number, quantity = 5) =>
    broker.book.enter(
      account(),
      {
        symbol: 'SPY',
        assetType: 'EQUITY',
        instruction: 'BUY',
        orderType: 'LIMIT',
        duration: 'DAY',
        quantity,
        price: 100.05,
        stopPrice: undefined,
        route: 'AUTO',
      },
      Date.now() - daysAgo * DAY_MS,
    );
  const windows = () =>
    broker.calls.filter((call) => call === `GET /trader/v1/accounts/${account().hashValue}/orders`).length;

  it('is loaded one year back in windows that the broker takes, each order once, and then the account is asked for', async () => {
    past(400);
    for (const days of [350, 200, 60, 59, 1]) past(days);
    broker.book.step();
    broker.book.step();
    await atBroker();
    const desk = await openDesk();
    const heard: string[] = [];
    desk.platform.orders.onReport(({ ReportType }) => heard.push(ReportType));
    await desk.platform.tradingApi.choose('External');
    await until(() => expect(desk.platform.tradingApi.get().login).toBe('LoggedIn'));
    expect(windows()).toBe(7);
    expect(desk.orders().map(({ Status }) => Status)).toEqual(Array(5).fill('Executed'));
    expect(new Set(desk.reports())).toEqual(new Set(['OrderAccepted', 'OrderExecuted']));
    // The past is no news.
    expect(heard).toEqual([]);
  });

  it('is loaded from the last sync the next time, with the open orders of before read again and the rest from our own record', async () => {
    const open = past(3);
    broker.book.switches.isHalted = true;
    const first = await tradingDesk();
    expect(first.orders()).toHaveLength(1);
    first.platform.dispose();
    desks.splice(0);
    broker.book.switches.isHalted = false;
    broker.book.step();
    broker.book.step();
    expect(open.status).toBe('FILLED');
    const before = windows();
    const second = await openDesk();
    await until(() => expect(second.platform.tradingApi.get().login).toBe('LoggedIn'));
    expect(windows() - before).toBe(1);
    expect(broker.calls).toContain(`GET /trader/v1/accounts/${account().hashValue}/orders/${open.orderId}`);
    expect(second.orders()).toMatchObject([{ OrderId: String(open.orderId), Status: 'Executed', Fill: 5 }]);
    expect(second.reports()).toContain('OrderExecuted');
  });

  it('ends where the broker does not reach back any further', async () => {
    broker.switches.reachDays = 100;
    past(50);
    past(90);
    const desk = await tradingDesk();
    expect(windows()).toBe(2);
    expect(desk.orders()).toHaveLength(1);
  });

  it('that cannot be read for the moment is tried again, and the reason shows meanwhile', async () => {
    await atBroker();
    const desk = await openDesk();
    broker.faults.add('GET /orders', 503, '<html>Access Denied</html>');
    await desk.platform.tradingApi.choose('External');
    await until(() =>
      expect(desk.platform.tradingApi.get()).toMatchObject({
        login: 'LoggingIn',
        error: expect.stringContaining('Server has a temporary problem responding'),
      }),
    );
    desk.clock.skip(15_000);
    await until(() =>
      expect(desk.platform.tradingApi.get()).toMatchObject({ login: 'LoggedIn', error: null }),
    );
  });

  it('of a login without accounts ends that login with its text', async () => {
    await atBroker();
    const desk = await openDesk();
    broker.faults.add('GET /accountNumbers', 200, []);
    await desk.platform.tradingApi.choose('External');
    await until(() =>
      expect(desk.platform.tradingApi.get()).toMatchObject({
        login: 'LoggedOut',
        error:
          'Authorization token is invalid or there are no accounts you allowed to view or use for trading',
      }),
    );
  });
});

describe('the access token', () => {
  it('is refreshed 60 seconds before it ends', async () => {
    const desk = await tradingDesk();
    const refreshes = () => broker.calls.filter((call) => call === 'POST /v1/oauth/token').length;
    const before = refreshes();
    const delay = desk.clock.delays().find((ms) => ms > 1_000_000) ?? 0;
    expect(delay).toBeGreaterThan(1_740_000 - WAIT_MS);
    expect(delay).toBeLessThanOrEqual(1_740_000);
    // The server judges the token's age by its own clock: it is told that the broker refused it.
    broker.tokens.endAccess();
    desk.clock.skip(60_000);
    await until(() => expect(refreshes()).toBe(before + 1));
    expect(desk.platform.tradingApi.get().login).toBe('LoggedIn');
  });

  it('that has 5 seconds or less loads no account: the API info is sent, and the refresh comes at once', async () => {
    broker.tokens.lives.accessSeconds = 4;
    await atBroker();
    broker.tokens.lives.accessSeconds = 1800;
    broker.faults.add('POST /token', 503, {}, { times: 1 });
    const desk = await openDesk();
    await desk.platform.tradingApi.choose('External');
    // The first refresh fails by the broker's outage, so no account was loaded at any time.
    await until(() =>
      expect(desk.platform.tradingApi.get()).toMatchObject({
        login: 'LoggedOut',
        error: 'Server has a temporary problem responding',
      }),
    );
    expect(broker.calls.filter((call) => call.endsWith('/accountNumbers'))).toEqual([]);
  });

  it('that was short is followed by one that loads the account', async () => {
    broker.tokens.lives.accessSeconds = 4;
    await atBroker();
    broker.tokens.lives.accessSeconds = 1800;
    const desk = await openDesk();
    await desk.platform.tradingApi.choose('External');
    await until(() => expect(desk.platform.tradingApi.get().login).toBe('LoggedIn'));
  });

  it('that cannot be refreshed ends the login with the words for it', async () => {
    broker.tokens.lives.accessSeconds = 4;
    await atBroker();
    broker.tokens.endRefresh();
    const desk = await openDesk();
    await desk.platform.tradingApi.choose('External');
    await until(() =>
      expect(desk.platform.tradingApi.get()).toMatchObject({
        login: 'LoggedOut',
        error: 'Exception while authenticating refresh token',
      }),
    );
    expect(desk.platform.orders.send(ticket)).toMatchObject({ ok: false });
  });
});
