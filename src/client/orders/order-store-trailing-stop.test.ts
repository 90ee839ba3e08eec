import { beforeEach, describe, expect, test } from 'vitest';
import type { OrderTicket } from '../types.ts';
import type { OrderStoreCore } from './order-store.ts';
import { MARKET_ORDER, openOrderStore, type StoreHarness } from './testing/store-harness.ts';

let harness: StoreHarness;
let store: OrderStoreCore;
beforeEach(() => {
  harness = openOrderStore();
  ({ store } = harness);
});

describe('the replace of a trailing stop', () => {
  const trailing: OrderTicket = {
    ...MARKET_ORDER,
    side: 'Sell',
    type: 'Stop',
    stopType: 'Trailing',
    offsetType: 'Value',
    offsetValue: 5,
  };
  beforeEach(() => {
    store.send({ ...trailing, stopPrice: 96 });
    harness.receive({ ClientId: 'ord1000', OrderType: 'Stop', StopPrice: 96 });
    harness.receive({
      Serial: 2,
      ClientId: 'ord1000',
      OrderType: 'Stop',
      ReportType: 'OrderConfirmed',
      StopPrice: 99,
    });
  });

  test('keeps the present stop price when the trail does not change', () => {
    store.replace('o1', { ...trailing, quantity: 80 });
    // The server has the present stop price: the one shown here may be a price that the market has passed meanwhile.
    expect(harness.sent.at(-1)).toMatchObject({
      name: 'orderReplace',
      body: { Quantity: 80, StopType: 'Trailing', OffsetType: 'Value', OffsetValue: 5 },
    });
    expect(harness.sent.at(-1)?.body).not.toHaveProperty('StopPrice');
    harness.receive({
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

  test('sends the stop price that the user enters', () => {
    store.replace('o1', { ...trailing, stopPrice: 97 });
    expect(harness.sent.at(-1)?.body).toMatchObject({ StopPrice: 97 });
  });

  test.each([
    { offsetValue: 4 },
    { offsetType: 'Percent' as const },
    { type: 'StopLimit' as const, price: 90 },
  ])('starts the trail again when it changes: %j', (part) => {
    store.replace('o1', { ...trailing, ...part });
    expect(harness.sent.at(-1)?.body).not.toHaveProperty('StopPrice');
  });

  test('keeps the trail of an order whose reports are not in the log', () => {
    const reached = store.get().orders.get('o1');
    if (reached === undefined) throw new Error('The order is not there.');
    store.reset('D-1');
    store.onTrading({
      name: 'orders',
      body: { Account: 'D-1', HasMore: false, Items: [{ ...reached, Status: 'Confirmed', StopPrice: 99 }] },
    });
    store.replace('o1', { ...trailing, quantity: 80 });
    expect(harness.sent.at(-1)?.body).not.toHaveProperty('StopPrice');
  });

  test.each(['cancel', 'replace'] as const)('updates the stop price while a %s is pending', (kind) => {
    if (kind === 'cancel') store.cancel('o1');
    else store.replace('o1', trailing);
    const under = store.get().orders.get('o1')?.Status;
    harness.receive({
      Serial: 3,
      ClientId: 'ord1000',
      OrderType: 'Stop',
      ReportType: 'OrderConfirmed',
      StopPrice: 101,
    });
    expect(store.get().orders.get('o1')).toMatchObject({ Status: under, StopPrice: 101 });
  });
});
