import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LiveRequest } from './runtime/types.ts';
import { liveStart, openStrategyHarness, RUNNER, type StrategyHarness } from './testing/strategy-harness.ts';
import type { Script } from './testing/scripted-runtime.ts';

/** The account that a live run reads. Account A begins with 100,000 dollars; SPY is bid 100 and offered at 100.02. */

let at: StrategyHarness;
beforeEach(async () => {
  at = await openStrategyHarness();
  await at.service.save('u', { Name: 'Cross', Code: '{}', Parameters: '' });
});
afterEach(() => at.close());

const buy = (id: string, quantity: number): LiveRequest => ({
  kind: 'send',
  id,
  side: 'Buy',
  type: 'Market',
  quantity,
  price: 0,
  stopPrice: 0,
});
const start = async (script: Script, InstanceId = 'live-1'): Promise<void> => {
  at.pushes.length = 0;
  const request = liveStart({ barMinutes: 0, ...script }, { InstanceId });
  expect(await at.service.startLive(RUNNER, request)).toBeUndefined();
  await at.status(InstanceId, 'Running');
};
const stop = (instanceId = 'live-1') => at.service.stopRun({ userId: 'u', name: 'Cross', instanceId });
const print = (symbol: string, price: number): void => {
  at.trading.market.nowMs += 1;
  at.trading.market.print(symbol, price, 10);
};
const held = (symbol: string): number | undefined =>
  at.trading.view().positions.find((position) => position.symbol === symbol)?.longQuantity;
const accountOf = (n: number) => at.runtime.live[n]?.job.account;

it('is the cash of the account when nothing is held', async () => {
  await start({});
  expect(accountOf(0)).toEqual({ cashE4: 1_000_000_000, otherValueE4: 0, otherPowerE4: 0 });
});

it('is the same when a run continues: the fills of the run are taken out of it', async () => {
  await start({ live: { 1: [buy('a', 100)] } });
  print('SPY', 100.01);
  await expect.poll(() => held('SPY')).toBe(100);
  await stop();
  await at.status('live-1', 'Stopped');
  await start({});
  expect(at.runtime.live[1]?.job).toMatchObject({ position: 100, fills: [{ quantity: 100, price: 100.02 }] });
  expect(accountOf(1)).toMatchObject({ cashE4: 1_000_000_000, otherValueE4: 0 });
});

it('has the positions of others at their present price, and what they take of the buying power', async () => {
  at.trading.market.show('AAPL', [{ exchange: 'ARCA', bid: [50, 3000], ask: [50.02, 2000] }]);
  print('AAPL', 50);
  await start({ symbol: 'AAPL', live: { 1: [buy('a', 200)] } }, 'live-2');
  print('AAPL', 50);
  await expect.poll(() => held('AAPL')).toBe(200);
  await start({});
  const account = accountOf(1);
  expect(account?.otherValueE4).toBe(200 * 500_100);
  const { cashE4, buyingPowerE4 } = at.trading.view().balance;
  expect(account?.cashE4).toBe(cashE4);
  expect(account?.otherPowerE4).toBe(buyingPowerE4 - 2 * cashE4);
});
