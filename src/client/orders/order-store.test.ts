import { beforeEach, describe, expect, test } from 'vitest';
import { createClientIds } from './client-ids.ts';
import type { OrderStoreCore } from './order-store.ts';
import { MARKET_ORDER, openOrderStore, position, type StoreHarness } from './testing/store-harness.ts';

let harness: StoreHarness;
let store: OrderStoreCore;
beforeEach(() => {
  harness = openOrderStore();
  ({ store } = harness);
});

describe('sending', () => {
  test('fails an order and a cancel at once without a connection, and keeps no trace of them', () => {
    harness.receive({});
    harness.isOpen = false;
    const refusal = { ok: false, errorCode: -27, message: 'Network error' };
    expect(store.send(MARKET_ORDER)).toEqual(refusal);
    expect(store.cancel('o1')).toEqual(refusal);
    expect(store.get().orders.get('o1')?.Status).toBe('Pending');
    expect(store.get().orders.size).toBe(1);
  });

  test.each([
    ['Buy', 0, 'Open'],
    ['Buy', 50, 'Cover'],
    ['Sell', 0, 'Close'],
    ['Short', 50, 'Open'],
  ] as const)('%s with %i shares short is sent as %s', (side, ShortQty, source) => {
    harness.receivePositions([position({ ShortQty })]);
    store.send({ ...MARKET_ORDER, side });
    expect(harness.sent[0]).toMatchObject({ name: 'orderSend', body: { Source: source } });
  });

  test('sends a market order without a price, and different ClientIds within a millisecond', () => {
    const [first, second] = [store.send(MARKET_ORDER), store.send({ ...MARKET_ORDER, price: 12 })];
    expect(harness.sent[1]?.body).not.toHaveProperty('Price');
    expect([first, second]).toEqual([
      { ok: true, clientId: 'ord1000' },
      { ok: true, clientId: 'ord1001' },
    ]);
  });

  test('keeps ClientIds unique when the clock is set back', () => {
    const times = [5000, 4000, 4000, 6000];
    const next = createClientIds(() => times.shift() ?? 0);
    expect([next(), next(), next(), next()]).toEqual(['ord5000', 'ord5001', 'ord5002', 'ord6000']);
  });

  test('shows the message of the server on a rejected order', () => {
    store.send(MARKET_ORDER);
    store.onTrading({
      name: 'failure',
      body: { Message: 'Trading not permitted', ErrorCode: -3, ClientId: 'ord1000' },
    });
    expect(store.get().orders.get('ord1000')).toMatchObject({
      Status: 'Rejected',
      Description: 'Trading not permitted',
      ErrorCode: -3,
      TimeCompleted: 9000,
    });
    expect(store.get().log).toMatchObject([
      {
        ReportType: 'GatewayRejected',
        Serial: 0,
        ClientId: 'ord1000',
        Message: 'Trading not permitted',
        ErrorCode: -3,
      },
    ]);
  });

  test.each([0, 7, 1.5, -1000])(
    'a refusal with the code %d, which is none of the catalogue, counts as a failure of the order server',
    (ErrorCode) => {
      store.send(MARKET_ORDER);
      store.onTrading({
        name: 'failure',
        body: { Message: 'Error occured, please try again later', ErrorCode, ClientId: 'ord1000' },
      });
      expect(store.get().orders.get('ord1000')).toMatchObject({
        Status: 'Rejected',
        Description: 'Error occured, please try again later',
        ErrorCode: -28,
      });
    },
  );

  test('refuses to cancel an order that has no OrderId yet, and says so', () => {
    store.send(MARKET_ORDER);
    expect(store.cancel('ord1000')).toEqual({ ok: false, errorCode: -21, message: 'Cancel too early' });
    expect([harness.sent.length, store.get().orders.get('ord1000')?.Status]).toEqual([1, 'Sent']);
  });

  test('processes every reject with serial 0 from a server that cannot write its journal', () => {
    harness.receive({ OrderId: 'o9', ClientId: 'other', Serial: 7 });
    for (const ClientId of ['ord1000', 'ord1001']) {
      store.send(MARKET_ORDER);
      harness.receive({
        OrderId: '-',
        ClientId,
        Serial: 0,
        ReportType: 'GatewayRejected',
        ErrorCode: -14,
        Message: 'Database is offline',
        LeavesQuantity: 0,
      });
    }
    harness.receive({ OrderId: 'o8', ClientId: 'earlier', Serial: 6 });
    const rejected = [...store.get().orders.values()].filter((order) => order.Status === 'Rejected');
    expect(rejected.map((order) => [order.ClientId, order.Description])).toEqual([
      ['ord1000', 'Database is offline'],
      ['ord1001', 'Database is offline'],
    ]);
    expect(store.get().log.map((entry) => [entry.Serial, entry.ClientId])).toEqual([
      [0, 'ord1001'],
      [0, 'ord1000'],
      [7, 'other'],
      [6, 'earlier'],
    ]);
  });

  test('makes no order from the reject of a cancel of an unknown order', () => {
    harness.receive({
      OrderId: '999',
      ClientId: 'ord5',
      Symbol: '-',
      ReportType: 'OrderCancelRejected',
      ErrorCode: -13,
      LeavesQuantity: 0,
      Quantity: 0,
    });
    expect([store.get().orders.size, store.get().log.length]).toEqual([0, 1]);
  });

  test('shows a cancel as sent, and a refused one as rejected', () => {
    harness.receive({});
    expect(store.cancel('unknown')).toEqual({ ok: false, errorCode: -13, message: 'Unknown order Id' });
    expect(store.cancel('o1').ok).toBe(true);
    expect(harness.sent[0]).toEqual({
      name: 'orderCancel',
      body: { Account: 'D-1', OrderId: 'o1', ClientId: 'ord1000' },
    });
    expect(store.get().orders.get('o1')?.Status).toBe('CancelSent');
    store.onTrading({
      name: 'failure',
      body: { Message: 'Cancel too late', ErrorCode: -19, ClientId: 'ord1000' },
    });
    expect(store.get().orders.get('o1')).toMatchObject({
      Status: 'CancelRejected',
      Description: 'Cancel too late',
      ErrorCode: -19,
    });
    expect(store.get().log[0]).toMatchObject({
      ReportType: 'OrderCancelRejected',
      OrderId: 'o1',
      Serial: 0,
      Message: 'Cancel too late',
      ErrorCode: -19,
    });
  });

  test('clears the reason of a refused change from the row with the next report', () => {
    harness.receive({ Message: 'OK' });
    expect(store.get().orders.get('o1')).toMatchObject({ Status: 'Pending', Description: '' });
    store.cancel('o1');
    harness.receive({
      Serial: 2,
      ReportType: 'OrderCancelRejected',
      ClientId: 'ord1',
      Message: 'Cancel too early',
      ErrorCode: -21,
    });
    expect(store.get().orders.get('o1')).toMatchObject({ Description: 'Cancel too early', ErrorCode: -21 });
    harness.receive({ Serial: 3, ReportType: 'OrderConfirmed', Message: 'OK' });
    expect(store.get().orders.get('o1')).toMatchObject({ Status: 'Confirmed', Description: '' });
    expect(store.get().orders.get('o1')).not.toHaveProperty('ErrorCode');
  });
});

describe('what an order carries', () => {
  test.each([
    [{ type: 'Market', price: 5, stopPrice: 4 }, {}],
    [{ type: 'Limit', price: 5, stopPrice: 4, pegType: 'Midpoint' }, { Price: 5 }],
    [
      { type: 'Stop', stopPrice: 4 },
      { StopPrice: 4, StopType: 'Static' },
    ],
    [
      {
        type: 'StopLimit',
        price: 5,
        stopPrice: 4,
        stopType: 'Trailing',
        offsetType: 'Percent',
        offsetValue: 2,
      },
      { Price: 5, StopPrice: 4, StopType: 'Trailing', OffsetType: 'Percent', OffsetValue: 2 },
    ],
    [{ type: 'LimitOnClose', price: 5 }, { Price: 5 }],
    [
      { type: 'Pegged', pegType: 'Midpoint', offsetValue: 0.02 },
      { PegType: 'Midpoint', OffsetValue: 0.02 },
    ],
    [
      { type: 'Limit', price: 5, tif: 'GoodTillDate', goodTillMs: 77 },
      { Price: 5, TifType: 'GoodTillDate', TifPeriod: 77 },
    ],
    [
      { type: 'Limit', price: 5, goodTillMs: 77, minQuantity: 10, displayQuantity: 20 },
      { Price: 5, MinQuantity: 10, IsldDisplay: 20 },
    ],
  ] as const)('%j is sent as %j and no more', (part, terms) => {
    store.send({ ...MARKET_ORDER, ...part });
    expect(harness.sent[0]?.body).toEqual({
      Symbol: 'AAPL',
      Side: 'Buy',
      Source: 'Open',
      Destination: 'SMART',
      Route: 'AUTO',
      Quantity: 100,
      Type: part.type,
      TifType: 'Day',
      Currency: 'USD',
      Account: 'D-1',
      UserId: 'u1',
      ClientId: 'ord1000',
      Timestamp: 9000,
      ...terms,
    });
    expect(store.get().orders.get('ord1000')).toMatchObject({ Status: 'Sent', Fill: 0, Unfill: 100 });
  });

  test('sends option orders as option messages, always with source Open', () => {
    harness.receivePositions([position({ Symbol: 'SPY260821C00645000', ShortQty: 2 })]);
    store.send({ ...MARKET_ORDER, symbol: 'SPY260821C00645000', side: 'Buy', quantity: 2 });
    expect(harness.sent[0]).toMatchObject({ name: 'optionOrderSend', body: { Source: 'Open', Quantity: 2 } });
    harness.receive({ OrderId: 'o1', ClientId: 'ord1000', Symbol: 'SPY260821C00645000' });
    store.replace('o1', { ...MARKET_ORDER, quantity: 1 });
    expect(harness.sent[1]).toMatchObject({
      name: 'optionOrderReplace',
      body: { OriginalClientId: 'ord1000' },
    });
  });

  test('takes route, liquidity and fees from fills, and the stop price of a trailing stop from its reports', () => {
    const fees = {
      ClearingCharge: 0.1,
      ExecutionCharge: 0.2,
      LiquidityFee: -0.3,
      SecFee: 0,
      NsccFee: 0,
      FinraFee: 0.01,
      OtherFee: 0,
    };
    harness.receive({ OrderType: 'Stop' });
    harness.receive({ Serial: 2, ReportType: 'OrderConfirmed', StopPrice: 148.5 });
    expect(store.get().orders.get('o1')?.StopPrice).toBe(148.5);
    for (const Serial of [3, 4])
      harness.receive({
        Serial,
        ReportType: 'OrderExecuted',
        LeavesQuantity: Serial === 3 ? 50 : 0,
        LastFillQuantity: 50,
        LastFillPrice: 10,
        ExecutedRoute: 'NSDQ',
        Liquidity: 'A',
        FeeParts: fees,
      });
    expect(store.get().orders.get('o1')).toMatchObject({
      ExecutedRoute: 'NSDQ',
      ExecutedLiquidity: 'A',
      FeeParts: { ClearingCharge: 0.2, LiquidityFee: -0.6, FinraFee: 0.02 },
    });
  });

  test('adds up the fees of many fills exactly, to 1/10,000 dollar', () => {
    harness.receive({});
    for (let fill = 1; fill <= 30; fill++)
      harness.receive({
        Serial: 1 + fill,
        ReportType: 'OrderExecuted',
        LeavesQuantity: 100 - fill,
        LastFillQuantity: 1,
        LastFillPrice: 10,
        FeeParts: {
          ClearingCharge: 0.1,
          ExecutionCharge: 0.7,
          LiquidityFee: -0.002,
          SecFee: 0.01,
          NsccFee: 0.0002,
          FinraFee: 0.01,
          OtherFee: 0.0001,
        },
      });
    expect(store.get().orders.get('o1')?.FeeParts).toEqual({
      ClearingCharge: 3,
      ExecutionCharge: 21,
      LiquidityFee: -0.06,
      SecFee: 0.3,
      NsccFee: 0.006,
      FinraFee: 0.3,
      OtherFee: 0.003,
    });
  });
});
