import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PUBLIC_STRATEGIES } from './library/public-strategies.ts';
import { MAX_STRATEGIES } from './strategy-library.ts';
import {
  backtestStart,
  openStrategyHarness,
  RUNNER,
  type StrategyHarness,
} from './testing/strategy-harness.ts';

let at: StrategyHarness;
beforeEach(async () => {
  at = await openStrategyHarness();
});
afterEach(() => at.close());

const source = (Name: string, Code = '{}') => ({ Name, Code, Parameters: 'fast = 1' });

describe('strategies of a user', () => {
  it("saves a strategy, lists it without its code, loads it with the code, and notifies all of the user's connections", async () => {
    expect(await at.service.save('u', source(' Cross ', '// Buys low.\n// Sells high.\nbuy();'))).toEqual({
      result: 'SaveOK',
      message: '',
    });
    expect(await at.service.personalStrategies(RUNNER)).toEqual([
      {
        Name: 'Cross',
        Id: 0,
        TradeLimit: 'no limit',
        Parameters: 'fast = 1',
        Description: 'Buys low. Sells high.',
        Instances: [],
      },
    ]);
    expect(await at.service.load('u', 'Cross')).toMatchObject({
      code: '// Buys low.\n// Sells high.\nbuy();',
      parameters: 'fast = 1',
    });
    expect(at.pushes).toEqual([
      { name: 'strategySaved', body: { Name: 'Cross', OriginalName: '', Result: 'SaveOK', Message: '' } },
    ]);
    expect([
      await at.service.load('eve', 'Cross'),
      await at.service.personalStrategies({ userId: 'eve', account: 'A' }),
      await at.service.status({ userId: 'eve', account: 'A' }, 'Cross'),
    ]).toEqual([undefined, [], undefined]);
  });

  it('refuses a name that is taken, of a public strategy, with a comma, empty or too long', async () => {
    await at.service.save('u', source('Cross'));
    expect(await at.service.save('u', source('Cross'))).toEqual({
      result: 'SaveNameAlreadyInUse',
      message: 'Strategy "Cross" already exists',
    });
    expect((await at.service.save('u', source(PUBLIC_STRATEGIES[0]?.name ?? ''))).result).toBe(
      'SaveNameAlreadyInUse',
    );
    expect(await at.service.save('u', source('a,b'))).toEqual({
      result: 'SaveError',
      message: 'Strategy name should not contain special symbols',
    });
    expect(await at.service.save('u', source('  '))).toEqual({
      result: 'SaveError',
      message: 'Strategy name is not specified',
    });
    expect(await at.service.save('u', source('x'.repeat(41)))).toEqual({
      result: 'SaveError',
      message: 'Strategy name should be no longer than 40 characters',
    });
    expect((await at.service.save('eve', source('Cross'))).result).toBe('SaveOK');
  });

  it('allows at most two hundred strategies of a user', async () => {
    for (let n = 0; n < MAX_STRATEGIES; n += 1)
      await at.storage.repositories.strategies.create(
        'u',
        { name: `s${n}`, code: '', parameters: '', description: '' },
        1,
        999,
      );
    expect(await at.service.save('u', source('one more'))).toMatchObject({
      result: 'SaveError',
      message: expect.stringContaining('200 strategies'),
    });
  });

  it('renames a strategy by an update with another name, but not one with instances', async () => {
    await at.service.save('u', source('Cross'));
    expect(await at.service.update('u', { ...source('Renamed'), OriginalName: 'Cross' })).toEqual({
      result: 'SaveOK',
      message: '',
    });
    expect(await at.service.update('u', { ...source('Cross'), OriginalName: 'Renamed' })).toEqual({
      result: 'SaveOK',
      message: '',
    });
    await at.service.startBacktest(RUNNER, backtestStart(at.trading.market, {}));
    await at.status('test-1', 'BacktestingCompleted');
    expect(await at.service.update('u', { ...source('Other'), OriginalName: 'Cross' })).toEqual({
      result: 'SaveError',
      message:
        'This strategy has one or more instances created. Please remove all instances before renaming strategy.',
    });
    expect(
      (await at.service.update('u', { ...source('Cross', '{"symbol":"AAPL"}'), OriginalName: 'Cross' }))
        .result,
    ).toBe('SaveOK');
    expect((await at.service.update('u', { ...source('Nothing'), OriginalName: 'Nothing' })).result).toBe(
      'NotFound',
    );
  });

  it('keeps a version of each change with its browser, and the version that a run uses', async () => {
    const { market } = at.trading;
    const script = (symbol: string) => backtestStart(market, { symbol }).Code;
    await at.service.save('u', source('Cross', script('SPY')), 'Firefox');
    await at.service.update('u', { ...source('Cross', script('AAPL')), OriginalName: 'Cross' }, 'Chrome');
    // The same again makes no version.
    await at.service.update('u', { ...source('Cross', script('AAPL')), OriginalName: 'Cross' }, 'Edge');
    await at.service.startBacktest(RUNNER, backtestStart(market, { symbol: 'SPY' }, { InstanceId: 'old' }));
    await at.service.startBacktest(RUNNER, backtestStart(market, { symbol: 'AAPL' }, { InstanceId: 'new' }));
    const unsaved = backtestStart(market, { symbol: 'SPY', hangs: true }, { InstanceId: 'unsaved' });
    await at.service.startBacktest(RUNNER, unsaved);
    await at.service.stopRun({ userId: 'u', name: 'Cross', instanceId: 'unsaved' });
    expect([
      (await at.status('old', 'BacktestingCompleted')).Version,
      (await at.status('new', 'BacktestingCompleted')).Version,
      (await at.status('unsaved', 'Stopped')).Version,
    ]).toEqual([1, 2, null]);
    const listed = await at.service.versions.versions('u', 'Cross', { limit: 9 });
    expect(listed.map(({ version, userAgent, runCount }) => [version, userAgent, runCount])).toEqual([
      [2, 'Chrome', 1],
      [1, 'Firefox', 1],
    ]);
    // Run again with the present code, the run has the version of that code.
    await at.service.startBacktest(RUNNER, backtestStart(market, { symbol: 'AAPL' }, { InstanceId: 'old' }));
    await expect
      .poll(async () => (await at.service.status(RUNNER, 'Cross'))?.instances[0])
      .toMatchObject({ Status: 'BacktestingCompleted', Version: 2 });
    const again = await at.service.versions.versions('u', 'Cross', { limit: 9 });
    expect(again.map(({ runCount }) => runCount)).toEqual([2, 0]);
  });

  it('has no versions of public strategies, and none for another user', async () => {
    await at.service.save('u', source('Cross'));
    const name = PUBLIC_STRATEGIES[0]?.name ?? '';
    expect([
      await at.service.versions.versions('u', name, { limit: 9 }),
      await at.service.versions.version('u', name, 1),
      await at.service.versions.versions('eve', 'Cross', { limit: 9 }),
      await at.service.versions.version('eve', 'Cross', 1),
    ]).toEqual([[], undefined, [], undefined]);
  });

  it('deletes a strategy with its instances, but not while one of them runs', async () => {
    await at.service.save('u', source('Cross'));
    await at.service.startBacktest(RUNNER, backtestStart(at.trading.market, { hangs: true }));
    await at.status('test-1', 'Backtesting');
    expect(await at.service.remove('u', 'Cross')).toEqual({
      result: 'DeleteError',
      message: 'The strategy has a running instance. Stop it first.',
    });
    expect(await at.service.removeInstance(RUNNER, 'Cross', 'test-1')).toEqual({
      result: 'DeleteError',
      message: 'The instance is running. Stop it first.',
    });
    await at.service.stopRun({ userId: 'u', name: 'Cross', instanceId: 'test-1' });
    expect(await at.service.removeInstance({ userId: 'eve', account: 'A' }, 'Cross', 'test-1')).toMatchObject(
      { result: 'NotFound' },
    );
    expect(await at.service.remove('eve', 'Cross')).toMatchObject({ result: 'NotFound' });
    expect(await at.service.remove('u', 'Cross')).toEqual({ result: 'DeleteOK', message: '' });
    expect([
      await at.service.personalStrategies(RUNNER),
      await at.service.remove('u', 'Cross'),
    ]).toMatchObject([[], { result: 'NotFound' }]);
    expect(at.names()).toContain('strategyDeleted');
  });
});
