import { fc, test as propertyTest } from '@fast-check/vitest';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Body, type MessageName } from '../../protocol/index.ts';
import { report } from '../testing/fixtures.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import type { OrderTicket, WireOrder, WirePosition, WireSettlement } from '../types.ts';
import { orderOfReport } from './apply-report.ts';
import { createClientIds } from './client-ids.ts';
import { createOrderStore, type OrderStoreCore } from './order-store.ts';

let isOpen: boolean;
let sent: { name: MessageName; body: unknown }[];
let store: OrderStoreCore;
const market: OrderTicket = {
  symbol: 'AAPL',
  side: 'Buy',
  quantity: 100,
  type: 'Market',
  price: null,
  destination: 'SMART',
  route: 'AUTO',
};
const position = (change: Partial<WirePosition>): WirePosition => ({
  Account: 'D-1',
  Symbol: 'AAPL',
  IsStock: true,
  LongQty: 0,
  ShortQty: 0,
  FifoCost: 0,
  MtmCost: 0,
  ClosedPL: 0,
  TodayPL: 0,
  LockedQty: 0,
  TradedShares: 0,
  ...change,
});
const hear = (change: Parameters<typeof report>[0]) =>
  store.onTrading({ name: 'executionReport', body: report(change) });
const snapshot = (items: WirePosition[], change: Partial<Body<'positions'>> = {}) =>
  store.onTrading({
    name: 'positions',
    body: { Account: 'D-1', Items: items, HasMore: false, IsSnapshot: true, ...change },
  });

beforeEach(() => {
  isOpen = true;
  sent = [];
  store = createOrderStore({
    trading: { sendReady: (name, body) => isOpen && sent.push({ name, body }) > 0 },
    user: () => ({ userId: 'u1', account: 'D-1' }),
    clock: createManualClock(1000),
    exchangeMs: () => 9000,
    fetch: () => Promise.reject(new TypeError('fetch failed')),
  });
  store.reset('D-1');
});

describe('sending', () => {
  test('without a connection an order and a cancel fail at once and leave nothing behind', () => {
    hear({});
    isOpen = false;
    const refusal = { ok: false, errorCode: -27, message: 'Network error' };
    expect(store.send(market)).toEqual(refusal);
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
    snapshot([position({ ShortQty })]);
    store.send({ ...market, side });
    expect(sent[0]).toMatchObject({ name: 'orderSend', body: { Source: source } });
  });

  test('a market order carries no price; ids differ within a millisecond', () => {
    const [one, other] = [store.send(market), store.send({ ...market, price: 12 })];
    expect(sent[1]?.body).not.toHaveProperty('Price');
    expect([one, other]).toEqual([
      { ok: true, clientId: 'ord1000' },
      { ok: true, clientId: 'ord1001' },
    ]);
  });

  test('client ids stay unique when the clock is set back', () => {
    const times = [5000, 4000, 4000, 6000];
    const next = createClientIds(() => times.shift() ?? 0);
    expect([next(), next(), next(), next()]).toEqual(['ord5000', 'ord5001', 'ord5002', 'ord6000']);
  });

  test('a refused order is rejected with the message of the server', () => {
    store.send(market);
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
      store.send(market);
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

  test('an order that the server has not named yet cannot be cancelled, and says so', () => {
    store.send(market);
    expect(store.cancel('ord1000')).toEqual({ ok: false, errorCode: -21, message: 'Cancel too early' });
    expect([sent.length, store.get().orders.get('ord1000')?.Status]).toEqual([1, 'Sent']);
  });

  test('every reject of a server that cannot write its journal is processed, though all have the serial 0', () => {
    hear({ OrderId: 'o9', ClientId: 'other', Serial: 7 });
    for (const ClientId of ['ord1000', 'ord1001']) {
      store.send(market);
      hear({
        OrderId: '-',
        ClientId,
        Serial: 0,
        ReportType: 'GatewayRejected',
        ErrorCode: -14,
        Message: 'Database is offline',
        LeavesQuantity: 0,
      });
    }
    hear({ OrderId: 'o8', ClientId: 'earlier', Serial: 6 });
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

  test('the refusal of a cancel of an unknown order makes no order', () => {
    hear({
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

  test('a cancel shows as sent, and a refused one as rejected', () => {
    hear({});
    expect(store.cancel('unknown')).toEqual({ ok: false, errorCode: -13, message: 'Unknown order Id' });
    expect(store.cancel('o1').ok).toBe(true);
    expect(sent[0]).toEqual({
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

  test('why an order was refused goes from its row with the next that happens to it; a step that all is well with says nothing', () => {
    hear({ Message: 'OK' });
    expect(store.get().orders.get('o1')).toMatchObject({ Status: 'Pending', Description: '' });
    store.cancel('o1');
    hear({
      Serial: 2,
      ReportType: 'OrderCancelRejected',
      ClientId: 'ord1',
      Message: 'Cancel too early',
      ErrorCode: -21,
    });
    expect(store.get().orders.get('o1')).toMatchObject({ Description: 'Cancel too early', ErrorCode: -21 });
    hear({ Serial: 3, ReportType: 'OrderConfirmed', Message: 'OK' });
    expect(store.get().orders.get('o1')).toMatchObject({ Status: 'Confirmed', Description: '' });
    expect(store.get().orders.get('o1')).not.toHaveProperty('ErrorCode');
  });
});

describe('replacing', () => {
  const limit: OrderTicket = { ...market, type: 'Limit', price: 151, quantity: 80 };
  const status = () => store.get().orders.get('o1')?.Status;

  test('asks under an id of its own, names the order it is for, and keeps what may not change', () => {
    hear({});
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
    expect(sent[0]).toEqual({
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

  test('taken swaps the row for the replacement: its price, quantity, terms and client id', () => {
    hear({});
    store.replace('o1', {
      ...limit,
      type: 'StopLimit',
      stopPrice: 149,
      stopType: 'Trailing',
      offsetType: 'Percent',
      offsetValue: 2,
      displayQuantity: 10,
    });
    hear({
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
    hear({
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

  test('taken under an order id of its own leaves one row, the replacement', () => {
    hear({});
    store.replace('o1', limit);
    hear({
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
    hear({
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
    'refused by %s leaves the order working as it was',
    (ReportType) => {
      hear({});
      store.replace('o1', limit);
      hear({
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
      hear({
        Serial: 3,
        ReportType: 'OrderExecuted',
        LeavesQuantity: 40,
        LastFillQuantity: 60,
        LastFillPrice: 10,
      });
      expect([status(), store.get().orders.size]).toEqual(['PartiallyExecuted', 1]);
    },
  );

  test('refused because another desk replaced first ends as a refused replacement, in the terms of the other desk', () => {
    hear({});
    store.replace('o1', limit);
    hear({
      Serial: 2,
      ReportType: 'OrderReplaced',
      ClientId: 'other',
      OriginalClientId: 'ord1',
      Price: 149,
      Quantity: 70,
      LeavesQuantity: 70,
    });
    hear({
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

  describe('a trailing stop', () => {
    const trailing: OrderTicket = {
      ...market,
      side: 'Sell',
      type: 'Stop',
      stopType: 'Trailing',
      offsetType: 'Value',
      offsetValue: 5,
    };
    beforeEach(() => {
      store.send({ ...trailing, stopPrice: 96 });
      hear({ ClientId: 'ord1000', OrderType: 'Stop', StopPrice: 96 });
      hear({
        Serial: 2,
        ClientId: 'ord1000',
        OrderType: 'Stop',
        ReportType: 'OrderConfirmed',
        StopPrice: 99,
      });
    });

    test('whose trail stays as it is stays where it has trailed to', () => {
      store.replace('o1', { ...trailing, quantity: 80 });
      // The server knows best where that is: a stop named here may be one that the market has passed on from meanwhile.
      expect(sent.at(-1)).toMatchObject({
        name: 'orderReplace',
        body: { Quantity: 80, StopType: 'Trailing', OffsetType: 'Value', OffsetValue: 5 },
      });
      expect(sent.at(-1)?.body).not.toHaveProperty('StopPrice');
      hear({
        Serial: 3,
        ReportType: 'OrderReplaced',
        ClientId: 'ord1001',
        OriginalClientId: 'ord1000',
        OrderType: 'Stop',
        Quantity: 80,
        LeavesQuantity: 80,
        StopPrice: 100,
      });
      expect(store.get().orders.get('o1')).toMatchObject({
        Quantity: 80,
        StopPrice: 100,
        StopType: 'Trailing',
        OffsetValue: 5,
      });
    });

    test('is set to the stop price that the user enters', () => {
      store.replace('o1', { ...trailing, stopPrice: 97 });
      expect(sent.at(-1)?.body).toMatchObject({ StopPrice: 97 });
    });

    test.each([
      { offsetValue: 4 },
      { offsetType: 'Percent' as const },
      { type: 'StopLimit' as const, price: 90 },
    ])('with another trail, %j, restarts', (part) => {
      store.replace('o1', { ...trailing, ...part });
      expect(sent.at(-1)?.body).not.toHaveProperty('StopPrice');
    });

    test('that was reached in a session whose log is not here keeps the terms it was sent with', () => {
      const reached = store.get().orders.get('o1');
      if (reached === undefined) throw new Error('The order is not there.');
      store.reset('D-1');
      store.onTrading({
        name: 'orders',
        body: { Account: 'D-1', HasMore: false, Items: [{ ...reached, Status: 'Confirmed', StopPrice: 99 }] },
      });
      store.replace('o1', { ...trailing, quantity: 80 });
      expect(sent.at(-1)?.body).not.toHaveProperty('StopPrice');
    });

    test.each(['cancel', 'replace'] as const)('moves on while a %s is under way', (kind) => {
      if (kind === 'cancel') store.cancel('o1');
      else store.replace('o1', trailing);
      const under = store.get().orders.get('o1')?.Status;
      hear({
        Serial: 3,
        ClientId: 'ord1000',
        OrderType: 'Stop',
        ReportType: 'OrderConfirmed',
        StopPrice: 101,
      });
      expect(store.get().orders.get('o1')).toMatchObject({ Status: under, StopPrice: 101 });
    });
  });

  test('refused before it was read ends as refused too, shown in row and log with message and code', () => {
    hear({});
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
    // A second word about what is answered changes nothing.
    store.onTrading({
      name: 'failure',
      body: { Message: 'Invalid order format', ErrorCode: -2, ClientId: 'ord1000' },
    });
    expect(store.get().log.length).toBe(2);
  });

  test('refused beyond the order rate, which no journal holds, leaves the order working as it was', () => {
    hear({});
    store.replace('o1', limit);
    hear({
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
    hear({
      Serial: 2,
      ReportType: 'OrderExecuted',
      LeavesQuantity: 0,
      LastFillQuantity: 100,
      LastFillPrice: 10,
    });
    expect(status()).toBe('Executed');
  });

  test('is refused here for what is unknown, not named yet, over, or being changed already', () => {
    expect(store.replace('o1', limit)).toMatchObject({ errorCode: -13 });
    store.send(market);
    expect(store.replace('ord1000', limit)).toMatchObject({ errorCode: -21 });
    hear({});
    store.replace('o1', limit);
    expect(store.replace('o1', limit)).toMatchObject({ errorCode: -20 });
    hear({
      Serial: 2,
      ReportType: 'OrderExecuted',
      LeavesQuantity: 0,
      LastFillQuantity: 100,
      LastFillPrice: 10,
    });
    expect(store.replace('o1', limit)).toMatchObject({ errorCode: -19 });
    isOpen = false;
    hear({ OrderId: 'o3', ClientId: 'ord3', Serial: 3 });
    expect(store.replace('o3', limit)).toMatchObject({ errorCode: -27 });
    expect(store.get().orders.get('o3')?.Status).toBe('Pending');
  });

  test('and cancels that were lost are reported after a reconnect; answered ones are not', () => {
    hear({});
    hear({ OrderId: 'o2', ClientId: 'ord2', Serial: 2 });
    hear({ OrderId: 'o3', ClientId: 'ord3', Serial: 3 });
    store.replace('o1', limit);
    store.cancel('o2');
    store.replace('o3', limit);
    const told: string[] = [];
    const before = ['o1', 'o2', 'o3'].flatMap((id) => store.get().orders.get(id) ?? []);
    store.onReport((said) =>
      told.push(`${said.ReportType} ${said.OrderId} ${said.ErrorCode} ${said.Message}`),
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
    expect(told).toEqual([
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
    store.send({ ...market, ...part });
    expect(sent[0]?.body).toEqual({
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

  test('options go by messages of their own, always as opening orders', () => {
    snapshot([position({ Symbol: 'SPY260821C00645000', ShortQty: 2 })]);
    store.send({ ...market, symbol: 'SPY260821C00645000', side: 'Buy', quantity: 2 });
    expect(sent[0]).toMatchObject({ name: 'optionOrderSend', body: { Source: 'Open', Quantity: 2 } });
    hear({ OrderId: 'o1', ClientId: 'ord1000', Symbol: 'SPY260821C00645000' });
    store.replace('o1', { ...market, quantity: 1 });
    expect(sent[1]).toMatchObject({ name: 'optionOrderReplace', body: { OriginalClientId: 'ord1000' } });
  });

  test('fills bring route, liquidity and fees; a trailing stop shows its price', () => {
    const fees = {
      ClearingCharge: 0.1,
      ExecutionCharge: 0.2,
      LiquidityFee: -0.3,
      SecFee: 0,
      NsccFee: 0,
      FinraFee: 0.01,
      OtherFee: 0,
    };
    hear({ OrderType: 'Stop' });
    hear({ Serial: 2, ReportType: 'OrderConfirmed', StopPrice: 148.5 });
    expect(store.get().orders.get('o1')?.StopPrice).toBe(148.5);
    for (const Serial of [3, 4])
      hear({
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

  test('fees of many fills add up to what the server counts, to the last 1/10,000 dollar', () => {
    hear({});
    for (let fill = 1; fill <= 30; fill++)
      hear({
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

describe('an execution that an administrator amends', () => {
  const fees = (OtherFee: number) => ({
    ClearingCharge: 0,
    ExecutionCharge: 0,
    LiquidityFee: 0,
    SecFee: 0,
    NsccFee: 0,
    FinraFee: 0,
    OtherFee,
  });
  const list = (...Items: WireOrder[]) =>
    store.onTrading({ name: 'orders', body: { Account: 'D-1', HasMore: false, Items } });
  const row = () => store.get().orders.get('o1');
  beforeEach(() => {
    hear({});
    for (const Serial of [2, 3])
      hear({
        Serial,
        ReportType: 'OrderExecuted',
        LeavesQuantity: Serial === 2 ? 60 : 0,
        LastFillQuantity: Serial === 2 ? 40 : 60,
        LastFillPrice: Serial,
        ExecutionId: `E${Serial}`,
        FeeParts: fees(0.1),
        Timestamp: 6000,
      });
  });

  test.each([
    ['OrderCorrected', 'CorrectPrice', { Fill: 80, Unfill: 20, AveragePrice: 2.75 }],
    ['OrderBusted', 'Busted', { Fill: 40, Unfill: 60, AveragePrice: 2 }],
  ] as const)(
    '%s: status, log and toast by the report, the figures of the row by the order that follows, all within the turn',
    (ReportType, Status, figures) => {
      const before = row();
      const told: string[] = [];
      store.onReport((report) => told.push(`${report.ReportType} ${report.ExecutionId}`));
      hear({
        Serial: 4,
        ReportType,
        LeavesQuantity: 0,
        LastFillQuantity: 40,
        LastFillPrice: 3,
        ExecutionId: 'E3',
        FeeParts: fees(-0.1),
        Message: 'OK',
        Timestamp: 9000,
      });
      expect(row()).toEqual({ ...before, Status });
      if (before) list({ ...before, ...figures, Status, FeeParts: fees(0.1) });
      expect(row()).toMatchObject({ ...figures, Status, FeeParts: fees(0.1), TimeCompleted: 6000 });
      expect([told, store.get().log[0]?.ReportType, store.get().orders.size]).toEqual([
        [`${ReportType} E3`],
        ReportType,
        1,
      ]);
    },
  );

  test('counts once, however often its report comes, and also for an order that was not shown any more', () => {
    const before = row();
    store.reset('D-1');
    for (let time = 0; time < 2; time++)
      hear({
        Serial: 4,
        ReportType: 'OrderBusted',
        LeavesQuantity: 0,
        LastFillQuantity: 60,
        LastFillPrice: 3,
        ExecutionId: 'E3',
      });
    if (before) list({ ...before, Status: 'Busted', Fill: 40, Unfill: 60, AveragePrice: 2 });
    expect([
      [...store.get().orders.values()].map(({ Status, Fill, AveragePrice }) => [Status, Fill, AveragePrice]),
      store.get().log.length,
    ]).toEqual([[['Busted', 40, 2]], 1]);
  });
});

describe('options that settle', () => {
  const settlement = (Serial: number, change: Partial<WireSettlement> = {}): WireSettlement => ({
    Serial,
    Account: 'D-1',
    Timestamp: 5000 + Serial,
    SettlementType: 'Expired',
    Symbol: 'SPY260306C00100000',
    Underlying: 'SPY',
    Contracts: -2,
    Shares: 0,
    Strike: 100,
    OptionPrice: 0,
    Cash: 0,
    ...change,
  });
  const settle = (items: WireSettlement[], change: Partial<Body<'settlements'>> = {}) =>
    store.onTrading({
      name: 'settlements',
      body: { Account: 'D-1', Items: items, HasMore: false, IsSnapshot: false, ...change },
    });

  test('are kept newest first, each once however often it comes', () => {
    settle([settlement(7)]);
    settle([settlement(3), settlement(7), settlement(5)], { IsSnapshot: true });
    expect(store.get().settlements.map(({ Serial }) => Serial)).toEqual([7, 5, 3]);
    hear({});
    expect(store.get().log).toHaveLength(1);
  });

  test('of another account are ignored, and those of the last account are removed with it', () => {
    settle([settlement(7, { Account: 'D-2' })], { Account: 'D-2' });
    expect(store.get().settlements).toEqual([]);
    settle([settlement(8)]);
    store.reset('D-2');
    expect(store.get().settlements).toEqual([]);
  });
});

describe('hearing', () => {
  test('partial fills add up to a weighted average and end as executed', () => {
    hear({});
    hear({
      Serial: 2,
      ReportType: 'OrderExecuted',
      LeavesQuantity: 60,
      LastFillQuantity: 40,
      LastFillPrice: 10,
    });
    expect(store.get().orders.get('o1')).toMatchObject({
      Status: 'PartiallyExecuted',
      Fill: 40,
      Unfill: 60,
      AveragePrice: 10,
      TimeCompleted: null,
    });
    hear({
      Serial: 3,
      ReportType: 'OrderExecuted',
      LeavesQuantity: 0,
      LastFillQuantity: 60,
      LastFillPrice: 20,
      Timestamp: 7000,
    });
    expect(store.get().orders.get('o1')).toMatchObject({
      Status: 'Executed',
      Fill: 100,
      Unfill: 0,
      AveragePrice: 16,
      TimeCompleted: 7000,
    });
  });

  test('the log has every report once, newest first, whether it came live or as history', () => {
    hear({ Serial: 7 });
    store.onTrading({
      name: 'historyTrades',
      body: {
        Account: 'D-1',
        HasMore: false,
        Items: [report({ Serial: 3 }), report({ Serial: 7 }), report({ Serial: 5 })],
      },
    });
    expect(store.get().log.map(({ Serial }) => Serial)).toEqual([7, 5, 3]);
  });

  propertyTest.prop([fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 80 })])(
    'reports in any order, repeated or not, make one log in order',
    (serials) => {
      store.reset('D-1');
      for (const Serial of serials) hear({ Serial });
      expect(store.get().log.map(({ Serial }) => Serial)).toEqual(
        [...new Set(serials)].sort((one, other) => other - one),
      );
    },
  );

  test.each([
    ['CancelRejected', { ReportType: 'OrderCancelRejected' }],
    ['ReplaceRejected', { ReportType: 'OrderCancelRejected', ClientId: 'ord2', OriginalClientId: 'ord1' }],
    ['Confirmed', { ReportType: 'OrderConfirmed', Timestamp: 6000 }],
  ] as const)(
    'an order shows as %s after a reload too, when that is the last that happened to it',
    (status, last) => {
      const order: WireOrder = { ...orderOfReport(report({})), Status: 'Confirmed' };
      store.onTrading({ name: 'orders', body: { Account: 'D-1', HasMore: false, Items: [order] } });
      const items = [
        report({}),
        report({ Serial: 2, ReportType: 'OrderCancelRejected' }),
        report({ Serial: 3, ReportType: 'OrderConfirmed' }),
        report({ Serial: 4, ...last }),
      ];
      store.onTrading({
        name: 'historyTrades',
        body: { Account: 'D-1', HasMore: true, Items: items.slice(0, 2) },
      });
      store.onTrading({
        name: 'historyTrades',
        body: { Account: 'D-1', HasMore: false, Items: items.slice(2) },
      });
      expect(store.get().orders.get('o1')?.Status).toBe(status);
    },
  );

  test('a replaced order takes the new price, quantity and client id', () => {
    hear({});
    hear({
      Serial: 2,
      ReportType: 'OrderReplaced',
      ClientId: 'ord9',
      OriginalClientId: 'ord1',
      Price: 140,
      Quantity: 80,
      LeavesQuantity: 80,
    });
    expect(store.get().orders.get('o1')).toMatchObject({
      Status: 'ReplaceDone',
      Price: 140,
      Quantity: 80,
      Unfill: 80,
      ClientId: 'ord9',
    });
  });

  test('positions in chunks replace all at once; a single change leaves the others', () => {
    snapshot([position({ Symbol: 'OLD' })]);
    snapshot([position({ Symbol: 'A' })], { HasMore: true });
    expect([...store.get().positions.keys()]).toEqual(['OLD']);
    snapshot([position({ Symbol: 'B' })]);
    expect([...store.get().positions.keys()]).toEqual(['A', 'B']);
    snapshot([position({ Symbol: 'B', LongQty: 5 })], { IsSnapshot: false });
    expect(store.get().positions.get('B')?.LongQty).toBe(5);
    expect(store.get().positions.size).toBe(2);
  });

  test('messages of another account are ignored', () => {
    hear({ Account: 'D-2' });
    snapshot([position({})], { Account: 'D-2' });
    store.onTrading({ name: 'balance', body: { Account: 'D-2', Cash: 1, BuyingPower: 1 } });
    expect(store.get()).toMatchObject({ log: [], balance: null });
    expect(store.get().orders.size + store.get().positions.size).toBe(0);
  });

  test('a burst of reports notifies the listeners once, and the state is the same object until something changes', async () => {
    await Promise.resolve();
    let count = 0;
    store.subscribe(() => count++);
    for (let Serial = 1; Serial <= 500; Serial++) hear({ Serial });
    expect(count).toBe(0);
    await Promise.resolve();
    expect(count).toBe(1);
    expect(store.get()).toBe(store.get());
  });
});
