import { fc, test as propertyTest } from '@fast-check/vitest';
import { beforeEach, describe, expect, test } from 'vitest';
import { report } from '../testing/fixtures.ts';
import type { OrderTicket, WireOrder, WireReport } from '../types.ts';
import { orderOfReport } from './apply-report.ts';
import type { OrderStoreCore } from './order-store.ts';
import { MARKET_ORDER, openOrderStore, type StoreHarness } from './testing/store-harness.ts';

let harness: StoreHarness;
let store: OrderStoreCore;
let published: string[];
const limit: OrderTicket = { ...MARKET_ORDER, type: 'Limit', price: 150 };
const LOST =
  'The connection was lost before the server answered: the order may not have been placed. If it was, it shows in Open Orders: look there before you send it again.';

function begin(): void {
  published = [];
  harness = openOrderStore();
  ({ store } = harness);
  store.onReport(({ ReportType, OrderId, ErrorCode, Message }) =>
    published.push(`${ReportType} ${OrderId} ${ErrorCode} ${Message}`),
  );
}
const list = (Items: WireOrder[]) =>
  store.onTrading({ name: 'orders', body: { Account: 'D-1', HasMore: false, Items } });
/** The connection goes and comes back; the server then names these orders. */
const reconnect = (named: readonly WireOrder[] = []) => {
  store.onLost();
  list([...named]);
  store.onAccountReady();
};
const rows = () =>
  [...store.get().orders.values()].map(({ OrderId, Status, Fill, Unfill }) => [
    OrderId,
    Status,
    Fill,
    Unfill,
  ]);
const known = (orderId: string, change: Partial<WireOrder> = {}): WireOrder[] =>
  [...store.get().orders.values()]
    .filter(({ OrderId }) => OrderId === orderId)
    .map((order) => ({ ...order, ...change }));

beforeEach(begin);

describe('an order that was not answered when the connection went', () => {
  test('is reported as possibly not placed, and is not sent again', () => {
    store.send(limit);
    store.send(limit);
    harness.receive({ ClientId: 'ord1001', OrderId: 'o2' });
    reconnect(known('o2'));
    expect(store.get().orders.get('ord1000')).toMatchObject({
      Status: 'Rejected',
      Description: LOST,
      TimeCompleted: 9000,
    });
    expect(published.at(-1)).toBe(`GatewayRejected ord1000 -27 ${LOST}`);
    expect(store.get().log[0]).toMatchObject({
      ReportType: 'GatewayRejected',
      Serial: 0,
      ClientId: 'ord1000',
      ErrorCode: -27,
    });
    expect([store.get().orders.get('o2')?.Status, harness.sent.length]).toEqual(['Pending', 2]);
  });

  test('and was being judged follows its reports from there: one row, filled', () => {
    store.send(limit);
    reconnect();
    harness.receive({ OrderId: '77', ClientId: 'ord1000', Serial: 5 });
    expect(store.get().orders.get('77')).toMatchObject({
      Status: 'Pending',
      Description: '',
      TimeCompleted: null,
    });
    harness.receive({ OrderId: '77', ClientId: 'ord1000', Serial: 6, ReportType: 'OrderConfirmed' });
    harness.receive({
      OrderId: '77',
      ClientId: 'ord1000',
      Serial: 7,
      ReportType: 'OrderExecuted',
      LeavesQuantity: 0,
      LastFillQuantity: 100,
      LastFillPrice: 10,
    });
    expect([rows(), harness.sent.length]).toEqual([[['77', 'Executed', 100, 0]], 1]);
  });

  test("and was refused in the journal has the server's words", () => {
    store.send(limit);
    reconnect();
    harness.receive({
      OrderId: '77',
      ClientId: 'ord1000',
      Serial: 5,
      ReportType: 'OrderRejected',
      LeavesQuantity: 0,
      Message: 'Not enough cash',
      ErrorCode: -26,
    });
    expect(store.get().orders.get('77')).toMatchObject({
      Status: 'Rejected',
      Description: 'Not enough cash',
    });
    // That is final: it came out of the journal.
    harness.receive({ OrderId: '77', ClientId: 'ord1000', Serial: 6, ReportType: 'OrderConfirmed' });
    expect(store.get().orders.get('77')?.Status).toBe('Rejected');
  });

  test('stays refused when only a request for it is refused, and not by what no journal holds', () => {
    store.send(limit);
    reconnect();
    harness.receive({
      OrderId: 'ord1000',
      ClientId: 'other',
      OriginalClientId: 'ord1000',
      Symbol: '-',
      Serial: 5,
      ReportType: 'OrderCancelRejected',
      ErrorCode: -13,
      LeavesQuantity: 0,
    });
    harness.receive({
      OrderId: '-',
      ClientId: 'ord1000',
      Serial: 0,
      ReportType: 'GatewayRejected',
      ErrorCode: -14,
      LeavesQuantity: 0,
    });
    expect(rows()).toEqual([['ord1000', 'Rejected', 0, 100]]);
  });

  test('is named by the list of the next connection, if not before', () => {
    store.send(limit);
    reconnect();
    reconnect(known('ord1000', { OrderId: '77', Status: 'Confirmed' }));
    expect(rows()).toEqual([['77', 'Confirmed', 0, 100]]);
  });

  test("at another service is none of the server's business", () => {
    const order = orderOfReport(report({}));
    store.putOrders([
      { ...order, OrderId: 'ext-1', ClientId: 'ext-1', Status: 'Sent' },
      { ...order, OrderId: 'ext2', ClientId: 'ext-2', Status: 'Confirmed' },
    ]);
    reconnect();
    expect([rows().map(([, status]) => status), published]).toEqual([['Sent', 'Confirmed'], []]);
  });

  /** What the server's journal holds of the order, in order. */
  const STEPS: readonly Partial<WireReport>[] = [
    {},
    { ReportType: 'OrderConfirmed' },
    { ReportType: 'OrderExecuted', LeavesQuantity: 60, LastFillQuantity: 40, LastFillPrice: 10 },
    { ReportType: 'OrderExecuted', LeavesQuantity: 0, LastFillQuantity: 60, LastFillPrice: 10 },
  ];
  const AFTER: readonly Partial<WireOrder>[] = [
    { Status: 'Pending' },
    { Status: 'Confirmed' },
    { Status: 'PartiallyExecuted', Fill: 40, Unfill: 60, AveragePrice: 10 },
    { Status: 'Executed', Fill: 100, Unfill: 0, AveragePrice: 10 },
  ];
  propertyTest.prop([fc.array(fc.nat({ max: 2 }), { maxLength: 6 })])(
    'ends as the journal has it, as one order, wherever the connection breaks',
    (missed) => {
      begin();
      store.send(limit);
      const row = known('ord1000')[0];
      let done = 0;
      const next = (isReportDelivered: boolean) => {
        const step = STEPS[done];
        if (step === undefined) return;
        done++;
        if (isReportDelivered) harness.receive({ ...step, OrderId: '77', ClientId: 'ord1000', Serial: done });
      };
      for (const count of missed) {
        store.onLost();
        for (let index = 0; index < count; index++) next(false);
        list(done === 0 || row === undefined ? [] : [{ ...row, OrderId: '77', ...AFTER[done - 1] }]);
        store.onAccountReady();
        next(true);
      }
      while (done < STEPS.length) next(true);
      expect(rows()).toEqual([['77', 'Executed', 100, 0]]);
      expect(harness.sent.length).toBe(1);
    },
  );
});

describe('cancels and changes that were not answered when the connection went', () => {
  const change: OrderTicket = {
    ...limit,
    type: 'StopLimit',
    price: 151,
    quantity: 80,
    stopPrice: 149,
    stopType: 'Trailing',
    offsetValue: 2,
  };

  test('and were in evaluation follow their reports: the order has all terms of the change, and is reported once', () => {
    harness.receive({});
    store.replace('o1', change);
    published = [];
    reconnect(known('o1', { Status: 'Confirmed' }));
    reconnect(known('o1', { Status: 'Confirmed' }));
    expect(published.length).toBe(1);
    harness.receive({
      Serial: 5,
      ReportType: 'OrderReplaced',
      ClientId: 'ord1000',
      OriginalClientId: 'ord1',
      OrderType: 'StopLimit',
      Price: 151,
      Quantity: 80,
      LeavesQuantity: 80,
    });
    expect(store.get().orders.get('o1')).toMatchObject({
      Status: 'ReplaceDone',
      ClientId: 'ord1000',
      Price: 151,
      StopPrice: 149,
      StopType: 'Trailing',
      OffsetValue: 2,
    });
  });

  test('a cancel that got there ends the order', () => {
    harness.receive({});
    store.cancel('o1');
    reconnect(known('o1', { Status: 'Confirmed' }));
    harness.receive({ Serial: 5, ReportType: 'OrderCanceled', LeavesQuantity: 0 });
    expect(store.get().orders.get('o1')?.Status).toBe('Cancelled');
  });
});

describe('open orders that the server names no more after a reconnect', () => {
  const two = () => {
    harness.receive({});
    harness.receive({ Serial: 2, ReportType: 'OrderConfirmed' });
    harness.receive({ OrderId: 'o2', ClientId: 'ord2', Serial: 3 });
  };

  test('are removed, as after a reload; orders that it names, that have ended, or that were reported since stay', () => {
    two();
    harness.receive({ OrderId: 'o3', ClientId: 'ord3', Serial: 4 });
    harness.receive({
      OrderId: 'o3',
      ClientId: 'ord3',
      Serial: 5,
      ReportType: 'OrderExecuted',
      LeavesQuantity: 0,
      LastFillQuantity: 100,
      LastFillPrice: 10,
    });
    const named = known('o2');
    store.onLost();
    list(named);
    harness.receive({ OrderId: 'o4', ClientId: 'ord4', Serial: 6 });
    store.onAccountReady();
    expect(rows().map(([id, status]) => [id, status])).toEqual([
      ['o2', 'Pending'],
      ['o3', 'Executed'],
      ['o4', 'Pending'],
    ]);
    expect(store.cancel('o1')).toMatchObject({ errorCode: -13 });
  });

  test('also when a cancel of one was under way, which is then not reported', () => {
    two();
    store.cancel('o1');
    published = [];
    reconnect(known('o2'));
    expect([rows().map(([id]) => id), published]).toEqual([['o2'], []]);
  });

  test('stay while the connection does, however often the lists come', () => {
    two();
    list(known('o2'));
    store.onAccountReady();
    expect(rows().map(([id]) => id)).toEqual(['o1', 'o2']);
  });

  test('and half a list of positions, cut off with the connection, is not mixed into the next', () => {
    const position = (Symbol: string) => ({
      Account: 'D-1',
      Symbol,
      IsStock: true,
      LongQty: 1,
      ShortQty: 0,
      FifoCost: 0,
      MtmCost: 0,
      ClosedPL: 0,
      TodayPL: 0,
      LockedQty: 0,
      TradedShares: 0,
    });
    const listed = (symbol: string, HasMore: boolean) =>
      store.onTrading({
        name: 'positions',
        body: { Account: 'D-1', Items: [position(symbol)], HasMore, IsSnapshot: true },
      });
    listed('SOLD', true);
    store.onLost();
    listed('A', false);
    expect([...store.get().positions.keys()]).toEqual(['A']);
  });
});
