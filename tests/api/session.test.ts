import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CLOSE_AUTH_FAILED,
  CLOSE_OTHER_VERSION,
  CLOSE_SESSION_ENDED,
  PROTOCOL_VERSION,
  type Body,
} from '../../src/protocol/index.ts';
import { ADMINISTRATOR, ALL_PERMISSIONS } from '../../src/domain/permissions.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { authenticated, connect, openAccount, orderOf, signIn, WireClient } from './wire-client.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

const select = { IncludeBalance: true, IncludePositions: true, IncludeTrades: true };

describe('signing in', () => {
  it('greets first, then answers a login with a token and the accounts', async () => {
    const client = await connect('trading', server.ports);
    expect((await client.next('connected')).IsAuthenticated).toBe(false);
    client.send('login', { UserId: server.user.userName, Password: server.user.password });
    expect(await client.next('loginSuccess')).toMatchObject({ UserId: server.user.userId, IsDemo: false });
    const accounts = await client.next('availableAccounts');
    expect(accounts.DemoAccounts).toContain(server.user.account);
    expect(accounts.LiveAccounts.length).toBeGreaterThan(0);
    client.close();
  });

  it('accepts a sign-in with its own protocol version and closes the socket at another one', async () => {
    const credentials = { UserId: server.user.userName, Password: server.user.password };
    const client = await connect('trading', server.ports);
    expect((await client.next('connected')).Protocol).toBe(PROTOCOL_VERSION);
    client.send('login', { ...credentials, Protocol: PROTOCOL_VERSION });
    const { JWT } = await client.next('loginSuccess');
    client.close();

    const Protocol = PROTOCOL_VERSION + 1;
    const attempts: readonly ((other: WireClient<'trading'>) => void)[] = [
      (other) => other.send('login', { ...credentials, Protocol }),
      (other) => other.send('resume', { JWT, Protocol }),
      (other) => other.send('demoStart', { Protocol }),
    ];
    for (const attempt of attempts) {
      const other = await connect('trading', server.ports);
      attempt(other);
      expect(await other.closed).toBe(CLOSE_OTHER_VERSION);
      expect(other.seen.map(({ name }) => name)).toEqual(['connected']);
    }
  });

  it('refuses a wrong password, an unknown user, a disabled and an expired user, each in its own words', async () => {
    const disabled = await server.addUser('disabled', { isDisabled: true });
    const expired = await server.addUser('expired', { expiresAtMs: 1 });
    const client = await connect('trading', server.ports);
    const attempt = async (UserId: string, Password: string): Promise<string> => {
      client.send('login', { UserId, Password });
      return (await client.next('loginFailure')).FailureType;
    };
    expect(await attempt(server.user.userName, 'wrong')).toBe('WrongPassword');
    expect(await attempt('nobody', 'wrong')).toBe('WrongPassword');
    expect(await attempt(disabled.userName, disabled.password)).toBe('UserDisabled');
    expect(await attempt(expired.userName, expired.password)).toBe('UserExpired');
    client.close();
  });

  it('resumes with a valid token and requires a new login with an invalid one', async () => {
    const { client, jwt } = await signIn(server.ports, server.user);
    client.close();
    const again = await connect('trading', server.ports);
    again.send('resume', { JWT: jwt });
    expect((await again.next('loginSuccess')).UserId).toBe(server.user.userId);
    again.close();
    const stranger = await connect('trading', server.ports);
    stranger.send('resume', { JWT: 'not.a.token' });
    expect((await stranger.next('relogin')).Message).toMatch(/sign in/i);
    stranger.close();
  });

  it('answers a heartbeat with the time it was sent', async () => {
    const client = await connect('trading', server.ports);
    client.send('heartbeat', { Sent: 12_345 });
    expect(await client.next('heartbeatAck')).toEqual({
      Sent: 12_345,
      ExchangeTime: server.market.exchangeMs(),
    });
    client.close();
  });
});

describe('choosing an account', () => {
  it('sends everything of the account, in order, and says when it is complete', async () => {
    const { client } = await signIn(server.ports, server.user);
    const before = client.seen.length;
    client.send('accountSelect', { Account: server.user.account, ...select });
    await client.next('initializationComplete');
    expect(client.names().slice(before, client.names().indexOf('initializationComplete') + 1)).toEqual([
      'accountSelectResponse',
      'userInfo',
      'permissions',
      'calendar',
      'market',
      'routePermissions',
      'accountOptions',
      'accountGuards',
      'balance',
      'positions',
      'orderGroups',
      'orders',
      'historyTrades',
      'initializationComplete',
    ]);
    expect((await client.next('accountSelectResponse')).JWT).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect((await client.next('userInfo')).UserName).toBe(server.user.userName);
    expect((await client.next('permissions')).Mask).toBe(ALL_PERMISSIONS | ADMINISTRATOR);
    expect((await client.next('balance')).Cash).toBe(100_000);
    expect((await client.next('calendar')).Items).toHaveLength(11);
    expect(await client.next('market')).toEqual({
      Kind: 'Simulated',
      DefaultSymbol: 'SPY',
      MostTraded: ['SPY', 'QQQ', 'MSFT'],
    });
    client.close();
  });

  it('leaves out what the account selection does not include', async () => {
    const { client } = await signIn(server.ports, server.user);
    client.send('accountSelect', {
      Account: server.user.account,
      IncludeBalance: false,
      IncludePositions: false,
      IncludeTrades: false,
    });
    await client.next('initializationComplete');
    expect(client.names()).not.toContain('balance');
    expect(client.names()).not.toContain('positions');
    expect(client.names()).not.toContain('historyTrades');
    client.close();
  });

  it("refuses another user's account and one that is not there", async () => {
    const other = await server.addUser('other');
    const { client } = await signIn(server.ports, server.user);
    client.send('accountSelect', { Account: other.account, ...select });
    expect(await client.next('accountSelectResponse')).toEqual({
      Account: other.account,
      IsLive: false,
      FailureType: 'UnavailableForUser',
    });
    client.send('accountSelect', { Account: 'NONE', ...select });
    expect((await client.next('accountSelectResponse')).FailureType).toBe('DoesNotExist');
    client.close();
  });

  it('answers an account data request, and only for the chosen account', async () => {
    const { client } = await openAccount(server.ports, server.user);
    const before = client.seen.length;
    client.send('accountDataRequest', {
      Account: server.user.account,
      UserId: server.user.userId,
      LoadTradeLogForNBusinessDays: 5,
      LoadPositions: true,
    });
    await client.next('historyTrades', (body) => !body.HasMore && client.seen.length > before);
    client.send('accountDataRequest', {
      Account: 'LIVE-1001',
      UserId: server.user.userId,
      LoadTradeLogForNBusinessDays: 5,
      LoadPositions: true,
    });
    expect(await client.next('failure')).toEqual({ Message: 'No account', ErrorCode: -36, RequestT: 7 });
    client.close();
  });

  it('answers an account data request with what followed the known report, or with all when it is not known', async () => {
    const user = await server.addUser('returning');
    const { client } = await openAccount(server.ports, user);
    for (let sent = 0; sent < 3; sent += 1) {
      client.send('orderSend', orderOf(user, { Type: 'Limit', Price: 1 + sent, Quantity: 10 }));
      await client.next('executionReport', ({ ReportType }) => ReportType === 'OrderConfirmed');
    }
    const load = async (Known?: Body<'accountDataRequest'>['Known']) => {
      const { account: Account, userId: UserId } = user;
      const before = client.seen.length;
      client.send('accountDataRequest', {
        ...{ Account, UserId, LoadTradeLogForNBusinessDays: 5, LoadPositions: true },
        ...(Known ? { Known } : {}),
      });
      await client.next('historyTrades', ({ HasMore }) => !HasMore);
      return client.seen
        .slice(before)
        .flatMap((message) => (message.name === 'historyTrades' ? message.body.Items : []));
    };
    // Selecting the account has sent a list, too.
    await client.next('historyTrades', ({ HasMore }) => !HasMore);
    const all = await load();
    expect(all).toHaveLength(6);
    const [, , , known] = all;
    if (!known) throw new Error('Two reports of each order were expected.');
    const { Serial, ClientId, Timestamp } = known;
    expect(await load({ Serial, ClientId, Timestamp })).toEqual(all.slice(4));
    expect(await load({ Serial, ClientId: 'other', Timestamp })).toEqual(all);
    client.close();
  });

  it('needs a login first', async () => {
    const client = await connect('trading', server.ports);
    client.send('accountSelect', { Account: server.user.account, ...select });
    expect(await client.next('failure')).toMatchObject({ ErrorCode: -23, RequestT: 5 });
    client.send('accountDataRequest', {
      Account: server.user.account,
      UserId: server.user.userId,
      LoadTradeLogForNBusinessDays: 5,
      LoadPositions: true,
    });
    expect(await client.next('failure')).toMatchObject({ ErrorCode: -23, RequestT: 7 });
    client.close();
  });
});

describe('the end of a session', () => {
  it('reaches every connection of the session, and no token of it works again', async () => {
    const { client, jwt } = await openAccount(server.ports, server.user);
    const streaming = await authenticated('streaming', server.ports, jwt);
    const data = await authenticated('data', server.ports, jwt);
    client.send('logoff', {});
    expect((await client.next('relogin')).Message).toMatch(/logged out/i);
    expect(await Promise.all([client.closed, streaming.closed, data.closed])).toEqual([
      CLOSE_SESSION_ENDED,
      CLOSE_SESSION_ENDED,
      CLOSE_SESSION_ENDED,
    ]);
    const late = await connect('data', server.ports);
    late.send('dataAuth', { JWT: jwt });
    expect((await late.next('dataAuthResult')).Ok).toBe(false);
    expect(await late.closed).toBe(CLOSE_AUTH_FAILED);
  });

  it('does not touch another session of the same user', async () => {
    const first = await openAccount(server.ports, server.user);
    const other = await openAccount(server.ports, server.user);
    first.client.send('logoff', {});
    await first.client.closed;
    other.client.send('heartbeat', { Sent: 1 });
    expect((await other.client.next('heartbeatAck')).Sent).toBe(1);
    other.client.close();
  });
});

describe('a demo session', () => {
  it('starts a demo without a password, reports its remaining seconds, and refuses trading and logging out', async () => {
    const client = await connect('trading', server.ports);
    client.send('demoStart', {});
    const { UserId, IsDemo } = await client.next('loginSuccess');
    expect(IsDemo).toBe(true);
    const [account = ''] = (await client.next('availableAccounts')).DemoAccounts;
    client.send('accountSelect', { Account: account, ...select });
    const { ExpiresIn } = await client.next('demoSessionStatus');
    expect(ExpiresIn).toBeGreaterThan(29 * 60);
    expect(ExpiresIn).toBeLessThanOrEqual(30 * 60);
    await client.next('initializationComplete');
    client.send('orderSend', {
      Symbol: 'SPY',
      Quantity: 1,
      Destination: 'SMART',
      Route: 'AUTO',
      Type: 'Market',
      TifType: 'Day',
      Currency: 'USD',
      Account: account,
      UserId,
      ClientId: 'd1',
      Timestamp: 1,
      Side: 'Buy',
      Source: 'Open',
    });
    expect(await client.next('failure')).toEqual({
      Message: 'Trading is not supported during Demo Session. Consider subscribing to enable trading.',
      ErrorCode: -3,
      RequestT: 20,
      ClientId: 'd1',
    });
    client.send('logoff', {});
    expect((await client.next('failure')).RequestT).toBe(4);
    client.close();
  });
});

describe('a socket', () => {
  it.each(['streaming', 'data'] as const)(
    'of the %s kind closes when the first message is no token',
    async (socket) => {
      const client = await connect(socket, server.ports);
      client.sendRaw(JSON.stringify({ T: socket === 'streaming' ? 204 : 408, Sent: 1 }));
      expect(await client.closed).toBe(CLOSE_AUTH_FAILED);
    },
  );

  it.each(['trading', 'streaming', 'data'] as const)(
    'of the %s kind refuses pages of other sites and takes our own',
    async (socket) => {
      const foreign = new WireClient(socket, server.ports, { origin: 'https://evil.example' });
      await expect(foreign.opened()).rejects.toThrow(/403/);
      const sameOrigin = await connect(socket, server.ports, { origin: server.url });
      sameOrigin.close();
    },
  );

  it('answers at its own path only', async () => {
    await expect(new WireClient('trading', server.ports, { path: '/' }).opened()).rejects.toThrow(/404/);
  });

  it('answers a plain HTTP request with 426', async () => {
    const response = await fetch(`http://127.0.0.1:${server.ports.trading}/`);
    expect(response.status).toBe(426);
  });
});
