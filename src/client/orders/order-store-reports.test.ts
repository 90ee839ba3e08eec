import { fc, test as propertyTest } from '@fast-check/vitest';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Body } from '../../protocol/index.ts';
import { report } from '../testing/fixtures.ts';
import type { WireOrder, WireSettlement } from '../types.ts';
import { orderOfReport } from './apply-report.ts';
import type { OrderStoreCore } from './order-store.ts';
import { openOrderStore, position, type StoreHarness } from './testing/store-harness.ts';

let harness: StoreHarness;
let store: OrderStoreCore;
beforeEach(() => {
  harness = openOrderStore();
  ({ store } = harness);
});

describe('reports', () => {
  test('averages partial fills by quantity, and ends as Executed', () => {
    harness.receive({});
    harness.receive({
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
    harness.receive({
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

  test('logs every live and historical report once, newest first', () => {
    harness.receive({ Serial: 7 });
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
    'orders the log by serial, whatever the order and number of reports',
    (serials) => {
      store.reset('D-1');
      for (const Serial of serials) harness.receive({ Serial });
      expect(store.get().log.map(({ Serial }) => Serial)).toEqual(
        [...new Set(serials)].sort((a, b) => b - a),
      );
    },
  );

  test.each([
    ['CancelRejected', { ReportType: 'OrderCancelRejected' }],
    ['ReplaceRejected', { ReportType: 'OrderCancelRejected', ClientId: 'ord2', OriginalClientId: 'ord1' }],
    ['Confirmed', { ReportType: 'OrderConfirmed', Timestamp: 6000 }],
  ] as const)('shows an order as %s after a reload when that was its last report', (status, last) => {
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
  });

  test('takes the new price, quantity and ClientId of a replaced order', () => {
    harness.receive({});
    harness.receive({
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

  test('replaces all positions once the last part of a snapshot is in; a single change leaves the others', () => {
    harness.receivePositions([position({ Symbol: 'OLD' })]);
    harness.receivePositions([position({ Symbol: 'A' })], { HasMore: true });
    expect([...store.get().positions.keys()]).toEqual(['OLD']);
    harness.receivePositions([position({ Symbol: 'B' })]);
    expect([...store.get().positions.keys()]).toEqual(['A', 'B']);
    harness.receivePositions([position({ Symbol: 'B', LongQty: 5 })], { IsSnapshot: false });
    expect(store.get().positions.get('B')?.LongQty).toBe(5);
    expect(store.get().positions.size).toBe(2);
  });

  test('ignores messages of another account', () => {
    harness.receive({ Account: 'D-2' });
    harness.receivePositions([position({})], { Account: 'D-2' });
    store.onTrading({ name: 'balance', body: { Account: 'D-2', Cash: 1, BuyingPower: 1 } });
    expect(store.get()).toMatchObject({ log: [], balance: null });
    expect(store.get().orders.size + store.get().positions.size).toBe(0);
  });

  test('notifies listeners once for a burst of reports, and returns the same state object until a change', async () => {
    await Promise.resolve();
    let count = 0;
    store.subscribe(() => count++);
    for (let Serial = 1; Serial <= 500; Serial++) harness.receive({ Serial });
    expect(count).toBe(0);
    await Promise.resolve();
    expect(count).toBe(1);
    expect(store.get()).toBe(store.get());
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
    harness.receive({});
    for (const Serial of [2, 3])
      harness.receive({
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
      const published: string[] = [];
      store.onReport((report) => published.push(`${report.ReportType} ${report.ExecutionId}`));
      harness.receive({
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
      expect([published, store.get().log[0]?.ReportType, store.get().orders.size]).toEqual([
        [`${ReportType} E3`],
        ReportType,
        1,
      ]);
    },
  );

  test('applies a repeated bust report once, also for an order that is no longer shown', () => {
    const before = row();
    store.reset('D-1');
    for (let time = 0; time < 2; time++)
      harness.receive({
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

  test('keeps settlements newest first, each once', () => {
    settle([settlement(7)]);
    settle([settlement(3), settlement(7), settlement(5)], { IsSnapshot: true });
    expect(store.get().settlements.map(({ Serial }) => Serial)).toEqual([7, 5, 3]);
    harness.receive({});
    expect(store.get().log).toHaveLength(1);
  });

  test('ignores settlements of another account, and drops those of the previous account', () => {
    settle([settlement(7, { Account: 'D-2' })], { Account: 'D-2' });
    expect(store.get().settlements).toEqual([]);
    settle([settlement(8)]);
    store.reset('D-2');
    expect(store.get().settlements).toEqual([]);
  });
});
