import { fc, test as propertyTest } from '@fast-check/vitest';
import { beforeEach, describe, expect, test } from 'vitest';
import { readSchwabOrder, type ExternalOrder } from '../../domain/orders/schwab/index.ts';
import { apiOrderBody, apiReportBody } from '../../protocol/index.ts';
import * as v from 'valibot';
import type { WireOrder, WireReport } from '../types.ts';
import { createOrderKeeper, type OrderKeeper } from './order-keeper.ts';

let sent: { name: string; body: Record<string, unknown> }[];
let shown: Map<string, WireOrder>;
let heard: WireReport[];
let logged: WireReport[];
let isReady: boolean;
let keeper: OrderKeeper;

function order(change: object = {}): ExternalOrder {
  const read = readSchwabOrder(
    {
      orderId: 1001,
      quantity: 10,
      filledQuantity: 0,
      remainingQuantity: 10,
      orderType: 'LIMIT',
      price: 5,
      duration: 'DAY',
      status: 'WORKING',
      enteredTime: '2026-11-20T15:00:00+0000',
      accountNumber: 7,
      orderLegCollection: [
        {
          orderLegType: 'EQUITY',
          instruction: 'BUY',
          quantity: 10,
          instrument: { assetType: 'EQUITY', symbol: 'AMD' },
        },
      ],
      ...change,
    },
    '7',
  );
  if (!read) throw new Error('The order was not read.');
  return read;
}
const fill = (filledQuantity: number, status = 'WORKING') =>
  order({
    status,
    filledQuantity,
    remainingQuantity: 10 - filledQuantity,
    orderActivityCollection: [
      {
        executionType: 'FILL',
        activityId: filledQuantity,
        executionLegs: [{ legId: 1, quantity: filledQuantity, price: 5, time: '2026-11-20T15:01:00+0000' }],
      },
    ],
  });

beforeEach(() => {
  sent = [];
  shown = new Map();
  heard = [];
  logged = [];
  isReady = true;
  keeper = createOrderKeeper({
    host: {
      sendTrading(name, body) {
        if (isReady) sent.push({ name, body: { ...body } });
        return isReady;
      },
      book: {
        get: (id) => shown.get(id),
        put: (orders) => orders.forEach((each) => shown.set(each.OrderId, each)),
        hear: (report) => heard.push(report),
        log: (reports) => logged.push(...reports),
      },
    },
    desk: () => ({ userId: 'ann', account: 'L-1' }),
    account: () => '7',
  });
});

describe('what is known of the external orders', () => {
  test('goes to the desk and to our server, each change once, with the symbol prefixed there', () => {
    keeper.hear([order()]);
    keeper.hear([order()]);
    expect(sent.map(({ name }) => name)).toEqual(['apiExecutionReport', 'apiOrder']);
    expect(sent).toMatchObject([
      {
        body: {
          TradingAccount: '7',
          Report: { Symbol: 'USAMD', ReportType: 'OrderAccepted', Timestamp: Date.UTC(2026, 10, 20, 15) },
        },
      },
      { body: { Order: { Symbol: 'USAMD', ClientId: 'ext-1001' } } },
    ]);
    expect(shown.get('1001')).toMatchObject({
      Symbol: 'AMD',
      Account: 'L-1',
      UserId: 'ann',
      Status: 'Pending',
    });
    expect(heard).toMatchObject([{ Symbol: 'AMD', Account: 'L-1', ReportType: 'OrderAccepted' }]);
  });

  test('is not set back by an answer that was overtaken', () => {
    keeper.hear([fill(10, 'FILLED')]);
    keeper.hear([order()]);
    keeper.hear([fill(4)]);
    expect(shown.get('1001')).toMatchObject({ Status: 'Executed', Fill: 10 });
    expect(keeper.openIds()).toEqual([]);
  });

  test('carries the client id of an order that was sent from here', () => {
    keeper.name('1001', 'ord5');
    keeper.hear([order()]);
    expect(shown.get('1001')?.ClientId).toBe('ord5');
    expect(keeper.isNamed('1001')).toBe(true);
  });

  test('of the past goes to the log and to our server in parts, and nobody is told', () => {
    const past = Array.from({ length: 100 }, (_, index) =>
      order({ orderId: index + 1, status: 'CANCELED', closeTime: '2026-11-20T15:02:00Z' }),
    );
    expect(keeper.load(past)).toBe(true);
    expect(
      sent.map(({ name, body }) => [
        name,
        (body.Orders as unknown[]).length,
        (body.Reports as unknown[]).length,
      ]),
    ).toEqual([
      ...Array.from({ length: 4 }, () => ['apiHistoryOrder', 25, 25]),
      ...Array.from({ length: 4 }, () => ['apiHistoryOrder', 0, 25]),
    ]);
    expect([heard.length, logged.length, shown.size]).toEqual([0, 200, 100]);
    expect(new Set(logged.map(({ Serial }) => Serial)).size).toBe(200);
  });

  test('waits while our server cannot be told, and is told in order afterwards', () => {
    isReady = false;
    expect(keeper.load([order()])).toBe(false);
    keeper.hear([fill(4)]);
    isReady = true;
    keeper.hear([fill(10, 'FILLED')]);
    expect(sent.map(({ name }) => name)).toEqual(['apiHistoryOrder', 'apiExecutionReport', 'apiOrder']);
    expect(heard.map(({ LeavesQuantity }) => LeavesQuantity)).toEqual([6, 0]);
  });

  test('comes back from our record, and what is known by then is not told again', () => {
    keeper.hear([order()]);
    const Order = v.parse(apiOrderBody, sent[1]?.body.Order);
    const Report = v.parse(apiReportBody, sent[0]?.body.Report);
    keeper.clear();
    expect(keeper.has('1001')).toBe(false);
    keeper.recall([{ ...Order, ClientId: 'ord9' }], [Report]);
    expect(keeper.openIds()).toEqual(['1001']);
    sent = [];
    heard = [];
    keeper.hear([order()]);
    expect([heard, sent, shown.get('1001')?.ClientId]).toEqual([[], [], 'ord9']);
  });

  test('of a replaced order is that it is over: it is no open order of the desk', () => {
    keeper.hear([order({ status: 'REPLACED', closeTime: '2026-11-20T15:02:00Z' })]);
    expect(shown.get('1001')).toMatchObject({
      Status: 'Cancelled',
      Description: 'Replaced by another order',
    });
    expect(sent.at(-1)?.body.Order).toMatchObject({ Status: 'ReplaceDone' });
  });

  propertyTest.prop([fc.array(fc.constantFrom(0, 2, 4, 7, 10), { maxLength: 20 })])(
    'fits the wire, and the fills that are told never exceed the order',
    (readings) => {
      sent = [];
      heard = [];
      keeper.clear();
      for (const filled of readings)
        keeper.hear([filled === 0 ? order() : fill(filled, filled === 10 ? 'FILLED' : 'WORKING')]);
      for (const { name, body } of sent)
        expect(
          v.safeParse(name === 'apiOrder' ? apiOrderBody : apiReportBody, body.Order ?? body.Report).success,
        ).toBe(true);
      expect(shown.get('1001')?.Fill ?? 0).toBe(Math.max(0, ...readings));
    },
  );
});
