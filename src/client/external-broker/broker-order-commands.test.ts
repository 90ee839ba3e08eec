import { beforeEach, describe, expect, test } from 'vitest';
import { readBrokerProblem } from '../../domain/orders/schwab/index.ts';
import type { OrderTicket } from '../types.ts';
import { BrokerCallError } from './broker-client.ts';
import { BrokerHarness, settle, stockOrder } from './testing/broker-harness.ts';

const ticket: OrderTicket = {
  symbol: 'AMD',
  side: 'Buy',
  quantity: 100,
  type: 'Limit',
  price: 5.05,
  destination: 'EXTERNAL',
  route: 'AUTO',
};

let broker: BrokerHarness;
beforeEach(() => {
  broker = new BrokerHarness();
});

describe('replacing a partly filled order', () => {
  test('orders only what is still open, and the two rows come to the total', async () => {
    expect(broker.commands.replace('7', ticket)).toMatchObject({ ok: true });
    await settle();
    expect(broker.received).toEqual([{ way: 'PUT 7', quantity: 60, instruction: 'BUY' }]);
    expect(broker.rows()).toMatchObject([
      { OrderId: '7', Fill: 40 },
      { OrderId: '1001', Status: 'Sent', Quantity: 60, Fill: 0, Unfill: 60 },
    ]);
    await broker.recheck();
    broker.orders.set('1001', stockOrder('1001', 60, 60, 'FILLED'));
    broker.watch.recheck(['1001']);
    await broker.recheck();
    expect(broker.rows()).toMatchObject([
      { OrderId: '7', Status: 'Cancelled', Quantity: 100, Fill: 40 },
      { OrderId: '1001', Status: 'Executed', Quantity: 60, Fill: 60, Unfill: 0 },
    ]);
  });

  test('counts a fill that was not read yet', async () => {
    broker.orders.set('7', stockOrder('7', 100, 75));
    broker.commands.replace('7', { ...ticket, quantity: 120 });
    await settle();
    expect(broker.received).toEqual([{ way: 'PUT 7', quantity: 45, instruction: 'BUY' }]);
    expect(broker.rows()).toMatchObject([
      { OrderId: '7', Fill: 75 },
      { Quantity: 45, Unfill: 45 },
    ]);
    expect(broker.applied.at(-1)).toMatchObject({
      OrderId: '7',
      ReportType: 'OrderReplaced',
      LeavesQuantity: 25,
    });
  });

  test.each([40, 30])('is rejected at once for a total of %i, when 40 are filled', async (quantity) => {
    expect(broker.commands.replace('7', { ...ticket, quantity })).toEqual({
      ok: false,
      errorCode: -33,
      message: 'Invalid cancel replace quantity',
    });
    await settle();
    expect([broker.received, broker.shown.size]).toEqual([[], 1]);
  });

  test('is rejected when the broker has filled all of it meanwhile', async () => {
    broker.orders.set('7', stockOrder('7', 100, 100, 'FILLED'));
    expect(broker.commands.replace('7', ticket)).toMatchObject({ ok: true });
    await settle();
    expect(broker.received).toEqual([]);
    expect(broker.applied.at(-1)).toMatchObject({
      ReportType: 'GatewayRejected',
      ErrorCode: -33,
      Message: 'Invalid cancel replace quantity',
    });
    expect(broker.shown.get('7')).toMatchObject({ Status: 'Executed', Fill: 100 });
  });

  test.each([
    [
      'does not answer',
      () => {
        broker.readFailure = new BrokerCallError(readBrokerProblem(503, ''));
      },
      'Server has a temporary problem responding',
    ],
    [
      'answers with what cannot be read',
      () => {
        broker.orders.set('7', undefined);
      },
      'The order could not be loaded from the broker, so nothing was changed. Check it and try again.',
    ],
  ])('changes nothing when the broker %s about the order', async (_case, fail, message) => {
    fail();
    broker.commands.replace('7', ticket);
    await settle();
    expect(broker.received).toEqual([]);
    expect(broker.applied.at(-1)).toMatchObject({
      ReportType: 'GatewayRejected',
      Message: message,
      ErrorCode: -28,
    });
    expect(broker.shown.get('7')).toMatchObject({ Status: 'PartiallyExecuted', Fill: 40 });
  });

  test('sends nothing for a user who has signed out', async () => {
    broker.commands.replace('7', ticket);
    broker.watch.stop();
    broker.records.clear();
    const before = broker.applied.length;
    await settle();
    expect([broker.received, broker.applied.length]).toEqual([[], before]);
  });
});
