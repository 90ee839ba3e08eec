import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { strategyOrderBody, strategyInstanceBody } from '../../protocol/index.ts';
import * as v from 'valibot';
import { MAX_BACKTESTS } from './runs/active-runs.ts';
import {
  backtestStart,
  openStrategyHarness,
  publicStart,
  RUNNER,
  type StrategyHarness,
} from './testing/strategy-harness.ts';

let at: StrategyHarness;
beforeEach(async () => {
  at = await openStrategyHarness();
});
afterEach(() => at.close());

const source = (Name: string, Code = '{}') => ({ Name, Code, Parameters: 'fast = 1' });
const ordersOf = async (instanceId: string) =>
  (await at.service.orders({ userId: 'u', name: 'Cross', instanceId }, 0, 999))?.orders ?? [];

describe('a backtest', () => {
  beforeEach(async () => {
    await at.service.save('u', source('Cross'));
  });

  it('publishes a backtest from its start to its returns, with its orders and the declarations of its code', async () => {
    const script = {
      orders: [
        { at: 0, side: 'Buy', quantity: 100 },
        { at: 10, side: 'Sell', quantity: 100 },
      ],
    } as const;
    expect(await at.service.startBacktest(RUNNER, backtestStart(at.trading.market, script))).toBeUndefined();
    const done = await at.status('test-1', 'BacktestingCompleted');
    expect(at.names().filter((name, n, all) => name !== all[n - 1])).toEqual([
      'strategySaved',
      'backtestingStarted',
      'strategyParameters',
      'backtestOrderExecuted',
      'capitalReturns',
      'strategyStatusUpdate',
    ]);
    expect(done).toMatchObject({
      Account: 'A',
      Progress: 1,
      PrimarySymbol: 'SPY',
      DataType: 'Auto',
      TradingTime: '09:30–16:00',
      Order: { Quantity: 100, Type: 'Market' },
      Message: '',
    });
    // 100 shares from 100.01 to 100.11, with the broker's fees; the symbol from the close of 101 before.
    const orders = await ordersOf('test-1');
    expect(
      orders.map(({ Side, Status, FillPrice, FifoProfitLoss, GrossAmount }) => [
        Side,
        Status,
        FillPrice,
        FifoProfitLoss,
        GrossAmount,
      ]),
    ).toEqual([
      ['Buy', 'Filled', 100.01, 0, -10001],
      ['Sell', 'Filled', 100.11, 10, 10011],
    ]);
    const fees = orders.reduce(
      (sum, { LiquidityFee, SecFee, NsccFee, FinraFee, OtherFee }) =>
        sum + LiquidityFee + SecFee + NsccFee + FinraFee + OtherFee,
      0,
    );
    expect(fees).toBeGreaterThan(0.6);
    expect(done.Returns).toMatchObject({
      CumulativeGrossProfitLoss: 10,
      TradeCount: 1,
      LongTradeCount: 1,
      ProfitablePercent: 1,
      Capital: 10_001,
    });
    expect(done.Returns?.NetProfitLoss).toBeCloseTo(10 - fees, 6);
    expect(done.Returns?.SymbolRoi).toBeCloseTo(100.59 / 101 - 1, 9);
    expect(orders.at(-1)?.CumulativeProfitLoss).toBeCloseTo(10 - fees, 6);
    for (const order of orders) expect(v.is(strategyOrderBody, order)).toBe(true);
    expect(at.logged).toEqual([]);
  });

  it('that trades nothing says why: no order, none filled, or a limit below the price of one share', async () => {
    await at.service.startBacktest(RUNNER, backtestStart(at.trading.market, {}));
    expect((await at.status('test-1', 'BacktestingCompleted')).Message).toBe(
      'The code sent no order in this period.',
    );
    await at.service.startBacktest(
      RUNNER,
      backtestStart(
        at.trading.market,
        { orders: [{ at: 59, side: 'Buy', quantity: 1 }] },
        { InstanceId: 'test-2', DollarLimit: 50 },
      ),
    );
    expect((await at.status('test-2', 'BacktestingCompleted')).Message).toBe(
      'The limit of $50.00 is less than one share of SPY costs (100.59), so it cannot open a position. Choose a higher limit, or one in shares. No order was filled: 1 order ended without a fill.',
    );
  });

  it('shows the last line of its log below the reason, with a label', async () => {
    await at.service.startBacktest(
      RUNNER,
      backtestStart(at.trading.market, { log: ['at 678.40', 'at 678.44'] }),
    );
    expect((await at.status('test-1', 'BacktestingCompleted')).Message).toBe(
      'The code sent no order in this period.\nLast log line: at 678.44',
    );
  });

  it('of a strategy of every trade that runs on minutes says so', async () => {
    await at.service.startBacktest(
      RUNNER,
      backtestStart(
        at.trading.market,
        { barMinutes: 0, orders: [{ at: 0, side: 'Buy', quantity: 1 }] },
        { DataType: 'Minute' },
      ),
    );
    expect((await at.status('test-1', 'BacktestingCompleted')).Message).toBe(
      'Ran on one-minute bars: not all trades of this period are stored.',
    );
  });

  it('is kept over a restart with its orders', async () => {
    await at.service.startBacktest(
      RUNNER,
      backtestStart(at.trading.market, { orders: [{ at: 0, side: 'Short', quantity: 5 }] }),
    );
    await at.status('test-1', 'BacktestingCompleted').then(() => ordersOf('test-1'));
    await at.restart();
    expect((await at.service.personalStrategies(RUNNER))[0]?.Instances).toMatchObject([
      { InstanceId: 'test-1', Status: 'BacktestingCompleted', Returns: { Capital: 500.05 } },
    ]);
    expect(await ordersOf('test-1')).toHaveLength(1);
  });

  it('ends with the line of a mistake in the code, before the run or in it', async () => {
    await at.service.startBacktest(RUNNER, { ...backtestStart(at.trading.market, {}), Code: 'not a script' });
    expect((await at.status('test-1', 'SyntaxError')).Message).toContain('(line 1, column 2)');
    await at.service.startBacktest(
      RUNNER,
      backtestStart(
        at.trading.market,
        {
          orders: [{ at: 0, side: 'Buy', quantity: 1 }],
          faultAt: { at: 1, fault: { kind: 'runtime', message: 'x is not defined', line: 7, column: 3 } },
        },
        { InstanceId: 'test-2' },
      ),
    );
    expect(await at.status('test-2', 'RuntimeError')).toMatchObject({
      Message: 'x is not defined (line 7, column 3)',
    });
    expect(await ordersOf('test-2')).toHaveLength(1);
  });

  it('waits for a choice of data when ticks are missing, and continues with the chosen data', async () => {
    const start = backtestStart(
      at.trading.market,
      { barMinutes: 0, orders: [{ at: 0, side: 'Buy', quantity: 1 }] },
      {
        DataType: 'Tick',
        From: at.trading.market.session.openMs - 3 * 86_400_000,
        To: at.trading.market.session.openMs - 86_400_000,
      },
    );
    await at.service.startBacktest(RUNNER, start);
    await at.status('test-1', 'BacktestingNoTickData');
    expect(
      await at.service.resume(
        { userId: 'eve', account: 'A' },
        { Name: 'Cross', InstanceId: 'test-1', Account: 'A', DataType: 'Minute' },
      ),
    ).toBe('The instance was not found');
    expect(
      await at.service.resume(RUNNER, {
        Name: 'Cross',
        InstanceId: 'test-1',
        Account: 'A',
        DataType: 'Minute',
      }),
    ).toBeUndefined();
    await at.status('test-1', 'BacktestingNoData');
    expect(
      await at.service.resume(RUNNER, {
        Name: 'Cross',
        InstanceId: 'test-1',
        Account: 'A',
        DataType: 'Minute',
      }),
    ).toBe('The backtest does not wait for an answer');
    await at.service.startBacktest(RUNNER, {
      ...start,
      InstanceId: 'test-2',
      To: at.trading.market.session.closeMs,
    });
    await at.status('test-2', 'BacktestingIncompleteTickData');
    await at.service.resume(RUNNER, { Name: 'Cross', InstanceId: 'test-2', Account: 'A', DataType: 'Tick' });
    expect((await at.status('test-2', 'BacktestingCompleted')).Message).toBe(
      'Ran on the prints since 2026-03-02 only. No order was filled: 1 order ended without a fill.',
    );
  });

  it('stops a backtest on request, and runs it again under its id with other orders', async () => {
    await at.service.startBacktest(RUNNER, backtestStart(at.trading.market, { hangs: true }));
    expect((await at.status('test-1', 'Backtesting')).Status).toBe('Backtesting');
    expect(await at.service.startBacktest(RUNNER, backtestStart(at.trading.market, {}))).toBe(
      'Strategy is already running',
    );
    expect(await at.service.stopRun({ userId: 'eve', name: 'Cross', instanceId: 'test-1' })).toBe(
      'Strategy is not running',
    );
    expect(await at.service.stopRun({ userId: 'u', name: 'Cross', instanceId: 'test-1' })).toBeUndefined();
    await at.status('test-1', 'Stopped');
    expect(await at.service.stopRun({ userId: 'u', name: 'Cross', instanceId: 'test-1' })).toBe(
      'Strategy is not running',
    );
    await at.service.startBacktest(
      RUNNER,
      backtestStart(at.trading.market, { orders: [{ at: 0, side: 'Buy', quantity: 1 }] }),
    );
    await at.status('test-1', 'BacktestingCompleted');
    expect(await ordersOf('test-1')).toHaveLength(1);
  });

  it('is refused for what does not make sense, and more than a few at once', async () => {
    const { market } = at.trading;
    const start = (change: Partial<ReturnType<typeof backtestStart>>) =>
      at.service.startBacktest(RUNNER, backtestStart(market, { hangs: true }, change));
    expect(await start({ Name: 'Nothing' })).toBe('Strategy "Nothing" was not found');
    expect(await start({ From: 5, To: 5 })).toBe('The period must end after it begins');
    expect(await start({ FirstTradingIntervalStart: 900, FirstTradingIntervalEnd: 600 })).toBe(
      'The first trading interval must end after it starts',
    );
    expect(await start({ ShareLimit: 0 })).toBe('The share limit must be at least 1');
    for (let n = 0; n < MAX_BACKTESTS; n += 1)
      expect(await start({ InstanceId: `many-${n}` })).toBeUndefined();
    expect(await start({ InstanceId: 'many' })).toContain('You have 4 backtests running or queued');
    await at.service.startBacktest({ userId: 'eve', account: 'B' }, publicBacktest({ InstanceId: 'eves' }));
    expect((await at.service.publicStrategies({ userId: 'eve', account: 'B' }))[0]?.Instances).toHaveLength(
      1,
    );
  });

  it('of an unknown symbol or a period to come fails with what to do', async () => {
    await at.service.startBacktest(RUNNER, backtestStart(at.trading.market, { symbol: 'NOSUCH' }));
    expect((await at.status('test-1', 'BacktestingFailed')).Message).toBe('Symbol not found: NOSUCH');
    await at.service.startBacktest(
      RUNNER,
      backtestStart(
        at.trading.market,
        {},
        {
          InstanceId: 'test-2',
          From: at.trading.market.nowMs + 86_400_000,
          To: at.trading.market.nowMs + 2 * 86_400_000,
        },
      ),
    );
    expect((await at.status('test-2', 'BacktestingFailed')).Message).toContain('Choose an earlier one');
  });

  it('keeps what a hostile description says within what the wire allows', async () => {
    await at.service.startBacktest(
      RUNNER,
      backtestStart(at.trading.market, { describe: { primarySymbol: 'X'.repeat(99) } }),
    );
    expect((await at.status('test-1', 'BacktestingFailed')).Message).toContain(
      'The backtest could not be run',
    );
    for (const { body } of at.pushes)
      if ('Instance' in body) expect(v.is(strategyInstanceBody, body.Instance)).toBe(true);
  });

  it('that a restart interrupted has failed, and says so', async () => {
    await at.service.startBacktest(RUNNER, backtestStart(at.trading.market, { hangs: true }));
    await at.status('test-1', 'Backtesting');
    await at.restart();
    expect((await at.service.personalStrategies(RUNNER))[0]?.Instances).toMatchObject([
      {
        Status: 'BacktestingFailed',
        Message: 'The server was restarted while the backtest ran. Start it again.',
      },
    ]);
  });
});

const publicBacktest = (change: Partial<ReturnType<typeof publicStart>> = {}) => ({
  ...publicStart(change),
  DataType: 'Auto' as const,
  From: at.trading.market.session.openMs,
  To: at.trading.market.session.closeMs,
});

describe('public strategies', () => {
  it('lists public strategies with their ids, without code, and with the instances of the user', async () => {
    await at.service.startBacktest(RUNNER, publicBacktest());
    const listed = await at.service.publicStrategies(RUNNER);
    expect(listed.map(({ Name, Id, Instances }) => [Name, Id, Instances.length])).toEqual([
      ['Trend Follower', 1, 1],
      ['Morning Range', 2, 0],
      ['Back to Average', 3, 0],
    ]);
    expect(JSON.stringify(listed)).not.toContain('onBar');
    expect(
      (await at.service.publicStrategies({ userId: 'eve', account: 'A' })).flatMap(
        ({ Instances }) => Instances,
      ),
    ).toEqual([]);
    expect(await at.service.load('u', 'Trend Follower')).toBeUndefined();
  });

  it('need a share or a dollar limit, and only one', async () => {
    const text = 'A public strategy needs a share limit or a dollar limit, and only one of them';
    expect(await at.service.startBacktest(RUNNER, publicBacktest({ DollarLimit: -1 }))).toBe(text);
    expect(await at.service.startLive(RUNNER, publicStart({ ShareLimit: 1 }))).toBe(text);
    expect(await at.service.startBacktest(RUNNER, publicBacktest({ DollarLimit: 0.001 }))).toBe(
      'The dollar limit must be at least 0.01',
    );
    expect(await at.service.startBacktest(RUNNER, publicBacktest({ StrategyId: 99 }))).toBe(
      'The public strategy was not found',
    );
  });
});
