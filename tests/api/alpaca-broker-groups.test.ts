import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  beginTest,
  broker,
  closeWorld,
  endTest,
  openWorld,
  ticket,
  tradingClient,
  until,
} from './alpaca-broker-world.ts';

beforeAll(openWorld);
afterAll(closeWorld);
beforeEach(beginTest);
afterEach(endTest);

describe('groups at Alpaca', () => {
  const exit = (amount: number) => ({ basis: 'Price', amount, tif: 'Day' }) as const;

  it('are one order there: a bracket whose target fills cancels its stop', async () => {
    const client = await tradingClient();
    const placed = await client.platform.groups.place({
      kind: 'Bracket',
      entry: ticket,
      target: exit(102),
      stop: exit(98),
    });
    expect(placed).toMatchObject({ ok: true });
    await until(() => expect(broker.book.orders()).toHaveLength(3));
    broker.book.step();
    broker.book.step();
    await until(() =>
      expect(client.rows().toSorted()).toEqual([
        'Buy Limit Executed',
        'Sell Limit Confirmed',
        'Sell Stop Confirmed',
      ]),
    );
    broker.quote('SPY', 102.05, 102.07);
    broker.book.step();
    await until(() =>
      expect(client.rows().toSorted()).toEqual([
        'Buy Limit Executed',
        'Sell Limit Executed',
        'Sell Stop Cancelled',
      ]),
    );
    expect(broker.book.positions.get('SPY')?.qty).toBe(0);
  });

  it('that Alpaca does not have are refused with the reason, and nothing is sent', async () => {
    const client = await tradingClient();
    const placed = await client.platform.groups.place({
      kind: 'Bracket',
      entry: ticket,
      target: { basis: 'Percent', amount: 2, tif: 'Day' },
      stop: null,
    });
    expect(placed).toMatchObject({ ok: false, message: 'Alpaca takes exits as prices only.' });
    expect(broker.book.orders()).toEqual([]);
  });
});
