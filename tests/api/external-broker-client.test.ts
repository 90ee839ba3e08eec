import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  beginTest,
  closeWorld,
  clients,
  endTest,
  openWorld,
  account,
  logInAtBroker,
  broker,
  DAY_MS,
  openClient,
  server,
  ticket,
  tradingClient,
  until,
  user,
  stockOrder,
} from './external-broker-world.ts';
import { WAIT_MS } from '../support/until.ts';

beforeAll(openWorld);
afterAll(closeWorld);
beforeEach(beginTest);
afterEach(endTest);

describe('the external broker as trading API', () => {
  it('requires a login first, and is logged in after the redirect back', async () => {
    const client = await openClient();
    expect(await client.platform.tradingApi.choose('External')).toEqual({ ok: true });
    await until(() =>
      expect(client.platform.tradingApi.get()).toMatchObject({
        api: 'External',
        name: 'External broker',
        login: 'LoggedOut',
        loginUrl: `${server.url}/api/ExternalBroker/Login`,
        error: null,
      }),
    );
    expect(client.platform.orders.send(ticket)).toEqual({
      ok: false,
      errorCode: -23,
      message: 'Authentication required',
    });
    client.platform.dispose();

    await logInAtBroker();
    // The choice is stored, so the reloaded page continues by itself.
    const reloaded = await openClient();
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
    const client = await tradingClient();
    expect(client.platform.tradingApi.get().tradingAccount).toBe(second?.accountNumber);
  });

  it('logs out', async () => {
    const client = await tradingClient();
    expect(await client.platform.tradingApi.logout()).toEqual({ ok: true });
    expect(client.platform.tradingApi.get()).toMatchObject({ login: 'LoggedOut', error: null });
    expect(await server.storage.repositories.externalBroker.login(user.userId)).toBeUndefined();
    expect(client.platform.orders.send(ticket)).toMatchObject({
      ok: false,
      message: 'Authentication required',
    });
  });
});

describe('the history of the external account', () => {
  const past = (daysAgo: number, quantity = 5) =>
    broker.book.enter(account(), stockOrder('SPY', 'BUY', quantity), Date.now() - daysAgo * DAY_MS);
  const windows = () =>
    broker.calls.filter((call) => call === `GET /trader/v1/accounts/${account().hashValue}/orders`).length;

  it('is loaded one year back in windows that the broker takes, each order once, and then the account is requested', async () => {
    past(400);
    for (const days of [350, 200, 60, 59, 1]) past(days);
    broker.book.step();
    broker.book.step();
    await logInAtBroker();
    const client = await openClient();
    const received: string[] = [];
    client.platform.orders.onReport(({ ReportType }) => received.push(ReportType));
    await client.platform.tradingApi.choose('External');
    await until(() => expect(client.platform.tradingApi.get().login).toBe('LoggedIn'));
    expect(windows()).toBe(7);
    expect(client.orders().map(({ Status }) => Status)).toEqual(Array(5).fill('Executed'));
    expect(new Set(client.reports())).toEqual(new Set(['OrderAccepted', 'OrderExecuted']));
    // The past is no news.
    expect(received).toEqual([]);
  });

  it('is loaded from the last sync the next time, with the open orders of before read again and the rest from our own record', async () => {
    const open = past(3);
    broker.book.switches.isHalted = true;
    const first = await tradingClient();
    expect(first.orders()).toHaveLength(1);
    // The client reports how far it has read, and the server stores that, after the orders are shown.
    await expect
      .poll(async () => {
        const accounts = await server.storage.repositories.externalBroker.accounts(user.userId);
        return accounts.some(({ syncedToMs }) => syncedToMs !== null);
      })
      .toBe(true);
    first.platform.dispose();
    clients.splice(0);
    broker.book.switches.isHalted = false;
    broker.book.step();
    broker.book.step();
    expect(open.status).toBe('FILLED');
    const before = windows();
    const second = await openClient();
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
    const client = await tradingClient();
    expect(windows()).toBe(2);
    expect(client.orders()).toHaveLength(1);
  });

  it('that cannot be read for the moment is tried again, and the reason shows meanwhile', async () => {
    await logInAtBroker();
    const client = await openClient();
    broker.faults.add('GET /orders', 503, '<html>Access Denied</html>');
    await client.platform.tradingApi.choose('External');
    await until(() =>
      expect(client.platform.tradingApi.get()).toMatchObject({
        login: 'LoggingIn',
        error: expect.stringContaining('Server has a temporary problem responding'),
      }),
    );
    client.clock.skip(15_000);
    await until(() =>
      expect(client.platform.tradingApi.get()).toMatchObject({ login: 'LoggedIn', error: null }),
    );
  });

  it('of a login without accounts ends that login with its text', async () => {
    await logInAtBroker();
    const client = await openClient();
    broker.faults.add('GET /accountNumbers', 200, []);
    await client.platform.tradingApi.choose('External');
    await until(() =>
      expect(client.platform.tradingApi.get()).toMatchObject({
        login: 'LoggedOut',
        error:
          'Authorization token is invalid or there are no accounts you allowed to view or use for trading',
      }),
    );
  });
});

describe('the access token', () => {
  it('is refreshed 60 seconds before it ends', async () => {
    const client = await tradingClient();
    const refreshes = () => broker.calls.filter((call) => call === 'POST /v1/oauth/token').length;
    const before = refreshes();
    const delay = client.clock.delays().find((ms) => ms > 1_000_000) ?? 0;
    expect(delay).toBeGreaterThan(1_740_000 - WAIT_MS);
    expect(delay).toBeLessThanOrEqual(1_740_000);
    // The server judges the token's age by its own clock: the rejection by the broker is reported to it.
    broker.tokens.endAccess();
    client.clock.skip(60_000);
    await until(() => expect(refreshes()).toBe(before + 1));
    expect(client.platform.tradingApi.get().login).toBe('LoggedIn');
  });

  it('that has 5 seconds or less loads no account: the API info is sent, and the refresh comes at once', async () => {
    broker.tokens.lives.accessSeconds = 4;
    await logInAtBroker();
    broker.tokens.lives.accessSeconds = 1800;
    broker.faults.add('POST /token', 503, {}, { times: 1 });
    const client = await openClient();
    await client.platform.tradingApi.choose('External');
    // The first refresh fails by the broker's outage, so no account was loaded at any time.
    await until(() =>
      expect(client.platform.tradingApi.get()).toMatchObject({
        login: 'LoggedOut',
        error: 'Server has a temporary problem responding',
      }),
    );
    expect(broker.calls.filter((call) => call.endsWith('/accountNumbers'))).toEqual([]);
  });

  it('that was short is followed by one that loads the account', async () => {
    broker.tokens.lives.accessSeconds = 4;
    await logInAtBroker();
    broker.tokens.lives.accessSeconds = 1800;
    const client = await openClient();
    await client.platform.tradingApi.choose('External');
    await until(() => expect(client.platform.tradingApi.get().login).toBe('LoggedIn'));
  });

  it('that cannot be refreshed ends the login with its text', async () => {
    broker.tokens.lives.accessSeconds = 4;
    await logInAtBroker();
    broker.tokens.endRefresh();
    const client = await openClient();
    await client.platform.tradingApi.choose('External');
    await until(() =>
      expect(client.platform.tradingApi.get()).toMatchObject({
        login: 'LoggedOut',
        error: 'Exception while authenticating refresh token',
      }),
    );
    expect(client.platform.orders.send(ticket)).toMatchObject({ ok: false });
  });
});
