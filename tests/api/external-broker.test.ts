import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { freePort } from '../support/ports.ts';
import { startTestBroker, type TestBroker } from '../support/stand-in-broker.ts';
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts';
import { brokerUser, type BrokerUser } from '../support/broker-user.ts';
import { connect } from './wire-client.ts';

let server: TestServer<ScriptedMarket>;
let broker: TestBroker;
let user: TestUser;
let caller: BrokerUser;
let count = 0;
beforeAll(async () => {
  const port = await freePort();
  broker = await startTestBroker(port);
  server = await startTestServer({
    config: {
      ports: { http: port, trading: 0, streaming: 0, data: 0 },
      externalBroker: { kind: 'schwab', config: broker.config },
    },
  });
});
afterAll(async () => {
  await server.end();
  await broker.close();
});
beforeEach(async () => {
  count += 1;
  user = await server.addUser(`trader${count}`);
  caller = await brokerUser(server, user);
});
afterEach(() => {
  caller.close();
  broker.switches.allowsAtOnce = false;
  broker.tokens.lives.accessSeconds = 1800;
});

const tokenCalls = () => broker.calls.filter((call) => call === 'POST /v1/oauth/token').length;

describe('the login at the external broker', () => {
  it('leads over the page of the broker back to the trading profile, and is a login then', async () => {
    expect(await caller.state()).toEqual({
      IsAvailable: true,
      Broker: 'schwab',
      IsLoggedIn: false,
      AccessToken: null,
      ExpiresIn: 0,
      Account: null,
      Hash: null,
      Error: null,
    });
    const departure = await caller.depart();
    expect(departure.status).toBe(303);
    const address = new URL(departure.location);
    expect(address.origin + address.pathname).toBe(`${broker.url}/v1/oauth/authorize`);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: broker.config.key,
      redirect_uri: broker.config.callback,
    });
    expect(departure.cookie).toMatch(
      /^tapedeck_broker_login=[\w-]{43}; Path=\/api\/ExternalBroker; HttpOnly; SameSite=Lax; Max-Age=600$/,
    );
    expect(await (await fetch(departure.location)).text()).toContain(
      'asks to read and place orders in accounts 70000001, 70000002',
    );

    const callback = await caller.decide(departure.location, 'allow');
    expect(callback).toMatch(/code=C0\..*%40&session=.*&state=/);
    const back = await caller.comeBack(callback, departure.cookie);
    expect([back.status, back.location]).toEqual([303, '/trading']);
    expect(back.cookie).toContain('Max-Age=0');
    expect(await caller.state()).toMatchObject({
      IsLoggedIn: true,
      AccessToken: expect.stringMatching(/^v1\./),
      ExpiresIn: expect.closeTo(1800, -1),
      Error: null,
    });
  });

  it('that the user cancels, and one with an expired code, show the reason', async () => {
    await caller.login('deny');
    expect(await caller.state()).toMatchObject({
      IsLoggedIn: false,
      Error: 'The login at the broker was cancelled.',
    });
    const { location, cookie } = await caller.depart();
    const callback = new URL(await caller.decide(location, 'allow'));
    callback.searchParams.set('code', 'C0.other@');
    await caller.comeBack(callback.href, cookie);
    expect(await caller.state()).toMatchObject({
      IsLoggedIn: false,
      Error: 'Bad authorization code: expired, used, or for another callback',
    });
  });

  it('counts once, with its own state, and in the browser that set out', async () => {
    const { location, cookie } = await caller.depart();
    const callback = await caller.decide(location, 'allow');
    const forged = new URL(callback);
    forged.searchParams.set('state', 'x'.repeat(43));
    await caller.comeBack(forged.href, cookie);
    await caller.comeBack(callback, 'tapedeck_broker_login=another-browser');
    await caller.comeBack(callback, '');
    expect(await caller.state()).toMatchObject({
      IsLoggedIn: false,
      Error: `The login came back in another browser, or at another address of this server. Open the workstation at ${server.url} and log in from there.`,
    });
    await caller.comeBack(callback, cookie);
    expect(await caller.state()).toMatchObject({ IsLoggedIn: true, Error: null });
    await caller.post('Logout');
    await caller.comeBack(callback, cookie);
    expect(await caller.state()).toMatchObject({ IsLoggedIn: false });
  });

  it('is not finished when its session ended on the way', async () => {
    const { location, cookie } = await caller.depart();
    const callback = await caller.decide(location, 'allow');
    caller.trading.send('logoff', {});
    await caller.trading.closed;
    const before = tokenCalls();
    await caller.comeBack(callback, cookie);
    expect(tokenCalls()).toBe(before);
  });

  it('begins for signed-in users only: all others are redirected to the sign-in page', async () => {
    const stranger = await fetch(`${server.url}/api/ExternalBroker/Login`, { redirect: 'manual' });
    expect([stranger.status, stranger.headers.get('location')]).toEqual([303, '/trading']);
    for (const [method, path] of [
      ['GET', 'State'],
      ['POST', 'RefreshToken'],
      ['POST', 'SetDefault?account=1&hash=A'],
      ['POST', 'Logout'],
      ['GET', 'trader/accounts/accountNumbers'],
    ] as const) {
      expect((await fetch(`${server.url}/api/ExternalBroker/${path}`, { method })).status).toBe(401);
    }
    const demo = await connect('trading', server.ports);
    demo.send('demoStart', {});
    const { JWT } = await demo.next('loginSuccess');
    const headers = { authorization: `Bearer ${JWT}` };
    expect(await (await fetch(`${server.url}/api/ExternalBroker/State`, { headers })).json()).toMatchObject({
      IsAvailable: false,
    });
    expect(
      (await fetch(`${server.url}/api/ExternalBroker/RefreshToken`, { method: 'POST', headers })).status,
    ).toBe(403);
    demo.close();
  });

  it('leaves tokens that nobody can read in the database, and none of them in the browser', async () => {
    await caller.login();
    const stored = await server.storage.repositories.externalBroker.login(user.userId);
    expect(stored?.sealedTokens).toMatch(/^v1\.[\w-]+$/);
    expect(stored?.sealedTokens).not.toContain('I0.');
    const { AccessToken } = await caller.state();
    expect(broker.tokens.isGood(AccessToken ?? '')).toBe(false);
  });
});

describe('the token refresh', () => {
  it('requests one token for all callers at once, and none while the token is valid', async () => {
    broker.tokens.lives.accessSeconds = 30;
    await caller.login();
    const before = tokenCalls();
    broker.tokens.lives.accessSeconds = 1800;
    const answers = await Promise.all(Array.from({ length: 8 }, () => caller.post('RefreshToken')));
    expect(tokenCalls() - before).toBe(1);
    for (const answer of answers)
      expect(answer).toMatchObject({
        Error: null,
        ErrorDescription: null,
        AccessToken: expect.any(String),
        ExpiresIn: expect.closeTo(1800, -1),
      });
    await caller.post('RefreshToken');
    expect(tokenCalls() - before).toBe(1);
  });

  it('that the broker refuses for good says so by the inner name, and the login is over', async () => {
    broker.tokens.lives.accessSeconds = 3;
    await caller.login();
    broker.tokens.endRefresh();
    expect(await caller.post('RefreshToken')).toMatchObject({
      Error: 'refresh_token_authentication_error',
      ErrorDescription: expect.stringContaining('authenticating refresh token'),
      AccessToken: null,
      ExpiresIn: 0,
    });
    expect(await caller.post('RefreshToken')).toMatchObject({ Error: 'not_logged_in', AccessToken: null });
    expect(await caller.state()).toMatchObject({ IsLoggedIn: false });
  });

  it('during an outage of the broker fails, and works again afterwards', async () => {
    broker.tokens.lives.accessSeconds = 3;
    await caller.login();
    broker.faults.add('POST /token', 503, '<html>Access Denied</html>');
    expect(await caller.post('RefreshToken')).toMatchObject({
      Error: 'http_503',
      ErrorDescription: 'Server has a temporary problem responding',
      AccessToken: null,
    });
    expect(await caller.post('RefreshToken')).toMatchObject({ Error: null, AccessToken: expect.any(String) });
  });

  it('after a logout finds no login', async () => {
    await caller.login();
    const { AccessToken } = await caller.state();
    expect(await caller.post('Logout')).toEqual({ Status: 'OK' });
    expect((await caller.trader('GET', '/accounts/accountNumbers', { token: AccessToken })).status).toBe(401);
    expect(await caller.post('RefreshToken')).toMatchObject({ Error: 'not_logged_in' });
  });
});

describe('the trader API, as it is passed on', () => {
  const order = {
    session: 'NORMAL',
    duration: 'DAY',
    orderStrategyType: 'SINGLE',
    complexOrderStrategyType: 'NONE',
    cancelable: true,
    orderType: 'MARKET',
    orderLegCollection: [
      { instruction: 'BUY', quantity: 1, instrument: { assetType: 'EQUITY', symbol: 'SPY' } },
    ],
  };
  const hash = () => broker.book.accounts[0]?.hashValue ?? '';

  it('answers with what the broker says; a new order is named in the Location', async () => {
    await caller.login();
    expect(await (await caller.trader('GET', '/accounts/accountNumbers')).json()).toEqual(
      broker.book.accounts.map(({ accountNumber, hashValue }) => ({ accountNumber, hashValue })),
    );
    const placed = await caller.trader('POST', `/accounts/${hash()}/orders`, { body: order });
    expect([placed.status, await placed.text()]).toEqual([201, '']);
    expect(placed.headers.get('location')).toMatch(
      new RegExp(`^/api/ExternalBroker/trader/accounts/${hash()}/orders/\\d{13}$`),
    );
  });

  it.each([
    ['another path', 'GET', '/userPreference', undefined, 404],
    ['a way out of the path', 'GET', '/accounts/..%2f..%2fmarketdata/orders', undefined, 400],
    ['a hash that is none', 'GET', '/accounts/A.B/orders/1', undefined, 400],
    [
      'a time that the broker would not take',
      'GET',
      '/accounts/AB/orders?fromEnteredTime=2024&toEnteredTime=2025',
      undefined,
      400,
    ],
    ['another duration', 'POST', '/accounts/AB/orders', { ...order, duration: 'GOOD_TILL_CANCEL' }, 400],
    ['more than an order', 'POST', '/accounts/AB/orders', { ...order, extra: 1 }, 400],
    ['no order', 'POST', '/accounts/AB/orders', null, 400],
  ])('does not pass on %s', async (_case, method, path, body, status) => {
    await caller.login();
    const before = broker.calls.length;
    expect((await caller.trader(method, path, { body })).status).toBe(status);
    expect(broker.calls.length).toBe(before);
  });

  it('passes errors on with the message of the broker, but never an HTML page', async () => {
    await caller.login();
    broker.faults.add(
      'GET /accountNumbers',
      429,
      { message: 'slow down' },
      { headers: { 'retry-after': '7' } },
    );
    const throttled = await caller.trader('GET', '/accounts/accountNumbers');
    expect([throttled.status, throttled.headers.get('retry-after'), await throttled.json()]).toEqual([
      429,
      '7',
      { message: 'slow down' },
    ]);
    broker.faults.add('GET /accountNumbers', 503, '<script>alert(1)</script>');
    const outage = await caller.trader('GET', '/accounts/accountNumbers');
    expect([outage.status, outage.headers.get('content-type'), await outage.json()]).toEqual([
      503,
      'application/json; charset=utf-8',
      { message: 'Server has a temporary problem responding' },
    ]);
    broker.faults.add('GET /accountNumbers', 302, {}, { headers: { location: 'https://elsewhere.example' } });
    expect((await caller.trader('GET', '/accounts/accountNumbers')).status).toBe(503);
  });

  it('fetches another token after the broker refused one', async () => {
    await caller.login();
    broker.tokens.endAccess();
    expect((await caller.trader('GET', '/accounts/accountNumbers')).status).toBe(401);
    expect(await caller.post('RefreshToken')).toMatchObject({ Error: null });
    expect((await caller.trader('GET', '/accounts/accountNumbers')).status).toBe(200);
  });

  it('refuses writes from pages of other sites', async () => {
    await caller.login();
    expect(
      (
        await caller.trader('POST', `/accounts/${hash()}/orders`, {
          body: order,
          origin: 'https://evil.example',
        })
      ).status,
    ).toBe(403);
    expect(
      (
        await fetch(`${server.url}/api/ExternalBroker/Logout`, {
          method: 'POST',
          headers: { authorization: `Bearer ${caller.jwt}`, origin: 'https://evil.example' },
        })
      ).status,
    ).toBe(403);
    expect(await caller.state()).toMatchObject({ IsLoggedIn: true });
  });
});

describe('what one user has at the broker', () => {
  it('is out of reach for another one, and for a session that ended', async () => {
    await caller.login();
    const { AccessToken } = await caller.state();
    const other = await brokerUser(server, await server.addUser(`other${count}`));
    expect(await other.state()).toMatchObject({ IsLoggedIn: false, AccessToken: null, Account: null });
    expect(await other.post('RefreshToken')).toMatchObject({ Error: 'not_logged_in' });
    expect((await other.trader('GET', '/accounts/accountNumbers', { token: other.jwt })).status).toBe(401);
    expect(
      (await other.trader('GET', '/accounts/accountNumbers', { token: `${AccessToken?.slice(0, -3)}AAA` }))
        .status,
    ).toBe(401);
    await other.post('Logout');
    expect(await caller.state()).toMatchObject({ IsLoggedIn: true });
    other.close();
    expect((await caller.trader('GET', '/accounts/accountNumbers', { token: AccessToken })).status).toBe(200);
    caller.trading.send('logoff', {});
    await caller.trading.closed;
    expect((await caller.trader('GET', '/accounts/accountNumbers', { token: AccessToken })).status).toBe(401);
  });

  it('is named by the settings, once the user has chosen the broker', async () => {
    const headers = { authorization: `Bearer ${caller.jwt}` };
    await fetch(`${server.url}/api/User/SetTradingApi?api=External`, { method: 'POST', headers });
    expect(await caller.post('SetDefault?account=70000002&hash=AB12')).toEqual({ Status: 'OK' });
    expect(
      await (await fetch(`${server.url}/api/DesktopUser/LoadSettings`, { method: 'POST', headers })).json(),
    ).toMatchObject({ TradingApi: 'External', TradingApiData: '{"Account":"70000002"}' });
    expect(await caller.state()).toMatchObject({ Account: '70000002', Hash: 'AB12' });
    expect(await caller.post('SetDefault?account=7&hash=not/a/hash')).toHaveProperty('Error');
    expect(await caller.post('SetDefault?account=7')).toHaveProperty('Error');
  });
});

describe('a server without an external broker', () => {
  it('says so', async () => {
    const plain = await startTestServer();
    const someone = await brokerUser(plain, plain.user);
    expect(await someone.state()).toMatchObject({ IsAvailable: false, IsLoggedIn: false });
    expect(await someone.post('RefreshToken')).toEqual({
      Error: 'This server has no external broker set up.',
    });
    expect((await someone.depart()).location).toBe('/trading');
    expect((await someone.trader('GET', '/accounts/accountNumbers', { token: 'x' })).status).toBe(404);
    someone.close();
    await plain.end();
  });
});
