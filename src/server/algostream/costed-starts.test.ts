import { afterEach, beforeEach, expect, it } from 'vitest';
import { NO_COSTS } from '../../domain/strategy/costs/settings.ts';
import {
  backtestStart,
  openStrategyHarness,
  RUNNER,
  type StrategyHarness,
} from './testing/strategy-harness.ts';

let at: StrategyHarness;
beforeEach(async () => {
  at = await openStrategyHarness();
  await at.service.save('u', { Name: 'Cross', Code: '{}', Parameters: '' });
});
afterEach(() => at.close());

const COSTS = { ...NO_COSTS, Slippage: 'Cents', SlippageAmount: 2, VolumePercent: 5 } as const;
const SCRIPT = { orders: [{ at: 0, side: 'Buy', quantity: 1 }] } as const;
const present = async () => (await at.service.personalStrategies(RUNNER))[0]?.Instances[0];

it('a backtest runs with the costs of its start, and its instance states them', async () => {
  await at.service.startBacktest(RUNNER, backtestStart(at.trading.market, SCRIPT, { Costs: COSTS }));
  await at.status('test-1', 'BacktestingCompleted');
  expect(at.runtime.jobs[0]?.costs).toEqual(COSTS);
  expect((await present())?.Costs).toEqual(COSTS);
});

it('settings that change nothing are stored as none, also when a run with costs is run again', async () => {
  await at.service.startBacktest(RUNNER, backtestStart(at.trading.market, SCRIPT, { Costs: COSTS }));
  await at.status('test-1', 'BacktestingCompleted');
  const free = { ...NO_COSTS, SlippageAmount: 3 };
  await at.service.startBacktest(RUNNER, backtestStart(at.trading.market, SCRIPT, { Costs: free }));
  await expect.poll(() => at.runtime.jobs.length).toBe(2);
  await at.status('test-1', 'BacktestingCompleted');
  expect(at.runtime.jobs[1]?.costs).toBeNull();
  expect((await present())?.Costs).toBeNull();
});

it('a backtest that waited for a choice of data continues with its costs', async () => {
  const { openMs, closeMs } = at.trading.market.session;
  const start = backtestStart(
    at.trading.market,
    { ...SCRIPT, barMinutes: 0 },
    { DataType: 'Tick', From: openMs - 3 * 86_400_000, To: closeMs, Costs: COSTS },
  );
  await at.service.startBacktest(RUNNER, start);
  await at.status('test-1', 'BacktestingIncompleteTickData');
  await at.service.resume(RUNNER, { Name: 'Cross', InstanceId: 'test-1', Account: 'A', DataType: 'Tick' });
  await at.status('test-1', 'BacktestingCompleted');
  expect(at.runtime.jobs[0]?.costs).toEqual(COSTS);
});
