import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { StrategyStatus } from '../../src/domain/strategy/enumerations.ts';
import { fakeDesk, instance, returns, settled, type FakeDesk } from './testing/fakes.ts';
import type { Instance } from './types.ts';
import { watchRuns } from './watch-runs.ts';

let desk: FakeDesk;
beforeEach(() => {
  desk = fakeDesk();
  watchRuns(desk.platform);
});
const become = async (Status: StrategyStatus, change: Partial<Instance> = {}, isOwn = true) => {
  desk.emit({
    kind: 'updated',
    name: 'Cross',
    strategyId: 0,
    instance: instance({ Status, ...change }),
    isOwn,
  });
  // What asks is loaded when it is needed.
  await vi.dynamicImportSettled();
  await settled();
};

describe('what runs ask and report', () => {
  it('a runtime or syntax error shows the text of the specification and the details', async () => {
    await become('RuntimeError', { Message: 'Line 3, column 5: x is not defined' });
    expect(desk.log).toEqual([
      `alert | ${JSON.stringify({ title: 'Runtime Error', message: 'Error occured while running AlgoStream® strategy.\n\nLine 3, column 5: x is not defined' })}`,
    ]);
    await become('SyntaxError', { Message: '' });
    expect(desk.log[1]).toContain(
      '"Syntax Error","message":"Error occured while running AlgoStream® strategy."',
    );
  });
  it('no tick data offers 1-minute data, and runs on them when they are chosen', async () => {
    desk.answers['open'] = 'Minute';
    await become('BacktestingNoTickData');
    expect(desk.log).toEqual(['open | No Tick Data', 'resume | Cross | i1 | Minute']);
  });
  it('incomplete tick data can run on ticks only', async () => {
    desk.answers['open'] = 'Tick';
    await become('BacktestingIncompleteTickData');
    expect(desk.log).toEqual(['open | Incomplete Tick Data', 'resume | Cross | i1 | Tick']);
  });
  it('incomplete minute data can run on what is available; left unanswered nothing runs', async () => {
    await become('BacktestingIncompleteMinuteData');
    expect(desk.log).toEqual(['open | Incomplete Minute Data']);
  });
  it('a refused resume says why', async () => {
    desk.answers['open'] = 'AvailableMinute';
    desk.answers['resume'] = { ok: false, message: 'Strategy is already running' };
    await become('BacktestingIncompleteMinuteData');
    expect(desk.log.at(-1)).toBe(
      `alert | ${JSON.stringify({ title: 'Incomplete Minute Data', message: 'Strategy is already running' })}`,
    );
  });
  it('no data is an error with one button', async () => {
    await become('BacktestingNoData');
    expect(desk.log).toEqual([
      `alert | ${JSON.stringify({ title: 'No Data', message: 'No data is available for backtest period.' })}`,
    ]);
  });
  it('runs that others started ask nothing here', async () => {
    await become('BacktestingNoTickData', {}, false);
    await become('RuntimeError', {}, false);
    expect(desk.log).toEqual([]);
  });
  it('shows a status once, and again after a restart of the run', async () => {
    await become('BacktestingNoData', { StartedAt: 1 });
    await become('BacktestingNoData', { StartedAt: 1, Progress: 0.5 });
    expect(desk.log).toHaveLength(1);
    await become('BacktestingNoData', { StartedAt: 2 });
    expect(desk.log).toHaveLength(2);
  });
  it('shows the end of a backtest and messages of a run as toasts', async () => {
    await become('Backtesting');
    await become('BacktestingCompleted');
    await become('InfoMessage', { InstanceId: 'l1', Message: 'waiting for the open' });
    expect(desk.log).toEqual([
      'toast | success | Cross: the backtest is done',
      'toast | neutral | Cross: waiting for the open',
    ]);
  });
  it('a backtest without trades, and a live run that begins with something to say, say why', async () => {
    await become('BacktestingCompleted', {
      Message: 'No order was filled: 3 orders were rejected (The dollar limit is reached).',
      Returns: returns({ Capital: 0 }),
    });
    await become('Running', {
      InstanceId: 'l1',
      Message: 'The limit of $100.00 is less than one share of SPY costs.',
    });
    // Later lines of its log are not shown as toasts.
    await become('Running', { InstanceId: 'l1', Message: 'a line of its log' });
    await become('BacktestingCompleted', {
      InstanceId: 'i2',
      Message: 'x'.repeat(500),
      Returns: returns({ Capital: 0 }),
    });
    expect(desk.log.slice(0, -1)).toEqual([
      'toast | warning | Cross: the backtest is done, without trades. No order was filled: 3 orders were rejected (The dollar limit is reached).',
      'toast | warning | Cross: The limit of $100.00 is less than one share of SPY costs.',
    ]);
    expect(desk.log.at(-1)?.length).toBeLessThan(400);
  });
  it('ends with what was returned', async () => {
    const other = fakeDesk();
    watchRuns(other.platform)();
    other.emit({
      kind: 'updated',
      name: 'Cross',
      strategyId: 0,
      instance: instance({ Status: 'BacktestingNoData' }),
      isOwn: true,
    });
    await settled();
    expect(other.log).toEqual([]);
  });
});
