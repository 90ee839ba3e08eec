import { beforeEach, describe, expect, test } from 'vitest';
import { readBrokerProblem } from '../../domain/orders/schwab/index.ts';
import type { OrderTicket } from '../types.ts';
import { RECHECK_MS } from './order-watch.ts';
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

describe('a fill between the last read and the replacement', () => {
  const filledInAll = () => [...broker.orders.values()].reduce((sum, each) => sum + (each?.filled ?? 0), 0);
  const notice = (...lines: string[]) =>
    [
      'Order filled while it was changed',
      '30 more AMD were filled while the order was being changed.',
      ...lines,
    ].join(' ');

  test('cancels the new order, sends one for what is left, and notifies the user', async () => {
    broker.beforeReplace = (orderId) => broker.fill(orderId, 70);
    broker.commands.replace('7', ticket);
    await settle();
    expect(broker.received).toEqual([
      { way: 'PUT 7', quantity: 60, instruction: 'BUY' },
      { way: 'POST', quantity: 30, instruction: 'BUY' },
    ]);
    expect(broker.notices).toEqual([
      notice(
        'The new order of 60 was therefore cancelled, and one of 30 sent in its place, which makes the total that you requested.',
      ),
    ]);
    await broker.recheck();
    broker.orders.set('1002', stockOrder('1002', 30, 30, 'FILLED'));
    broker.watch.recheck(['1002']);
    await broker.recheck();
    expect(broker.rows()).toMatchObject([
      { OrderId: '7', Status: 'Cancelled', Fill: 70 },
      { OrderId: '1001', Status: 'Cancelled', Quantity: 60, Fill: 0 },
      { OrderId: '1002', Status: 'Executed', Quantity: 30, Fill: 30 },
    ]);
    expect(new Set([...broker.shown.values()].map(({ ClientId }) => ClientId)).size).toBe(3);
    expect(filledInAll()).toBe(100);
  });

  test('is counted with what the new order filled before its cancel', async () => {
    broker.beforeReplace = (orderId) => broker.fill(orderId, 70);
    broker.cancelAtBroker = (orderId) => {
      broker.fill(orderId, 10);
      return Promise.resolve(broker.end(orderId, 'CANCELED'));
    };
    broker.commands.replace('7', ticket);
    await settle();
    expect(broker.received.at(-1)).toEqual({ way: 'POST', quantity: 20, instruction: 'BUY' });
  });

  test('leaves nothing to send where it completes the total', async () => {
    broker.beforeReplace = (orderId) => broker.fill(orderId, 70);
    broker.commands.replace('7', { ...ticket, quantity: 70 });
    await settle();
    expect(broker.received).toEqual([{ way: 'PUT 7', quantity: 30, instruction: 'BUY' }]);
    expect([broker.notices, broker.orders.get('1001')?.brokerStatus]).toEqual([
      [notice('With them, the requested quantity is filled, so the new order was cancelled.')],
      'CANCELED',
    ]);
  });

  test('reports the excess when the new order cannot be cancelled in time', async () => {
    broker.beforeReplace = (orderId) => broker.fill(orderId, 70);
    broker.cancelAtBroker = (orderId) => {
      broker.orders.set(orderId, stockOrder(orderId, 60, 60, 'FILLED'));
      return Promise.reject(new BrokerCallError(readBrokerProblem(400, '')));
    };
    broker.commands.replace('7', ticket);
    await settle();
    expect([broker.received.length, broker.notices]).toEqual([
      1,
      [notice('30 more were filled than you requested. Nothing of the new order is open any more.')],
    ]);
  });

  test('reports what the user must do when the broker does not cancel the new order', async () => {
    broker.beforeReplace = (orderId) => broker.fill(orderId, 70);
    broker.cancelAtBroker = () => Promise.reject(new BrokerCallError(readBrokerProblem(503, '')));
    broker.commands.replace('7', ticket);
    await settle();
    expect([broker.received.length, broker.notices]).toEqual([
      1,
      [
        notice(
          'The new order of 60 is too large by that, and the broker did not let it be reduced: Server has a temporary problem responding',
          'Cancel it or change it.',
        ),
      ],
    ]);
  });

  test('is found when the broker replaces slowly, and blocks changes of the new order until then', async () => {
    broker.statusOfReplaced = 'PENDING_REPLACE';
    broker.commands.replace('7', ticket);
    await broker.recheck();
    expect(broker.commands.replace('1001', { ...ticket, price: 5.2, quantity: 60 })).toMatchObject({
      ok: false,
      errorCode: -20,
    });
    broker.orders.set('7', stockOrder('7', 100, 70, 'REPLACED'));
    await broker.recheck();
    expect(broker.received.at(-1)).toEqual({ way: 'POST', quantity: 30, instruction: 'BUY' });
    await broker.recheck();
    expect(broker.commands.replace('1002', { ...ticket, price: 5.2, quantity: 30 })).toMatchObject({
      ok: true,
    });
  });

  test('sends nothing for an order that the user has cancelled in the meantime', async () => {
    broker.statusOfReplaced = 'PENDING_REPLACE';
    broker.commands.replace('7', ticket);
    await broker.recheck();
    expect(broker.commands.cancel('1001')).toMatchObject({ ok: true });
    broker.orders.set('7', stockOrder('7', 100, 70, 'REPLACED'));
    await broker.recheck();
    expect(broker.received.map(({ way }) => way)).toEqual(['PUT 7']);
    expect([broker.notices, broker.orders.get('1001')?.brokerStatus]).toEqual([[], 'CANCELED']);
  });

  test('is reported when the broker did not name the new order', async () => {
    broker.beforeReplace = (orderId) => broker.fill(orderId, 70);
    const replace = broker.client.replace.bind(broker.client);
    broker.client.replace = async (...args) => {
      await replace(...args);
      broker.orders.delete('1001');
      return undefined;
    };
    broker.commands.replace('7', ticket);
    await settle();
    expect(broker.notices).toEqual([
      notice('The new order of 60 is too large by that. Look for it at the broker and reduce it.'),
    ]);
  });

  test('changes nothing when the broker rejected the replacement', async () => {
    broker.client.replace = () => {
      broker.fill('7', 70);
      return Promise.reject(new BrokerCallError(readBrokerProblem(400, '')));
    };
    broker.commands.replace('7', ticket);
    await settle();
    broker.clock.advance(10 * RECHECK_MS);
    await settle();
    expect([broker.received, broker.notices, broker.shown.get('7')?.Fill, broker.clock.timerCount()]).toEqual(
      [[], [], 70, 0],
    );
  });
});
