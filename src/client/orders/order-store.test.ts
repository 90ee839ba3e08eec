import { fc, test as propertyTest } from '@fast-check/vitest';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Body, type MessageName } from '../../protocol/index.ts';
import { report } from '../testing/fixtures.ts';
import type { OrderTicket, WirePosition } from '../types.ts';
import { createClientIds } from './client-ids.ts';
import { createOrderStore, type OrderStoreCore } from './order-store.ts';

let isOpen: boolean;
let sent: { name: MessageName; body: unknown }[];
let store: OrderStoreCore;
const market: OrderTicket = { symbol: 'AAPL', side: 'Buy', quantity: 100, type: 'Market', price: null, destination: 'SMART', route: 'AUTO' };
const position = (change: Partial<WirePosition>): WirePosition => ({ Account: 'D-1', Symbol: 'AAPL', IsStock: true, LongQty: 0, ShortQty: 0, FifoCost: 0, MtmCost: 0, ClosedPL: 0, TodayPL: 0, LockedQty: 0, TradedShares: 0, ...change });
const hear = (change: Parameters<typeof report>[0]) => store.onTrading({ name: 'executionReport', body: report(change) });
const snapshot = (items: WirePosition[], change: Partial<Body<'positions'>> = {}) => store.onTrading({ name: 'positions', body: { Account: 'D-1', Items: items, HasMore: false, IsSnapshot: true, ...change } });

beforeEach(() => {
  isOpen = true;
  sent = [];
  store = createOrderStore({ trading: { sendReady: (name, body) => isOpen && sent.push({ name, body }) > 0 }, user: () => ({ userId: 'u1', account: 'D-1' }), nowMs: () => 1000, exchangeMs: () => 9000 });
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
    ['Buy', 0, 'Open'], ['Buy', 50, 'Cover'], ['Sell', 0, 'Close'], ['Short', 50, 'Open'],
  ] as const)('%s with %i shares short is sent as %s', (side, ShortQty, source) => {
    snapshot([position({ ShortQty })]);
    store.send({ ...market, side });
    expect(sent[0]).toMatchObject({ name: 'orderSend', body: { Source: source } });
  });

  test('a market order carries no price; ids are told apart within a millisecond', () => {
    const [one, other] = [store.send(market), store.send({ ...market, price: 12 })];
    expect(sent[1]?.body).not.toHaveProperty('Price');
    expect([one, other]).toEqual([{ ok: true, clientId: 'ord1000' }, { ok: true, clientId: 'ord1001' }]);
  });

  test('client ids stay unique when the clock is set back', () => {
    const times = [5000, 4000, 4000, 6000];
    const next = createClientIds(() => times.shift() ?? 0);
    expect([next(), next(), next(), next()]).toEqual(['ord5000', 'ord5001', 'ord5002', 'ord6000']);
  });

  test('a refused order is rejected with the words of the server', () => {
    store.send(market);
    store.onTrading({ name: 'failure', body: { Message: 'Trading not permitted', ErrorCode: -3, ClientId: 'ord1000' } });
    expect(store.get().orders.get('ord1000')).toMatchObject({ Status: 'Rejected', Description: 'Trading not permitted', TimeCompleted: 9000 });
  });

  test('an order that the server does not know after a reconnect is rejected, and told so; one it knows is not', () => {
    const told: string[] = [];
    store.onReport((report) => told.push(`${report.ReportType} ${report.ClientId}`));
    store.send(market);
    store.send(market);
    hear({ ClientId: 'ord1001', OrderId: 'o2' });
    store.onAccountReady();
    expect(store.get().orders.get('ord1000')).toMatchObject({ Status: 'Rejected', Description: 'The order was lost on the way to the server and was not placed.' });
    expect(told.at(-1)).toBe('GatewayRejected ord1000');
    expect(store.get().log[0]).toMatchObject({ ReportType: 'GatewayRejected', Serial: 0, ClientId: 'ord1000', ErrorCode: -27 });
    expect(store.get().orders.get('o2')?.Status).toBe('Pending');
  });

  test('an order that the server has not named yet cannot be cancelled, and says so', () => {
    store.send(market);
    expect(store.cancel('ord1000')).toEqual({ ok: false, errorCode: -21, message: 'Cancel too early' });
    expect([sent.length, store.get().orders.get('ord1000')?.Status]).toEqual([1, 'Sent']);
  });

  test('every refusal of a server that cannot write its journal is heard, though all have the serial 0', () => {
    hear({ OrderId: 'o9', ClientId: 'other', Serial: 7 });
    for (const ClientId of ['ord1000', 'ord1001']) {
      store.send(market);
      hear({ OrderId: '-', ClientId, Serial: 0, ReportType: 'GatewayRejected', ErrorCode: -14, Message: 'Database is offline', LeavesQuantity: 0 });
    }
    hear({ OrderId: 'o8', ClientId: 'earlier', Serial: 6 });
    const rejected = [...store.get().orders.values()].filter((order) => order.Status === 'Rejected');
    expect(rejected.map((order) => [order.ClientId, order.Description])).toEqual([['ord1000', 'Database is offline'], ['ord1001', 'Database is offline']]);
    expect(store.get().log.map((entry) => [entry.Serial, entry.ClientId])).toEqual([[0, 'ord1001'], [0, 'ord1000'], [7, 'other'], [6, 'earlier']]);
  });

  test('the refusal of a cancel of an unknown order makes no order', () => {
    hear({ OrderId: '999', ClientId: 'ord5', Symbol: '-', ReportType: 'OrderCancelRejected', ErrorCode: -13, LeavesQuantity: 0, Quantity: 0 });
    expect([store.get().orders.size, store.get().log.length]).toEqual([0, 1]);
  });

  test('a cancel shows as sent, and a refused one as rejected', () => {
    hear({});
    expect(store.cancel('unknown')).toEqual({ ok: false, errorCode: -13, message: 'Unknown order Id' });
    expect(store.cancel('o1').ok).toBe(true);
    expect(sent[0]).toEqual({ name: 'orderCancel', body: { Account: 'D-1', OrderId: 'o1', ClientId: 'ord1000' } });
    expect(store.get().orders.get('o1')?.Status).toBe('CancelSent');
    store.onTrading({ name: 'failure', body: { Message: 'Cancel too late', ErrorCode: -19, ClientId: 'ord1000' } });
    expect(store.get().orders.get('o1')).toMatchObject({ Status: 'CancelRejected', Description: 'Cancel too late' });
  });
});

describe('hearing', () => {
  test('partial fills add up to a weighted average and end as executed', () => {
    hear({});
    hear({ Serial: 2, ReportType: 'OrderExecuted', LeavesQuantity: 60, LastFillQuantity: 40, LastFillPrice: 10 });
    expect(store.get().orders.get('o1')).toMatchObject({ Status: 'PartiallyExecuted', Fill: 40, Unfill: 60, AveragePrice: 10, TimeCompleted: null });
    hear({ Serial: 3, ReportType: 'OrderExecuted', LeavesQuantity: 0, LastFillQuantity: 60, LastFillPrice: 20, Timestamp: 7000 });
    expect(store.get().orders.get('o1')).toMatchObject({ Status: 'Executed', Fill: 100, Unfill: 0, AveragePrice: 16, TimeCompleted: 7000 });
  });

  test('the log has every report once, newest first, whether it came live or as history', () => {
    hear({ Serial: 7 });
    store.onTrading({ name: 'historyTrades', body: { Account: 'D-1', HasMore: false, Items: [report({ Serial: 3 }), report({ Serial: 7 }), report({ Serial: 5 })] } });
    expect(store.get().log.map(({ Serial }) => Serial)).toEqual([7, 5, 3]);
  });

  propertyTest.prop([fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 80 })])('reports in any order, repeated or not, make one log in order', (serials) => {
    store.reset('D-1');
    for (const Serial of serials) hear({ Serial });
    expect(store.get().log.map(({ Serial }) => Serial)).toEqual([...new Set(serials)].sort((one, other) => other - one));
  });

  test('a replaced order takes the new price, quantity and client id', () => {
    hear({});
    hear({ Serial: 2, ReportType: 'OrderReplaced', ClientId: 'ord9', OriginalClientId: 'ord1', Price: 140, Quantity: 80, LeavesQuantity: 80 });
    expect(store.get().orders.get('o1')).toMatchObject({ Status: 'ReplaceDone', Price: 140, Quantity: 80, Unfill: 80, ClientId: 'ord9' });
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

  test('what belongs to another account is not heard', () => {
    hear({ Account: 'D-2' });
    snapshot([position({})], { Account: 'D-2' });
    store.onTrading({ name: 'balance', body: { Account: 'D-2', Cash: 1, BuyingPower: 1 } });
    expect(store.get()).toMatchObject({ log: [], balance: null });
    expect(store.get().orders.size + store.get().positions.size).toBe(0);
  });

  test('a burst of reports tells the listeners once, and the state is the same object until something changes', async () => {
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
