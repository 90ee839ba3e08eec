import { fc, test as propertyTest } from '@fast-check/vitest';
import { beforeEach, describe, expect, test } from 'vitest';
import { ORDER_STATUS_NAMES, REPORT_TYPES } from '../../domain/orders/enumerations.ts';
import { OPEN_STATUSES } from '../../domain/orders/transitions.ts';
import type { WireOrder } from '../types.ts';
import type { OrderStoreCore } from './order-store.ts';
import { MARKET_ORDER, openOrderStore, type StoreHarness } from './testing/store-harness.ts';

let harness: StoreHarness;
let store: OrderStoreCore;
/** The response of the server's HTTP side. */
let answer: (path: string) => Promise<Response>;

beforeEach(() => {
  answer = () => Promise.reject(new TypeError('fetch failed'));
  harness = openOrderStore((path) => answer(path));
  ({ store } = harness);
});

describe('confirmation before sending', () => {
  const answer = {
    ErrorCode: 0,
    Message: 'OK',
    Cost: 100,
    Fees: 1,
    BuyingPowerEffect: -101,
    BuyingPowerAfter: 899,
    PositionAfter: 100,
  };

  test('is answered by its number, keeps nothing, and is no order', async () => {
    const preview = store.preview(MARKET_ORDER, null);
    expect(harness.sent[0]).toMatchObject({
      name: 'orderPreview',
      body: { Id: 1, Order: { Symbol: 'AAPL', Quantity: 100, ClientId: 'ask1000' } },
    });
    store.onTrading({ name: 'orderPreviewResult', body: { Id: 7, ...answer, Cost: 1 } });
    store.onTrading({ name: 'orderPreviewResult', body: { Id: 1, ...answer } });
    expect([await preview, store.get().orders.size]).toEqual([answer, 0]);
  });

  test('of a replacement names the order that it is for', async () => {
    harness.receive({});
    const preview = store.preview({ ...MARKET_ORDER, quantity: 50 }, 'o1');
    expect(harness.sent[0]).toMatchObject({ body: { Order: { Quantity: 50, OriginalClientId: 'ord1' } } });
    store.onTrading({ name: 'orderPreviewResult', body: { Id: 1, ...answer } });
    await preview;
    await expect(store.preview(MARKET_ORDER, 'o9')).rejects.toThrow('Unknown order Id');
  });

  test('ends when nobody can answer: no connection, a lost one, a server that is silent or cannot, a changed mind', async () => {
    const abort = new AbortController();
    harness.isOpen = false;
    await expect(store.preview(MARKET_ORDER, null)).rejects.toThrow('connection was lost');
    harness.isOpen = true;
    const [lost, late, refused, changed] = [
      store.preview(MARKET_ORDER, null),
      store.preview(MARKET_ORDER, null),
      store.preview(MARKET_ORDER, null),
      store.preview(MARKET_ORDER, null, abort.signal),
    ];
    abort.abort();
    await expect(changed).rejects.toThrow('The order was changed.');
    store.onTrading({
      name: 'failure',
      body: { Message: 'Invalid order message format', ErrorCode: -1, RequestT: 25 },
    });
    await expect(refused).rejects.toThrow('Invalid order message format');
    await expect(Promise.all([lost, late])).rejects.toThrow('Invalid order message format');
    const again = store.preview(MARKET_ORDER, null);
    store.onLost();
    await expect(again).rejects.toThrow('connection was lost');
    const silent = store.preview(MARKET_ORDER, null);
    harness.clock.advance(5000);
    await expect(silent).rejects.toThrow('did not check the order in time');
    await expect(store.preview(MARKET_ORDER, null, AbortSignal.abort())).rejects.toThrow(
      'The order was changed.',
    );
  });
});

describe('an order that is explained', () => {
  test('is sent to the server as it would be ordered or replaced, and is no order', async () => {
    const explained: unknown[] = [];
    harness.explain = (order) => {
      explained.push(order);
      return Promise.reject(new Error('The order service takes no orders now.'));
    };
    harness.receive({});
    await expect(store.explain(MARKET_ORDER, null)).rejects.toThrow('takes no orders now');
    await expect(store.explain({ ...MARKET_ORDER, quantity: 50 }, 'o1')).rejects.toThrow();
    await expect(store.explain(MARKET_ORDER, 'o9')).rejects.toThrow('Unknown order Id');
    expect(explained).toMatchObject([{ Quantity: 100 }, { Quantity: 50, OriginalClientId: 'ord1' }]);
    expect([harness.sent, store.get().orders.size]).toEqual([[], 1]);
  });
});

describe('options of the account', () => {
  test('come from the server, are changed by it alone, and go with the account', () => {
    expect(store.options.get()).toBeNull();
    store.onTrading({
      name: 'accountOptions',
      body: { Account: 'D-1', CancelOnDisconnect: true, IsHalted: false, HaltedBy: null },
    });
    store.onTrading({
      name: 'accountOptions',
      body: { Account: 'D-2', CancelOnDisconnect: false, IsHalted: true, HaltedBy: 'Server' },
    });
    expect(store.options.get()).toEqual({ CancelOnDisconnect: true, IsHalted: false, HaltedBy: null });
    expect([
      store.setOptions({ isHalted: true }).ok,
      store.setOptions({ cancelOnDisconnect: false }).ok,
    ]).toEqual([true, true]);
    expect(harness.sent.map(({ body }) => body)).toEqual([
      { Account: 'D-1', IsHalted: true },
      { Account: 'D-1', CancelOnDisconnect: false },
    ]);
    expect(store.options.get()?.IsHalted).toBe(false);
    harness.isOpen = false;
    expect(store.setOptions({ isHalted: true })).toMatchObject({ ok: false, errorCode: -27 });
    store.reset('D-2');
    expect(store.options.get()).toBeNull();
  });

  test('that are not changed say why to those who listen', () => {
    const messages: string[] = [];
    const off = store.onOptionsRefused((message) => messages.push(message));
    const refusal = {
      name: 'failure',
      body: { Message: 'changed too often', ErrorCode: -48, RequestT: 26 },
    } as const;
    store.onTrading(refusal);
    off();
    store.onTrading(refusal);
    store.onTrading({ name: 'failure', body: { Message: 'another call', ErrorCode: 0, RequestT: 4 } });
    expect(messages).toEqual(['changed too often']);
  });
});

describe('the journal as a file', () => {
  test('is requested from the server for the account in use', async () => {
    const requestedPaths: string[] = [];
    answer = async (path) => {
      requestedPaths.push(path);
      return new Response('Order,Report');
    };
    const { name, data } = await store.exportJournal('csv');
    expect([name, await data.text(), requestedPaths]).toEqual([
      'orders-D-1.csv',
      'Order,Report',
      ['/api/Orders/Export?account=D-1&format=csv'],
    ]);
  });

  test('that cannot be had says why', async () => {
    await expect(store.exportJournal('json')).rejects.toThrow('The server could not be reached.');
    answer = async () => Response.json({ Error: 'You have no account D-1.' }, { status: 404 });
    await expect(store.exportJournal('json')).rejects.toThrow('You have no account D-1.');
    answer = async () => new Response('oops', { status: 500 });
    await expect(store.exportJournal('json')).rejects.toThrow('The server refused the order export (500).');
  });
});

describe('whatever comes', () => {
  const someReport = fc.record({
    Serial: fc.integer({ min: 1, max: 60 }),
    OrderId: fc.constantFrom('o1', 'o2'),
    ClientId: fc.constantFrom('ord1', 'ord2', 'ord1000', 'ord1001'),
    OriginalClientId: fc.constantFrom(undefined, 'ord1', 'ord2'),
    ReportType: fc.constantFrom(...REPORT_TYPES),
    LeavesQuantity: fc.integer({ min: 0, max: 100 }),
    LastFillQuantity: fc.integer({ min: 0, max: 100 }),
    LastFillPrice: fc.constantFrom(0, 10, 20),
  });
  const step = fc.oneof(
    someReport.map((body) => ({ kind: 'report' as const, body })),
    fc.constantFrom('o1', 'o2').map((id) => ({ kind: 'cancel' as const, id })),
    fc.constantFrom('o1', 'o2').map((id) => ({ kind: 'replace' as const, id })),
    fc.constant({ kind: 'ready' as const }),
    fc.constant({ kind: 'lost' as const }),
    fc.constant({ kind: 'send' as const }),
    fc.boolean().map((open) => ({ kind: 'line' as const, open })),
  );
  const LEGAL = new Set<string>(ORDER_STATUS_NAMES);
  const NETWORK_ERROR = -27;
  const expectSound = (order: WireOrder, before: WireOrder | undefined) => {
    expect(LEGAL.has(order.Status)).toBe(true);
    expect(order.Fill).toBeGreaterThanOrEqual(0);
    expect(order.Unfill).toBeGreaterThanOrEqual(0);
    expect(order.AveragePrice).toBeGreaterThanOrEqual(0);
    expect(order.AveragePrice).toBeLessThanOrEqual(20);
    const was = before?.Status;
    // This client rejected an order that it took for lost. If the order did reach the server, the server's status applies.
    const wasLost = before?.ErrorCode === NETWORK_ERROR;
    if ((was === 'Rejected' && !wasLost) || was === 'CancelledByMarket') expect(order.Status).toBe(was);
    // An executed, cancelled or expired order never works again.
    if (was === 'Executed' || was === 'Cancelled' || was === 'Expired')
      expect(OPEN_STATUSES.has(order.Status)).toBe(false);
  };

  propertyTest.prop([fc.array(step, { maxLength: 60 })])(
    'reports, requests and reconnects in any order leave the orders sound, and a final status final',
    (steps) => {
      store.reset('D-1');
      harness.isOpen = true;
      for (const each of steps) {
        const before = store.get().orders;
        if (each.kind === 'report') harness.receive(each.body);
        else if (each.kind === 'cancel') store.cancel(each.id);
        else if (each.kind === 'replace')
          store.replace(each.id, { ...MARKET_ORDER, type: 'Limit', price: 10, quantity: 100 });
        else if (each.kind === 'line') harness.isOpen = each.open;
        else if (each.kind === 'lost') store.onLost();
        else if (each.kind === 'send') store.send(MARKET_ORDER);
        else store.onAccountReady();
        for (const [key, order] of store.get().orders) {
          expect(order.OrderId).toBe(key);
          expectSound(order, before.get(key));
        }
      }
      const serials = store
        .get()
        .log.filter(({ Serial }) => Serial > 0)
        .map(({ Serial }) => Serial);
      expect(new Set(serials).size).toBe(serials.length);
    },
  );
});
