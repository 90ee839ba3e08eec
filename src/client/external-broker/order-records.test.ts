import { fc, test as propertyTest } from '@fast-check/vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { readSchwabOrder, type ExternalOrder } from '../../domain/orders/schwab/index.ts';
import { apiOrderBody, apiReportBody } from '../../protocol/index.ts';
import * as v from 'valibot';
import type { WireOrder, WireReport } from '../types.ts';
import { OrderRecords } from './order-records.ts';

let sent: { name: string; body: Record<string, unknown> }[];
let shown: Map<string, WireOrder>;
let applied: WireReport[];
let logged: WireReport[];
let isReady: boolean;
let records: OrderRecords;

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
  applied = [];
  logged = [];
  isReady = true;
  records = new OrderRecords({
    host: {
      clock: createManualClock(),
      sendTrading(name, body) {
        if (isReady) sent.push({ name, body: { ...body } });
        return isReady;
      },
      book: {
        get: (id) => shown.get(id),
        put: (orders) => orders.forEach((each) => shown.set(each.OrderId, each)),
        apply: (report) => applied.push(report),
        log: (reports) => logged.push(...reports),
      },
    },
    owner: () => ({ userId: 'ann', account: 'L-1' }),
    account: () => '7',
  });
});

describe('what is known of the external orders', () => {
  test('goes to the order store and to our server, each change once, with the symbol prefixed there', () => {
    records.update([order()]);
    records.update([order()]);
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
    expect(applied).toMatchObject([{ Symbol: 'AMD', Account: 'L-1', ReportType: 'OrderAccepted' }]);
  });

  test('is not set back by an answer that was overtaken', () => {
    records.update([fill(10, 'FILLED')]);
    records.update([order()]);
    records.update([fill(4)]);
    expect(shown.get('1001')).toMatchObject({ Status: 'Executed', Fill: 10 });
    expect(records.openIds()).toEqual([]);
  });

  test('carries the client id of an order that was sent from here', () => {
    records.setClientId('1001', 'ord5');
    records.update([order()]);
    expect(shown.get('1001')?.ClientId).toBe('ord5');
    expect(records.hasClientId('1001')).toBe(true);
  });

  test('of the past goes to the log and to our server in parts, without notifying listeners', () => {
    const past = Array.from({ length: 100 }, (_, index) =>
      order({ orderId: index + 1, status: 'CANCELED', closeTime: '2026-11-20T15:02:00Z' }),
    );
    expect(records.load(past)).toBe(true);
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
    expect([applied.length, logged.length, shown.size]).toEqual([0, 200, 100]);
    expect(new Set(logged.map(({ Serial }) => Serial)).size).toBe(200);
  });

  test('waits while our server cannot be reached, and is sent in order afterwards', () => {
    isReady = false;
    expect(records.load([order()])).toBe(false);
    records.update([fill(4)]);
    isReady = true;
    records.update([fill(10, 'FILLED')]);
    expect(sent.map(({ name }) => name)).toEqual(['apiHistoryOrder', 'apiExecutionReport', 'apiOrder']);
    expect(applied.map(({ LeavesQuantity }) => LeavesQuantity)).toEqual([6, 0]);
  });

  test('is restored from our record, and what is known by then is not reported again', () => {
    records.update([order()]);
    const Order = v.parse(apiOrderBody, sent[1]?.body.Order);
    const Report = v.parse(apiReportBody, sent[0]?.body.Report);
    records.clear();
    expect(records.has('1001')).toBe(false);
    records.restore([{ ...Order, ClientId: 'ord9' }], [Report]);
    expect(records.openIds()).toEqual(['1001']);
    sent = [];
    applied = [];
    records.update([order()]);
    expect([applied, sent, shown.get('1001')?.ClientId]).toEqual([[], [], 'ord9']);
  });

  test('shows a replaced order as ended, not as an open order', () => {
    records.update([order({ status: 'REPLACED', closeTime: '2026-11-20T15:02:00Z' })]);
    expect(shown.get('1001')).toMatchObject({
      Status: 'Cancelled',
      Description: 'Replaced by another order',
    });
    expect(sent.at(-1)?.body.Order).toMatchObject({ Status: 'ReplaceDone' });
  });

  propertyTest.prop([fc.array(fc.constantFrom(0, 2, 4, 7, 10), { maxLength: 20 })])(
    'fits the wire, and reported fills never exceed the order',
    (readings) => {
      sent = [];
      applied = [];
      records.clear();
      for (const filled of readings)
        records.update([filled === 0 ? order() : fill(filled, filled === 10 ? 'FILLED' : 'WORKING')]);
      for (const { name, body } of sent)
        expect(
          v.safeParse(name === 'apiOrder' ? apiOrderBody : apiReportBody, body.Order ?? body.Report).success,
        ).toBe(true);
      expect(shown.get('1001')?.Fill ?? 0).toBe(Math.max(0, ...readings));
    },
  );
});
