import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NO_GUARDS, type GuardSettings } from '../../domain/strategy/guards.ts';
import type { LiveRequest } from './runtime/types.ts';
import { liveStart, openStrategyHarness, RUNNER, type StrategyHarness } from './testing/strategy-harness.ts';
import type { Script } from './testing/scripted-runtime.ts';
import { until } from '../../../tests/support/until.ts';

/** Live runs that trade SPY, and AAPL beside it. */

let at: StrategyHarness;
beforeEach(async () => {
  at = await openStrategyHarness();
  await at.service.save('u', { Name: 'Pair', Code: '{}', Parameters: '' });
  quote('AAPL', 50);
});
afterEach(() => at.close());

const send = (id: string, change: Partial<Extract<LiveRequest, { kind: 'send' }>> = {}): LiveRequest => ({
  kind: 'send',
  id,
  side: 'Buy',
  type: 'Market',
  quantity: 100,
  price: 0,
  stopPrice: 0,
  ...change,
});
const inApple = (id: string, change: Parameters<typeof send>[1] = {}): LiveRequest =>
  send(id, { symbol: 'AAPL', ...change });
/** Quotes a symbol a cent beside a price, and trades it there. */
function quote(symbol: string, price: number): void {
  const { market } = at.trading;
  market.nowMs += 1;
  market.show(symbol, [{ exchange: 'ARCA', bid: [price - 0.01, 3000], ask: [price + 0.01, 2000] }]);
  market.print(symbol, price, 10);
}
const start = async (script: Script, change: object = {}): Promise<void> => {
  const describe = { otherSymbols: [{ symbol: 'AAPL', isTraded: true as const, warmUpBars: 1 }] };
  const terms = liveStart({ barMinutes: 1, describe, ...script }, { ...change, Name: 'Pair' });
  expect(await at.service.startLive(RUNNER, terms)).toBeUndefined();
  await at.status('live-1', 'Running');
};
const guarded = (guards: Partial<GuardSettings>) => ({ Guards: { ...NO_GUARDS, ...guards } });
const run = () => {
  const last = at.runtime.live.at(-1);
  if (last === undefined) throw new Error('no run was started');
  return last;
};
const request = (...requests: readonly LiveRequest[]): void => run().events.onRequests(requests);
const ordersOfRun = () =>
  at.trading
    .view()
    .orders.filter(({ clientId }) => clientId.startsWith('algo-'))
    .map(({ symbol, side, quantity, status }) => [symbol, side, quantity, status].join(' '));
const held = () =>
  Object.fromEntries(
    at.trading
      .view()
      .positions.map(({ symbol, longQuantity, shortQuantity }) => [symbol, longQuantity - shortQuantity]),
  );
const changes = () => run().changes.map(({ id, status }) => `${id} ${status}`);

describe('a live run that trades two symbols', () => {
  it('sends each order in its symbol and reports what becomes of it, and shows both', async () => {
    await start({});
    request(
      send('1'),
      inApple('2', { side: 'Short', quantity: 200 }),
      inApple('3', { type: 'Limit', price: 40 }),
    );
    await until(() => expect(held()).toEqual({ SPY: 100, AAPL: -200 }));
    await until(() =>
      expect(changes()).toEqual(expect.arrayContaining(['1 Filled', '2 Filled', '3 Accepted'])),
    );
    request({ kind: 'cancel', id: '3' });
    await until(() => expect(changes()).toContain('3 Cancelled'));
    expect(ordersOfRun()).toEqual([
      'SPY Buy 100 Executed',
      'AAPL Short 200 Executed',
      'AAPL Buy 100 Cancelled',
    ]);
    const key = { userId: 'u', name: 'Pair', instanceId: 'live-1' };
    const shown = (await at.service.orders(key, 0, 10))?.orders;
    expect(shown?.map(({ Symbol: symbol }) => symbol)).toEqual(['SPY', 'AAPL', 'AAPL']);
    expect((await at.service.status(RUNNER, 'Pair'))?.instances[0]).toMatchObject({
      PrimarySymbol: 'SPY',
      OtherSymbols: ['AAPL'],
    });
  });

  it('refuses an order in a symbol that the code did not declare', async () => {
    await start({});
    request(send('1', { symbol: 'QQQ' }));
    await until(() => expect(changes()).toEqual(['1 Rejected']));
    expect(ordersOfRun()).toEqual([]);
  });

  it('passes the quotes of both with each delivery', async () => {
    await start({});
    quote('SPY', 100);
    quote('AAPL', 51);
    await until(() => expect(run().otherQuotes.at(-1)).toEqual([{ bid: 50.99, ask: 51.01 }]));
  });

  it('holds sales for shares of their own symbol only, until a trade of it', async () => {
    await start({});
    request(send('1'), inApple('2'));
    await until(() => expect(held()).toEqual({ SPY: 100, AAPL: 100 }));
    const target = { side: 'Sell', type: 'Limit', price: 60 } as const;
    request(
      inApple('stop', { side: 'Sell', type: 'Stop', stopPrice: 45 }),
      inApple('target', target),
      send('of SPY', { ...target, price: 110 }),
    );
    await until(() => expect(changes()).toContain('of SPY Accepted'));
    expect(ordersOfRun().slice(2)).toEqual(['AAPL Sell 100 Confirmed', 'SPY Sell 100 Confirmed']);
    quote('AAPL', 60.02);
    await until(() => expect(changes()).toEqual(expect.arrayContaining(['stop Cancelled', 'target Filled'])));
    expect(held()['SPY']).toBe(100);
  });

  it('counts share and dollar limits over both', async () => {
    await start({}, { ShareLimit: 150 });
    request(send('1'), inApple('2', { quantity: 60 }), inApple('3', { side: 'Short', quantity: 50 }));
    await until(() =>
      expect(changes()).toEqual(expect.arrayContaining(['1 Filled', '2 Rejected', '3 Filled'])),
    );
    request(send('4', { side: 'Sell', quantity: 40 }));
    await until(() => expect(changes()).toContain('4 Filled'));
    request(inApple('5', { side: 'Short', quantity: 40 }), inApple('6', { side: 'Short', quantity: 1 }));
    await until(() => expect(changes()).toEqual(expect.arrayContaining(['5 Filled', '6 Rejected'])));
  });

  it('counts dollars of both, each at its price', async () => {
    await start({}, { DollarLimit: 15_200 });
    request(send('1'), inApple('2', { type: 'Limit', price: 20, quantity: 250 }));
    await until(() => expect(changes()).toEqual(expect.arrayContaining(['1 Filled', '2 Accepted'])));
    // 100 SPY at 100.01 and 250 AAPL at 20 are 15,001 dollars.
    request(
      send('3', { quantity: 10, type: 'Limit', price: 100 }),
      inApple('4', { quantity: 1, price: 1, type: 'Limit' }),
    );
    await until(() => expect(changes()).toEqual(expect.arrayContaining(['3 Rejected', '4 Accepted'])));
  });
});

describe('the guards of a live run that trades two symbols', () => {
  it('stop it at a loss in the other symbol without a trade of its own one, and close both positions', async () => {
    await start({}, guarded({ Loss: 50, ClosesPosition: true }));
    request(send('1', { quantity: 10 }), inApple('2'), inApple('3', { type: 'Limit', price: 40 }));
    await until(() => expect(held()).toEqual({ SPY: 10, AAPL: 100 }));
    quote('AAPL', 49.7);
    expect((await at.service.status(RUNNER, 'Pair'))?.instances[0]?.Status).toBe('Running');
    quote('AAPL', 49.4);
    const { Message: message } = await at.status('live-1', 'Stopped');
    expect(message).toMatch(
      /^Stopped by guard: the loss is \$6\d\.\d\d, .* Its open orders were cancelled\. Its position of 10 SPY was closed\. Its position of 100 AAPL was closed\./,
    );
    expect(Object.values(held()).filter((quantity) => quantity !== 0)).toEqual([]);
    expect(ordersOfRun()).toContain('AAPL Buy 100 Cancelled');
  });

  it('count the position in each symbol, and the orders in both', async () => {
    await start({}, guarded({ Position: 100, OrdersPerMinute: 3 }));
    request(send('1'), inApple('2'));
    await until(() => expect(held()).toEqual({ SPY: 100, AAPL: 100 }));
    request(inApple('3', { side: 'Sell', quantity: 1 }));
    await until(() => expect(changes()).toContain('3 Filled'));
    request(inApple('4', { side: 'Sell', quantity: 1 }));
    expect((await at.status('live-1', 'Stopped')).Message).toContain(
      'Stopped by guard: 4 orders within a minute',
    );
    expect(ordersOfRun()).toHaveLength(3);
  });

  it('stop it before an order that leads beyond the position in the other symbol', async () => {
    await start({}, guarded({ Position: 100 }));
    request(inApple('1', { quantity: 101 }));
    expect((await at.status('live-1', 'Stopped')).Message).toMatch(/^Stopped by guard: .*101 AAPL/);
    expect(ordersOfRun()).toEqual([]);
  });
});

describe('a live run that trades two symbols and resumes after a restart', () => {
  it('has the position, the fills and the open orders of each', async () => {
    await start({}, { AtRestart: 'Resume' });
    request(
      send('1'),
      inApple('2', { side: 'Short', quantity: 30 }),
      inApple('3', { type: 'Limit', price: 40 }),
    );
    request(send('4', { type: 'Limit', price: 90, quantity: 7 }));
    await until(() =>
      expect(changes()).toEqual(expect.arrayContaining(['2 Filled', '3 Accepted', '4 Accepted'])),
    );
    const before = at.trading.view().balance.cashE4;
    at.pushes.length = 0;
    await at.restart();
    await at.status('live-1', 'Running');
    const { job } = run();
    expect(at.runtime.live).toHaveLength(2);
    expect([job.position, job.fills]).toMatchObject([100, [{ side: 'Buy', quantity: 100, price: 100.02 }]]);
    expect(job.otherHoldings).toMatchObject([
      { symbol: 'AAPL', position: -30, fills: [{ side: 'Short', quantity: 30, price: 49.99 }] },
    ]);
    expect(job.openOrders).toMatchObject([
      { symbol: 'AAPL', price: 40 },
      { symbol: 'SPY', price: 90, quantity: 7 },
    ]);
    // The cash of the account without what both positions have cost and brought, fees aside.
    const base = (job.account?.cashE4 ?? 0) - before;
    expect(Math.abs(base / 10_000 - (100 * 100.02 - 30 * 49.99))).toBeLessThan(5);
    request({ kind: 'cancel', id: '1' }, inApple('5', { quantity: 30 }));
    await until(() => expect(changes()).toEqual(expect.arrayContaining(['1 Cancelled', '5 Filled'])));
    expect(held()).toMatchObject({ SPY: 100 });
    expect(ordersOfRun()).toContain('AAPL Buy 100 Cancelled');
  });

  it('is stopped by default: the orders of both are cancelled, and the positions stay', async () => {
    await start({});
    request(
      inApple('1'),
      inApple('2', { type: 'Limit', price: 40 }),
      send('3', { type: 'Limit', price: 90 }),
    );
    await until(() =>
      expect(changes()).toEqual(expect.arrayContaining(['1 Filled', '2 Accepted', '3 Accepted'])),
    );
    await at.restart();
    expect(ordersOfRun()).toEqual([
      'AAPL Buy 100 Executed',
      'AAPL Buy 100 Cancelled',
      'SPY Buy 100 Cancelled',
    ]);
    const [instance] = (await at.service.status(RUNNER, 'Pair'))?.instances ?? [];
    expect(instance?.Status).toBe('Stopped');
    // Bought at 50.01, and worth 50.00 now.
    expect(instance?.Returns?.NetProfitLoss).toBeCloseTo(-1, 0);
  });
});
