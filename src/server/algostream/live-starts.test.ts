import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  liveStart,
  openStrategyHarness,
  publicStart,
  RUNNER,
  type StrategyHarness,
} from './testing/strategy-harness.ts';
import { scriptText, type Script } from './testing/scripted-runtime.ts';

let at: StrategyHarness;
beforeEach(async () => {
  at = await openStrategyHarness();
  await at.service.save('u', { Name: 'Cross', Code: '{}', Parameters: '' });
});
afterEach(() => at.close());

const TRADES: Script = { barMinutes: 0 };

describe('starts of live runs', () => {
  it('allows one live run of a public strategy an account, running or not, until the instance is removed', async () => {
    // The scripted runtime reads the code of a public strategy as a syntax error, and the instance stays.
    expect(await at.service.startLive(RUNNER, publicStart())).toBeUndefined();
    await at.status('public-1', 'SyntaxError');
    expect(await at.service.startLive(RUNNER, publicStart({ InstanceId: 'public-2' }))).toBe(
      'Only one instance of live strategy is allowed',
    );
    expect(
      await at.service.startLive(
        { userId: 'u', account: 'B' },
        publicStart({ InstanceId: 'public-3', Account: 'B' }),
      ),
    ).toBeUndefined();
    expect(await at.service.removeInstance(RUNNER, 'Trend Follower', 'public-1')).toEqual({
      result: 'DeleteOK',
      message: '',
    });
    expect(await at.service.startLive(RUNNER, publicStart({ InstanceId: 'public-2' }))).toBeUndefined();
  });

  it('allows several live runs of a strategy of the user, but each instance only once', async () => {
    expect(await at.service.startLive(RUNNER, liveStart(TRADES))).toBeUndefined();
    await at.status('live-1', 'Running');
    expect(await at.service.startLive(RUNNER, liveStart(TRADES))).toBe('Strategy is already running');
    expect(await at.service.startLive(RUNNER, liveStart(TRADES, { InstanceId: 'live-2' }))).toBeUndefined();
    await at.status('live-2', 'Running');
    expect(
      await at.service.startBacktest(RUNNER, {
        ...liveStart(TRADES, { InstanceId: 'live-3' }),
        Code: scriptText({ hangs: true }),
        DataType: 'Auto',
        From: 0,
        To: 1,
      }),
    ).toBeUndefined();
    await at.status('live-3', 'BacktestingNoData');
    expect(await at.service.startLive(RUNNER, liveStart(TRADES, { InstanceId: 'live-3' }))).toBe(
      'The id of the instance is taken by another one',
    );
  });
});
