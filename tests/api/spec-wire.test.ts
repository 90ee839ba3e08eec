import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { authenticated, connect, openAccount, orderOf, type WireClient } from './wire-client.ts';

/** The fields of the specification's messages, as they are on the wire itself: no schema stands between. */

let server: TestServer<ScriptedMarket>;
let trading: WireClient<'trading'>;
let jwt: string;
/** Every frame of a socket, as text. */
const frames: string[] = [];
beforeAll(async () => {
  server = await startTestServer();
  ({ client: trading, jwt } = await openAccount(server.ports, server.user));
});
afterAll(() => server.end());

/** Names of the fields of an object of the wire. */
const fields = (value: unknown): string[] => Object.keys(value as object);

describe('every frame', () => {
  it.each(['trading', 'streaming', 'data'] as const)(
    'of the %s socket is a JSON object with a number T',
    async (socket) => {
      const client = await connect(socket, server.ports);
      frames.length = 0;
      client.socket.on('message', (payload) => frames.push(String(payload)));
      if (socket === 'trading') client.send('login', { UserId: server.user.userName, Password: 'wrong' });
      else if (socket === 'streaming') client.send('streamingAuth', { JWT: jwt });
      else client.send('dataAuth', { JWT: jwt });
      await expect.poll(() => frames.length).toBeGreaterThan(0);
      for (const frame of frames) expect(JSON.parse(frame)).toMatchObject({ T: expect.any(Number) });
      client.close();
    },
  );
});

describe('the trading socket', () => {
  it('sends the user with all contact fields, and the accounts by kind', async () => {
    expect(fields(await trading.next('userInfo'))).toEqual(
      expect.arrayContaining([
        'UserId',
        'UserName',
        'FirstName',
        'LastName',
        'Phone',
        'MobilePhone',
        'Email',
        'Address',
        'AddressLine2',
        'City',
        'State',
        'Zip',
        'Country',
      ]),
    );
    const client = await connect('trading', server.ports);
    client.send('login', { UserId: server.user.userName, Password: server.user.password });
    expect(fields(await client.next('loginSuccess'))).toEqual(expect.arrayContaining(['JWT', 'UserId']));
    expect(fields(await client.next('availableAccounts')).sort()).toEqual(['DemoAccounts', 'LiveAccounts']);
    client.close();
  });

  it('sends routes by destination with permission bits for stocks and options, and the calendar by Start and End', async () => {
    const { Items } = await trading.next('routePermissions');
    expect(Items.length).toBeGreaterThan(0);
    for (const item of Items)
      expect(item).toEqual({
        Destination: expect.any(String),
        Routes: expect.any(Array),
        Permissions: 3,
      });
    const { Items: days } = await trading.next('calendar');
    for (const day of days) {
      expect(fields(day).sort()).toEqual(['End', 'Start']);
      expect(day.End).toBeGreaterThan(day.Start);
    }
  });

  it('sends a position with its quantities, costs and profits', async () => {
    trading.send('orderSend', orderOf(server.user, { Quantity: 7 }));
    const {
      Items: [position],
    } = await trading.next('positions', (body) => !body.IsSnapshot);
    expect(fields(position)).toEqual(
      expect.arrayContaining([
        'Symbol',
        'IsStock',
        'LongQty',
        'ShortQty',
        'FifoCost',
        'MtmCost',
        'ClosedPL',
        'TodayPL',
        'LockedQty',
        'TradedShares',
      ]),
    );
    expect(position).toMatchObject({ Symbol: 'SPY', IsStock: true, LongQty: 7, ShortQty: 0 });
  });

  it('sends an execution report with the fields of the specification', async () => {
    const report = await trading.next('executionReport', ({ ReportType }) => ReportType === 'OrderExecuted');
    expect(fields(report)).toEqual(
      expect.arrayContaining([
        'OrderId',
        'ClientId',
        'Serial',
        'UserId',
        'Account',
        'Symbol',
        'Message',
        'ErrorCode',
        'Timestamp',
        'ReportType',
        'LeavesQuantity',
        'Quantity',
        'LastFillPrice',
        'LastFillQuantity',
        'Price',
        'Side',
        'OrderType',
        'TimeInForce',
        'Source',
        'Destination',
        'ExecutedRoute',
        'ExecutionId',
        'CreatedTime',
      ]),
    );
  });
});

describe('the streaming socket', () => {
  it('carries trades as S, P, V, TV, TS and quotes as S, B, BS, A, AS, TS', async () => {
    const client = await authenticated('streaming', server.ports, jwt);
    for (const Type of ['Trade', 'Quote'] as const)
      client.send('subscribe', { Account: server.user.account, Symbol: 'SPY', Type });
    expect(fields(await client.next('trade'))).toEqual(expect.arrayContaining(['S', 'P', 'V', 'TV', 'TS']));
    expect(fields(await client.next('quote'))).toEqual(
      expect.arrayContaining(['S', 'B', 'BS', 'A', 'AS', 'TS']),
    );
    client.close();
  });
});

describe('the data socket', () => {
  it('returns the prices of a symbol and the extremes of its year', async () => {
    const client = await authenticated('data', server.ports, jwt);
    client.send('symbolsInfo', { Id: 1, Symbols: ['SPY'] });
    const {
      Items: [info],
    } = await client.next('symbolsInfoAnswer');
    expect(info?.Symbol).toBe('SPY');
    expect(fields(info?.Prices)).toEqual(
      expect.arrayContaining([
        'Last',
        'Open',
        'High',
        'Low',
        'PreviousClose',
        'Bid',
        'Ask',
        'BidSize',
        'AskSize',
        'Volume',
        'VWAP',
        'Tick',
        'Timestamp',
      ]),
    );
    expect(fields(info?.Fundamentals)).toEqual(expect.arrayContaining(['YearHigh', 'YearLow']));
    client.close();
  });
});

describe('a setting call without a token', () => {
  it('answers a settings call without a token with 401', async () => {
    expect((await fetch(`${server.url}/api/DesktopUser/LoadSettings`, { method: 'POST' })).status).toBe(401);
  });
});
