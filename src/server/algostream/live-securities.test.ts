import { afterEach, beforeEach, expect, it } from 'vitest';
import { MINUTE_MS } from '../../domain/calendar/durations.ts';
import type { Script } from './testing/scripted-runtime.ts';
import {
  backtestStart,
  liveStart,
  openStrategyHarness,
  RUNNER,
  type StrategyHarness,
} from './testing/strategy-harness.ts';

/** Runs of strategies that read other symbols. In the scripted market the minutes of each symbol rise a cent each from 100.00 at the open. */

let at: StrategyHarness;
beforeEach(async () => {
  at = await openStrategyHarness({ symbols: ['SPY', 'QQQ'] });
  await at.service.save('u', { Name: 'Cross', Code: '{}', Parameters: '' });
});
afterEach(() => at.close());

const reading = (symbol: string, warmUpBars = 1): Script => ({
  barMinutes: 1,
  describe: { otherSymbols: [{ symbol, warmUpBars }] },
});
/** Prints a trade some seconds after the open. */
const print = (symbol: string, seconds: number): void => {
  at.trading.market.nowMs = at.trading.market.session.openMs + seconds * 1_000;
  at.trading.market.print(symbol, 100.01, 10);
};
const minuteOf = (timeMs: number): number => (timeMs - at.trading.market.session.openMs) / MINUTE_MS;

it('delivers a bar of a live run together with the bar of the other symbol that ends at the same time', async () => {
  at.trading.market.nowMs = at.trading.market.session.openMs + 5 * MINUTE_MS + 1_000;
  expect(await at.service.startLive(RUNNER, liveStart(reading('QQQ', 3)))).toBeUndefined();
  await at.status('live-1', 'Running');
  const [run] = at.runtime.live;
  expect(run?.job.otherWarmUps?.map(({ timeMs }) => [...timeMs].map(minuteOf))).toEqual([[2, 3, 4]]);
  print('SPY', 310);
  print('QQQ', 320);
  print('SPY', 360.1);
  // The bar of SPY waits: QQQ may still trade in its minute.
  await new Promise((resolve) => setTimeout(resolve, 40));
  expect(run?.rows).toEqual([]);
  print('QQQ', 360.2);
  await expect.poll(() => run?.rows.map(({ timeMs }) => minuteOf(timeMs))).toEqual([5]);
  expect(run?.otherRows.map((others) => others.map((times) => times.map(minuteOf)))).toEqual([[[5]]]);
});

it('delivers a bar by the clock when the other symbol does not trade any more', async () => {
  at.trading.market.nowMs = at.trading.market.session.openMs + 5 * MINUTE_MS + 1_000;
  await at.service.startLive(RUNNER, liveStart(reading('QQQ')));
  await at.status('live-1', 'Running');
  print('SPY', 310);
  print('SPY', 362);
  const [run] = at.runtime.live;
  await expect.poll(() => run?.rows.map(({ timeMs }) => minuteOf(timeMs)), { timeout: 10_000 }).toEqual([5]);
});

it('ends a live run and a backtest that read a symbol which the market does not have', async () => {
  const message = 'Symbol not found: NONE';
  await at.service.startLive(RUNNER, liveStart(reading('NONE')));
  expect(await at.status('live-1', 'RuntimeError')).toMatchObject({ Message: message });
  await at.service.startBacktest(RUNNER, backtestStart(at.trading.market, reading('NONE')));
  expect(await at.status('test-1', 'BacktestingFailed')).toMatchObject({ Message: message });
  expect([at.runtime.live, at.runtime.jobs]).toEqual([[], []]);
});

it('gives a backtest, and the comparison of a live run, the bars of the other symbol', async () => {
  const { market } = at.trading;
  market.nowMs = market.session.openMs + 5 * MINUTE_MS + 1_000;
  await at.service.startBacktest(RUNNER, backtestStart(market, reading('QQQ')));
  await at.status('test-1', 'BacktestingCompleted');
  expect(at.runtime.jobs).toMatchObject([{ rows: 5, others: [['QQQ', 5]] }]);
  await at.service.startLive(RUNNER, liveStart(reading('QQQ')));
  await at.status('live-1', 'Running');
  print('SPY', 362);
  print('QQQ', 362.5);
  await expect.poll(() => at.runtime.live[0]?.rows.length, { timeout: 10_000 }).toBe(1);
  const key = { userId: 'u', name: 'Cross', instanceId: 'live-1' };
  await expect
    .poll(async () => (await at.service.reconciliations.sessions(key))?.length, { timeout: 10_000 })
    .toBe(1);
  print('SPY', 425);
  const [session] = (await at.service.reconciliations.sessions(key)) ?? [];
  await at.service.reconciliations.compare(key, session?.From ?? 0);
  await expect.poll(() => at.runtime.jobs.length, { timeout: 10_000 }).toBe(2);
  expect(at.runtime.jobs[1]?.others?.[0]?.[0]).toBe('QQQ');
});
