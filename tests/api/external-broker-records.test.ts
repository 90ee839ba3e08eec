import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokerUser } from '../support/broker-user.ts';
import { closeWorld, openWorld, server } from './external-broker-world.ts';
import { connect, openAccount } from './wire-client.ts';

beforeAll(openWorld);
afterAll(closeWorld);

const LOGIN = { TradingAccount: '70000001', Login: 'LoggedIn', Load: true } as const;
const REPORT = {
  ReportId: '9:accepted',
  OrderId: '9',
  ClientId: 'ord1',
  Symbol: 'USSPY',
  Message: '',
  Timestamp: Date.now(),
  ReportType: 'OrderExecuted',
  LeavesQuantity: 0,
  Quantity: 5,
  LastFillPrice: 100,
  LastFillQuantity: 5,
  Price: 100,
  Side: 'Buy',
  OrderType: 'Limit',
  TimeInForce: 'Day',
  Source: 'Open',
  ExecutedRoute: 'AUTO',
  ExecutionId: '1-1',
  CreatedTime: Date.now(),
  Fees: 0,
} as const;
const ORDER = {
  OrderId: '9',
  ClientId: 'ord1',
  Symbol: 'USSPY',
  Side: 'Buy',
  Source: 'Open',
  Type: 'Limit',
  TifType: 'Day',
  Quantity: 5,
  Price: 100,
  StopPrice: 0,
  Fill: 5,
  Unfill: 0,
  AveragePrice: 100,
  Status: 'Executed',
  Route: 'AUTO',
  Timestamp: Date.now(),
  TimeCompleted: Date.now(),
  Description: '',
} as const;

describe('what the client reports of the external broker', () => {
  it('is recorded for that user alone, once, and touches nothing of the own brokerage', async () => {
    const caller = await brokerUser(server, server.user);
    await caller.post('SetDefault?account=70000001&hash=AB12');
    const lastSeq = await server.storage.journal.lastSeq();
    const { trading } = caller;
    trading.send('apiOrder', { TradingAccount: '70000001', Order: ORDER });
    trading.send('apiExecutionReport', { TradingAccount: '70000001', Report: REPORT });
    trading.send('apiHistoryOrder', { TradingAccount: '70000001', Orders: [ORDER], Reports: [REPORT] });
    trading.send('tradingApiInfo', { ...LOGIN, SyncedTo: 1_700_000_000_000 });
    expect(await trading.next('apiOrders')).toEqual({
      TradingAccount: '70000001',
      Orders: [ORDER],
      Reports: [REPORT],
      SyncedTo: 1_700_000_000_000,
      HasMore: false,
    });
    trading.send('tradingApiInfo', { ...LOGIN, SyncedTo: Date.now() + 1e9 });
    expect((await trading.next('apiOrders')).SyncedTo).toBeLessThanOrEqual(Date.now());
    expect(await server.storage.journal.lastSeq()).toBe(lastSeq);
    expect(server.brokerage.accountView(server.user.account, 0)).toMatchObject({ orders: [], positions: [] });

    const other = await brokerUser(server, await server.addUser('reader'));
    for (const send of [
      () => other.trading.send('tradingApiInfo', { ...LOGIN, SyncedTo: null }),
      () => other.trading.send('apiOrder', { TradingAccount: '70000001', Order: ORDER }),
      () => other.trading.send('apiExecutionReport', { TradingAccount: '70000001', Report: REPORT }),
      () => other.trading.send('apiHistoryOrder', { TradingAccount: '70000001', Orders: [], Reports: [] }),
    ]) {
      send();
      expect(await other.trading.next('failure')).toMatchObject({ Message: 'No account', ErrorCode: -36 });
    }
    other.close();
    caller.close();
  });

  it('is refused without a sign-in and without the prefix US', async () => {
    const stranger = await connect('trading', server.ports);
    stranger.send('tradingApiInfo', { ...LOGIN, SyncedTo: null });
    expect(await stranger.next('failure')).toMatchObject({ ErrorCode: -23, RequestT: 33 });
    stranger.close();
    const { client } = await openAccount(server.ports, server.user);
    client.sendRaw(JSON.stringify({ T: 31, TradingAccount: '70000001', Report: { Symbol: 'SPY' } }));
    expect(await client.next('failure')).toMatchObject({ ErrorCode: -1, RequestT: 31 });
    client.close();
  });
});
