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
