import { beforeEach, describe, expect, test } from 'vitest';
import { report } from '../testing/fixtures.ts';
import type { OrderTicket } from '../types.ts';
import type { OrderStoreCore } from './order-store.ts';
import { MARKET_ORDER, openOrderStore, type StoreHarness } from './testing/store-harness.ts';

let harness: StoreHarness;
let store: OrderStoreCore;
beforeEach(() => {
  harness = openOrderStore();
  ({ store } = harness);
});

describe('replacing', () => {
  const limit: OrderTicket = { ...MARKET_ORDER, type: 'Limit', price: 151, quantity: 80 };
  const status = () => store.get().orders.get('o1')?.Status;

  test('sends a replace under a new ClientId, names the original order, and keeps symbol, side, destination and route', () => {
    harness.receive({});
    expect(
      store.replace('o1', {
        ...limit,
        symbol: 'MSFT',
        side: 'Sell',
        destination: 'X',
        route: 'Y',
        tif: 'GoodTillCancel',
      }),
    ).toEqual({ ok: true, clientId: 'ord1000' });
    expect(harness.sent[0]).toEqual({
      name: 'orderReplace',
      body: {
        Symbol: 'AAPL',
        Side: 'Buy',
        Source: 'Open',
        Destination: 'SMART',
        Route: 'AUTO',
        Quantity: 80,
        Type: 'Limit',
        Price: 151,
        TifType: 'GoodTillCancel',
        Currency: 'USD',
        Account: 'D-1',
        UserId: 'u1',
        ClientId: 'ord1000',
        OriginalClientId: 'ord1',
        Timestamp: 9000,
      },
    });
    expect(status()).toBe('CancelReplaceSent');
  });

  test('an accepted replace gives the row the price, quantity, terms and ClientId of the replacement', () => {
    harness.receive({});
    store.replace('o1', {
      ...limit,
      type: 'StopLimit',
      stopPrice: 149,
      stopType: 'Trailing',
      offsetType: 'Percent',
      offsetValue: 2,
      displayQuantity: 10,
    });
    harness.receive({
      Serial: 2,
      ReportType: 'OrderReplaced',
      ClientId: 'ord1000',
      OriginalClientId: 'ord1',
      OrderType: 'StopLimit',
      Price: 151,
      Quantity: 80,
      LeavesQuantity: 80,
      StopPrice: 149,
    });
    expect(store.get().orders.get('o1')).toMatchObject({
      Status: 'ReplaceDone',
      Type: 'StopLimit',
      Price: 151,
      Quantity: 80,
      Unfill: 80,
      ClientId: 'ord1000',
      OriginalClientId: 'ord1',
      StopPrice: 149,
      StopType: 'Trailing',
      OffsetType: 'Percent',
      OffsetValue: 2,
      IsldDisplay: 10,
    });
    harness.receive({
      Serial: 3,
      ReportType: 'OrderExecuted',
      ClientId: 'ord1000',
      Price: 151,
      Quantity: 80,
      LeavesQuantity: 0,
      LastFillPrice: 150,
      LastFillQuantity: 80,
    });
    expect([status(), store.get().orders.size]).toEqual(['Executed', 1]);
  });

  test('an accepted replace with a new OrderId leaves one row, the replacement', () => {
    harness.receive({});
    store.replace('o1', limit);
    harness.receive({
      Serial: 2,
      OrderId: 'o2',
      ReportType: 'OrderReplaced',
      ClientId: 'ord1000',
      OriginalClientId: 'ord1',
      Price: 151,
      Quantity: 80,
      LeavesQuantity: 80,
    });
    expect([...store.get().orders.keys()]).toEqual(['o2']);
    harness.receive({
      Serial: 3,
      OrderId: 'o2',
      ReportType: 'OrderExecuted',
      ClientId: 'ord1000',
      LeavesQuantity: 0,
      LastFillPrice: 150,
      LastFillQuantity: 80,
    });
    expect(store.get().orders.get('o2')?.Status).toBe('Executed');
  });

  test.each(['OrderRejected', 'OrderCancelRejected', 'GatewayRejected'] as const)(
    'a replace refused by %s leaves the order working with its old terms',
    (ReportType) => {
      harness.receive({});
      store.replace('o1', limit);
      harness.receive({
        Serial: ReportType === 'GatewayRejected' ? 0 : 2,
        OrderId: ReportType === 'GatewayRejected' ? '-' : 'o1',
        ReportType,
        ClientId: 'ord1000',
        OriginalClientId: 'ord1',
        ErrorCode: -33,
        Message: 'Invalid cancel replace quantity',
      });
      expect(store.get().orders.get('o1')).toMatchObject({
        Status: 'ReplaceRejected',
        Description: 'Invalid cancel replace quantity',
        Price: 150,
        Quantity: 100,
        ClientId: 'ord1',
      });
      harness.receive({
        Serial: 3,
        ReportType: 'OrderExecuted',
        LeavesQuantity: 40,
        LastFillQuantity: 60,
        LastFillPrice: 10,
      });
      expect([status(), store.get().orders.size]).toEqual(['PartiallyExecuted', 1]);
    },
  );

  test('a replace refused because another client replaced first ends as Replace Rejected, with the terms of that client', () => {
    harness.receive({});
    store.replace('o1', limit);
    harness.receive({
      Serial: 2,
      ReportType: 'OrderReplaced',
      ClientId: 'other',
      OriginalClientId: 'ord1',
      Price: 149,
      Quantity: 70,
      LeavesQuantity: 70,
    });
    harness.receive({
      Serial: 3,
      OrderId: 'ord1',
      ReportType: 'OrderCancelRejected',
      ClientId: 'ord1000',
      OriginalClientId: 'ord1',
      ErrorCode: -19,
      Message: 'Cancel too late',
    });
    expect([...store.get().orders.values()]).toMatchObject([
      {
        OrderId: 'o1',
        ClientId: 'other',
        Status: 'ReplaceRejected',
        Description: 'Cancel too late',
        Price: 149,
        Quantity: 70,
      },
    ]);
  });

  test('a replace that fails validation ends as Replace Rejected, with message and code in row and log', () => {
    harness.receive({});
    store.replace('o1', limit);
    store.onTrading({
      name: 'failure',
      body: { Message: 'Invalid order format', ErrorCode: -2, ClientId: 'ord1000' },
    });
    expect(store.get().orders.get('o1')).toMatchObject({
      Status: 'ReplaceRejected',
      Description: 'Invalid order format',
      ErrorCode: -2,
      ClientId: 'ord1',
    });
    expect(store.get().log[0]).toMatchObject({
      OrderId: 'o1',
      ClientId: 'ord1000',
      OriginalClientId: 'ord1',
      Message: 'Invalid order format',
      ErrorCode: -2,
    });
    // A second failure message for the same request changes nothing.
    store.onTrading({
      name: 'failure',
      body: { Message: 'Invalid order format', ErrorCode: -2, ClientId: 'ord1000' },
    });
    expect(store.get().log.length).toBe(2);
  });

  test('a replace refused for the order rate, which is not journaled, leaves the order working with its old terms', () => {
    harness.receive({});
    store.replace('o1', limit);
    harness.receive({
      Serial: 0,
      ReportType: 'OrderCancelRejected',
      ClientId: 'ord1000',
      OriginalClientId: 'ord1',
      ErrorCode: -48,
      Message: 'Too frequent trades',
    });
    expect([...store.get().orders.values()]).toMatchObject([
      {
        OrderId: 'o1',
        Status: 'ReplaceRejected',
        Description: 'Too frequent trades',
        ErrorCode: -48,
        Price: 150,
        Quantity: 100,
        ClientId: 'ord1',
      },
    ]);
    harness.receive({
      Serial: 2,
      ReportType: 'OrderExecuted',
      LeavesQuantity: 0,
      LastFillQuantity: 100,
      LastFillPrice: 10,
    });
    expect(status()).toBe('Executed');
  });

  test('refuses to replace an unknown, unacknowledged, finished or already changing order', () => {
    expect(store.replace('o1', limit)).toMatchObject({ errorCode: -13 });
    store.send(MARKET_ORDER);
    expect(store.replace('ord1000', limit)).toMatchObject({ errorCode: -21 });
    harness.receive({});
    store.replace('o1', limit);
    expect(store.replace('o1', limit)).toMatchObject({ errorCode: -20 });
    harness.receive({
      Serial: 2,
      ReportType: 'OrderExecuted',
      LeavesQuantity: 0,
      LastFillQuantity: 100,
      LastFillPrice: 10,
    });
    expect(store.replace('o1', limit)).toMatchObject({ errorCode: -19 });
    harness.isOpen = false;
    harness.receive({ OrderId: 'o3', ClientId: 'ord3', Serial: 3 });
    expect(store.replace('o3', limit)).toMatchObject({ errorCode: -27 });
    expect(store.get().orders.get('o3')?.Status).toBe('Pending');
  });

  test('reports lost replaces and cancels after a reconnect, and none that were answered', () => {
    harness.receive({});
    harness.receive({ OrderId: 'o2', ClientId: 'ord2', Serial: 2 });
    harness.receive({ OrderId: 'o3', ClientId: 'ord3', Serial: 3 });
    store.replace('o1', limit);
    store.cancel('o2');
    store.replace('o3', limit);
    const published: string[] = [];
    const before = ['o1', 'o2', 'o3'].flatMap((id) => store.get().orders.get(id) ?? []);
    store.onReport((said) =>
      published.push(`${said.ReportType} ${said.OrderId} ${said.ErrorCode} ${said.Message}`),
    );
    store.onLost();
    store.onTrading({
      name: 'orders',
      body: {
        Account: 'D-1',
        HasMore: false,
        Items: before.map((order) => ({ ...order, Status: 'Confirmed' as const })),
      },
    });
    store.onTrading({
      name: 'historyTrades',
      body: {
        Account: 'D-1',
        HasMore: false,
        Items: [
          report({
            OrderId: 'o3',
            Serial: 4,
            ReportType: 'OrderRejected',
            ClientId: 'ord1002',
            OriginalClientId: 'ord3',
          }),
        ],
      },
    });
    store.onAccountReady();
    expect(published).toEqual([
      'GatewayRejected o1 -27 The connection was lost before the server answered: the change may not have reached the server. The order was working as it was when the connection came back.',
      'OrderCancelRejected o2 -27 The connection was lost before the server answered: the cancel may not have reached the server. The order was still working when the connection came back.',
    ]);
    expect(['o1', 'o2', 'o3'].map((id) => store.get().orders.get(id)?.Status)).toEqual([
      'ReplaceRejected',
      'CancelRejected',
      'ReplaceRejected',
    ]);
  });
});
