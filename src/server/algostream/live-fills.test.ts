import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LiveRequest } from './runtime/types.ts';
import { liveStart, openStrategyHarness, RUNNER, type StrategyHarness } from './testing/strategy-harness.ts';
import type { Script } from './testing/scripted-runtime.ts';

let at: StrategyHarness;
beforeEach(async () => {
  at = await openStrategyHarness();
  await at.service.save('u', { Name: 'Cross', Code: '{}', Parameters: '' });
});
afterEach(() => at.close());

const KEY = { userId: 'u', name: 'Cross', instanceId: 'live-1' };
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
const start = async (script: Script): Promise<void> => {
  expect(await at.service.startLive(RUNNER, liveStart({ barMinutes: 0, ...script }))).toBeUndefined();
  await at.status('live-1', 'Running');
};
/** Prints a trade and resolves when the strategy has received it. */
const print = async (price: number, size = 10): Promise<void> => {
  const run = at.runtime.live.at(-1);
  const rows = run?.rows.length ?? 0;
  at.trading.market.nowMs += 1;
  at.trading.market.print('SPY', price, size);
  await expect.poll(() => run?.rows.length).toBe(rows + 1);
};
const storedOrders = async () => (await at.service.orders(KEY, 0, 999))?.orders ?? [];

it('reports each fill with its own price and liquidity, and has the same figures when it is started again', async () => {
  at.trading.market.show('SPY', [
    { exchange: 'ARCA', bid: [9.99, 1000], ask: [10, 3333] },
    { exchange: 'NSDQ', bid: [9.99, 1000], ask: [10.01, 1000] },
  ]);
  at.trading.market.print('SPY', 10, 100);
  const buy = send('a', { type: 'Limit', price: 10.01, quantity: 5000 });
  await start({ live: { 1: [buy], 3: [send('b', { side: 'Sell', quantity: 1000 })] } });
  await print(10);
  at.trading.market.show('SPY', [
    { exchange: 'ARCA', bid: [10, 1000], ask: [10.02, 1000] },
    { exchange: 'NSDQ', bid: [10, 1000], ask: [10.02, 1000] },
  ]);
  // Sold through the limit: the rest of the order fills at its own price.
  await print(10, 5000);
  await print(10);
  const fills = () => at.runtime.live[0]?.changes.flatMap(({ fill }) => fill ?? []);
  await expect.poll(fills).toEqual([
    { quantity: 3333, price: 10, liquidity: 'R' },
    { quantity: 1000, price: 10.01, liquidity: 'R' },
    { quantity: 667, price: 10.01, liquidity: 'A' },
    { quantity: 1000, price: 10, liquidity: 'R' },
  ]);
  await at.service.stopRun(KEY);
  const [orders, stopped] = [await storedOrders(), await at.status('live-1', 'Stopped')];
  at.pushes.length = 0;
  await start({});
  await at.service.stopRun(KEY);
  const { TradeCount, NetProfitLoss, Capital } = (await at.status('live-1', 'Stopped')).Returns ?? {};
  expect(await storedOrders()).toEqual(orders);
  expect({ TradeCount, NetProfitLoss, Capital }).toEqual({
    TradeCount: stopped.Returns?.TradeCount,
    NetProfitLoss: stopped.Returns?.NetProfitLoss,
    Capital: stopped.Returns?.Capital,
  });
  expect(at.runtime.live[1]?.job.fills.map(({ side: _side, ...fill }) => fill)).toEqual(fills());
});
