import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { POLL_MS } from '../../src/client/external-broker/order-watch.ts';
import { compareAgain, shownDifferences } from '../support/reconciliation.ts';
import {
  beginTest,
  broker,
  closeWorld,
  endTest,
  openWorld,
  send,
  tradingClient,
  until,
  type AlpacaTestClient,
} from './alpaca-broker-world.ts';

beforeAll(openWorld);
afterAll(closeWorld);
beforeEach(beginTest);
afterEach(endTest);

const stated = ({ platform }: AlpacaTestClient) => platform.tradingApi.get().stated;
/** Lets the reading of every minute come, and waits until it has been answered. */
async function poll(client: AlpacaTestClient): Promise<void> {
  const before = broker.calls.length;
  await until(() => {
    // The next reading is planned only once the one before has been applied.
    client.clock.skip(POLL_MS);
    expect(broker.calls.slice(before)).toContain('GET /v2/account');
  });
}

describe('balances and positions at Alpaca', () => {
  it('are those of the account, with the time of their reading', async () => {
    broker.book.positions.set('MSFT', { qty: 3, cost: 870 });
    broker.book.positions.set('SPY', { qty: -2, cost: -201 });
    broker.book.accountChange = { daytrade_count: 2, daytrading_buying_power: '401234.56' };
    const before = Date.now();
    const client = await tradingClient();
    expect(stated(client)).toMatchObject({
      problem: null,
      unreadable: 0,
      balance: {
        cashE4: 1_000_000_000,
        equityE4: 1_007_001_300,
        buyingPowerE4: 2_014_002_600,
        dayTradingPowerE4: 4_012_345_600,
        dayTrades: 2,
        isPatternDayTrader: false,
        block: null,
      },
      positions: [
        { symbol: 'MSFT', quantity: 3, costE4: 8_700_000, valueE4: 9_001_500, openPlE4: 301_500 },
        { symbol: 'SPY', quantity: -2, costE4: -2_010_000, valueE4: -2_000_200, openPlE4: 9_800 },
      ],
    });
    expect(stated(client)?.readMs).toBeGreaterThanOrEqual(before);
  });

  it('follow a fill at once, and not at the next poll', async () => {
    const client = await tradingClient();
    expect(stated(client)?.positions).toEqual([]);
    await send(client);
    broker.book.step();
    broker.book.step();
    await until(() =>
      expect(stated(client)).toMatchObject({
        balance: { cashE4: 989_998_000 },
        positions: [{ symbol: 'SPY', quantity: 10, averageE4: 1_000_200 }],
      }),
    );
  });

  it.each([
    ['a page of HTML', 200, '<html>Maintenance</html>', 'Server has a temporary problem responding'],
    ['no account', 200, { message: 'ok' }, "The broker's answer could not be read"],
    ['a list in place of an account', 200, [], "The broker's answer could not be read"],
    ['too many requests', 429, { message: 'rate limit exceeded' }, 'Too many requests'],
    ['a refused key', 401, { message: 'request is not authorized' }, 'Authorization token is invalid'],
    ['an outage', 500, { message: 'internal server error' }, 'Unexpected server error'],
  ] as const)(
    'stay with their time when Alpaca answers %s, and are read again later',
    async (_name, status, body, problem) => {
      broker.book.positions.set('MSFT', { qty: 3, cost: 900 });
      const client = await tradingClient();
      const faultedMs = client.clock.nowMs();
      broker.faults.add('GET /v2/account', status, body, { times: 50 });
      await poll(client);
      await until(() => expect(stated(client)).toMatchObject({ problem: expect.stringContaining(problem) }));
      expect(stated(client)).toMatchObject({
        balance: { cashE4: 1_000_000_000 },
        positions: [{ symbol: 'MSFT', quantity: 3 }],
      });
      expect(stated(client)?.readMs).toBeLessThanOrEqual(faultedMs);
      broker.faults.clear();
      await until(async () => {
        client.clock.skip(POLL_MS);
        await Promise.resolve();
        expect(stated(client)).toMatchObject({ problem: null, positions: [{ symbol: 'MSFT', quantity: 3 }] });
      });
      expect(stated(client)?.readMs).toBeGreaterThan(faultedMs);
    },
  );

  it('are not empty, and differ in nothing, when Alpaca answers no list of positions', async () => {
    broker.book.positions.set('MSFT', { qty: 3, cost: 900 });
    const client = await tradingClient();
    broker.faults.add('GET /v2/positions', 200, { message: 'ok' }, { times: 50 });
    await poll(client);
    await until(() =>
      expect(stated(client)).toMatchObject({ problem: expect.stringContaining('could not be read') }),
    );
    expect(stated(client)?.positions).toMatchObject([{ symbol: 'MSFT', quantity: 3 }]);
    await poll(client);
    expect(shownDifferences(client)).toEqual([]);
  });

  it('have fractions of a share and symbols that the product does not know', async () => {
    broker.book.positions.set('SPY', { qty: 0.123456789, cost: 12.35 });
    broker.book.positions.set('BTCUSD', { qty: 0.5, cost: 30_000 });
    const client = await tradingClient();
    await compareAgain(client);
    expect(shownDifferences(client)).toEqual([]);
    expect(stated(client)?.positions).toMatchObject([
      { symbol: 'BTCUSD', quantity: 0.5, averageE4: 600_000_000 },
      { symbol: 'SPY', quantity: 0.123456789 },
    ]);
  });

  it('with a position that cannot be read say so, and are not compared', async () => {
    broker.book.positions.set('MSFT', { qty: 3, cost: 900 });
    const client = await tradingClient();
    broker.faults.add('GET /v2/positions', 200, [{ symbol: 'MSFT', qty: null }], { times: 50 });
    for (let polls = 0; polls < 3; polls += 1) await poll(client);
    await until(() => expect(stated(client)).toMatchObject({ unreadable: 1, positions: [] }));
    expect(shownDifferences(client)).toEqual([]);
  });

  it('of another account, whose key another window has connected, are not shown as those of this one', async () => {
    const client = await tradingClient();
    const first = stated(client);
    broker.book.accountNumber = 'PA3OTHER';
    broker.book.cash = 7;
    await poll(client);
    await until(() =>
      expect(stated(client)).toMatchObject({ problem: expect.stringContaining('another account') }),
    );
    expect(stated(client)?.balance).toEqual(first?.balance);
  });

  it('are gone after a logout', async () => {
    const client = await tradingClient();
    expect(stated(client)).not.toBeNull();
    await client.platform.tradingApi.logout();
    expect(stated(client)).toBeNull();
  });
});
