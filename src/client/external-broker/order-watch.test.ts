import { beforeEach, describe, expect, test } from 'vitest';
import { FILL_READ_MS, POLL_MS } from './order-watch.ts';
import type { BrokerPosition } from './broker-client.ts';
import type { OrderTicket } from '../types.ts';
import { ACCOUNT, BrokerHarness, settle, stockOrder } from './testing/broker-harness.ts';

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

describe('a purchase after a short sale', () => {
  test('covers as soon as the fill of the sale was read', async () => {
    await broker.watch.start(ACCOUNT);
    broker.commands.send({ ...ticket, side: 'Short' });
    await settle();
    broker.positions = [{ symbol: 'AMD', longQuantity: 0, shortQuantity: 100 }];
    broker.orders.set('1001', stockOrder('1001', 100, 100, 'FILLED', 'SELL_SHORT'));
    await broker.recheck();
    broker.commands.send(ticket);
    await settle();
    expect(broker.received.map(({ instruction }) => instruction)).toEqual(['SELL_SHORT', 'BUY_TO_COVER']);
  });

  test('covers also when the fill was found by a replacement', async () => {
    await broker.watch.start(ACCOUNT);
    broker.records.update([stockOrder('8', 100, 0, 'WORKING', 'SELL_SHORT')]);
    broker.positions = [{ symbol: 'AMD', longQuantity: 0, shortQuantity: 10 }];
    broker.orders.set('8', stockOrder('8', 100, 10, 'WORKING', 'SELL_SHORT'));
    broker.commands.replace('8', { ...ticket, side: 'Short' });
    await settle();
    broker.commands.send(ticket);
    await settle();
    expect(broker.received.map(({ instruction, quantity }) => [instruction, quantity])).toEqual([
      ['SELL_SHORT', 90],
      ['BUY_TO_COVER', 100],
    ]);
  });

  test('reads positions only when something filled', async () => {
    let reads = 0;
    broker.answerPositions = () => {
      reads += 1;
      return Promise.resolve(broker.positions);
    };
    broker.watch.recheck(['7']);
    await broker.recheck();
    expect(reads).toBe(0);
    broker.orders.set('7', stockOrder('7', 100, 50));
    broker.watch.recheck(['7']);
    await broker.recheck();
    expect(reads).toBe(1);
  });

  test('uses the positions of the latest request, whichever answer comes first', async () => {
    await broker.watch.start(ACCOUNT);
    const waiting: ((read: BrokerPosition[]) => void)[] = [];
    broker.answerPositions = () => new Promise((resolve) => waiting.push(resolve));
    broker.clock.advance(POLL_MS);
    await settle();
    broker.orders.set('7', stockOrder('7', 100, 50));
    broker.watch.recheck(['7']);
    await broker.recheck();
    expect(waiting).toHaveLength(2);
    waiting[1]?.([{ symbol: 'AMD', longQuantity: 0, shortQuantity: 5 }]);
    await settle();
    waiting[0]?.([]);
    await settle();
    expect(broker.watch.position('AMD')).toMatchObject({ shortQuantity: 5 });
  });
});

describe('a purchase in many parts', () => {
  test('is no request of its own for each part, and the last part is read as well', async () => {
    const held: number[] = [];
    let filled = 40;
    broker.answerPositions = () => {
      held.push(filled);
      return Promise.resolve([]);
    };
    for (filled = 41; filled <= 60; filled += 1) broker.watch.take(stockOrder('7', 100, filled));
    filled = 60;
    await settle();
    expect(held).toEqual([41]);
    broker.clock.advance(FILL_READ_MS);
    await settle();
    expect(held).toEqual([41, 60]);
    broker.clock.advance(FILL_READ_MS);
    await settle();
    expect(held).toHaveLength(2);
  });
});
