import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Body } from '../../src/protocol/index.ts';
import { HistoryMarket } from '../../src/server/algostream/testing/strategy-harness.ts';
import { startServer } from '../../src/server/compose.ts';
import { startTestServer, testConfig, type TestServer, type TestUser } from '../support/server.ts';
import { RUN_SETTINGS } from './run-settings.ts';
import { openAccount, type WireClient } from './wire-client.ts';

/** AlgoStream over the wire, with the real runtime: a process for each user, an isolate for each run. */

let server: TestServer<HistoryMarket>;
let user: TestUser;
let client: WireClient<'trading'>;

function market(): HistoryMarket {
  const made = new HistoryMarket(['SPY', 'QQQ']);
  made.show('SPY', [{ exchange: 'ARCA', bid: [100, 3000], ask: [100.02, 2000] }]);
  made.print('SPY', 100.01, 100);
  return made;
}

beforeEach(async () => {
  server = await startTestServer<HistoryMarket>({ market: market() });
  user = await server.addUser('ann');
  ({ client } = await openAccount(server.ports, user));
});
afterEach(() => server.end());

const RISING = `// Buys the fifth bar and sells the tenth.
symbol('SPY');
bars('1 minute');
order({ quantity: param('shares', 100) });
onBar((bar) => {
  if (bar.index === 5) buy();
  if (bar.index === 10) sell();
});`;
/** Buys with every trade until it holds two lots; a limit order far away rests. */
const LIVE = `symbol('SPY');
bars('trade');
order({ quantity: 100 });
let seen = 0;
onBar(() => {
  seen += 1;
  if (seen === 1) buy();
  if (seen === 2) buy(10, { price: 90 });
  log('trade', seen);
});`;
const save = async (Name: string, Code: string): Promise<void> => {
  client.send('saveAlgoTradingStrategy', { Name, Code, Parameters: '' });
  expect(await client.next('strategySaved')).toEqual({
    Name,
    OriginalName: '',
    Result: 'SaveOK',
    Message: '',
  });
};
const backtest = (Code: string, change: Partial<Body<'startBacktest'>> = {}): void =>
  client.send('startBacktest', {
    ...RUN_SETTINGS,
    Name: 'Cross',
    InstanceId: 'test-1',
    Account: user.account,
    Code,
    DataType: 'Auto',
    From: server.market.session.openMs,
    To: server.market.session.closeMs,
    ...change,
  });
const live = (Code: string, change: Partial<Body<'startStrategy'>> = {}): void =>
  client.send('startStrategy', {
    ...RUN_SETTINGS,
    Name: 'Cross',
    InstanceId: 'live-1',
    Account: user.account,
    Code,
    ...change,
  });
const status = (wanted: string, subscriber = client) =>
  subscriber.next('strategyStatusUpdate', ({ Instance }) => Instance.Status === wanted);
const print = async (price: number): Promise<void> => {
  server.market.nowMs += 1;
  server.market.print('SPY', price, 10);
  await new Promise((resolve) => setTimeout(resolve, 30));
};

describe('from a saved strategy to its returns', () => {
  it('reports a backtest from its start to its end, and returns its orders on request', async () => {
    await save('Cross', RISING);
    client.send('strategyList', { Account: user.account });
    expect(await client.next('strategies')).toEqual({
      IsPublic: false,
      HasMore: false,
      Items: [
        {
          Name: 'Cross',
          Id: 0,
          TradeLimit: 'no limit',
          Parameters: '',
          Description: 'Buys the fifth bar and sells the tenth.',
          Instances: [],
        },
      ],
    });
    client.send('loadAlgoTradingStrategy', { Account: user.account, Name: 'Cross' });
    expect(await client.next('strategyLoaded')).toEqual({
      Name: 'Cross',
      Result: 'Loaded',
      Code: RISING,
      Parameters: '',
    });
    backtest(RISING, { Parameters: 'shares = 50' });
    expect((await client.next('backtestingStarted')).Instance).toMatchObject({
      InstanceId: 'test-1',
      Status: 'Backtesting',
      Parameters: 'shares = 50',
    });
    expect((await client.next('strategyParameters')).Instance).toMatchObject({
      PrimarySymbol: 'SPY',
      Order: { Quantity: 50, Type: 'Market' },
    });
    const { Instance } = await status('BacktestingCompleted');
    // 50 shares, five bars, a cent a bar.
    expect(Instance.Returns).toMatchObject({
      CumulativeGrossProfitLoss: 2.5,
      TradeCount: 1,
      ProfitablePercent: 1,
    });
    expect(Instance.Returns?.CumulativeNetProfitLoss).toBeLessThan(2.5);
    client.send('requestAlgoTradingStrategyOrders', { Name: 'Cross', InstanceId: 'test-1' });
    const { Items, HasMore } = await client.next('strategyOrders');
    expect([
      HasMore,
      Items.map(({ Side, Quantity, FillPrice, Status }) => [Side, Quantity, FillPrice, Status]),
    ]).toEqual([
      false,
      [
        ['Buy', 50, 100.06, 'Filled'],
        ['Sell', 50, 100.11, 'Filled'],
      ],
    ]);
    expect((await client.next('backtestOrderExecuted')).Items).toEqual(Items);
    client.send('requestAlgoTradingStrategyStatus', {
      Account: user.account,
      Name: 'Cross',
      IncludeOrders: true,
    });
    expect(await client.next('strategyStatus')).toMatchObject({
      Name: 'Cross',
      StrategyId: 0,
      Instances: [{ InstanceId: 'test-1', Status: 'BacktestingCompleted' }],
    });
    expect((await client.next('strategyOrders')).Items).toEqual(Items);
    client.send('removeAlgoStrategyInstance', { Account: user.account, Name: 'Cross', InstanceId: 'test-1' });
    expect(await client.next('strategyInstanceRemoved')).toMatchObject({ Result: 'DeleteOK' });
    client.send('deleteAlgoTradingStrategy', { Account: user.account, Name: 'Cross' });
    expect(await client.next('strategyDeleted')).toEqual({ Name: 'Cross', Result: 'DeleteOK', Message: '' });
  });

  it('many orders come in frames of at most 64 kB and two hundred orders', async () => {
    await save('Cross', RISING);
    const frames: number[] = [];
    client.socket.on('message', (payload) => frames.push(String(payload).length));
    backtest(
      "symbol('SPY'); bars('1 minute'); onBar(() => { for (let n = 0; n < 15; n += 1) buy(1, { price: 1 }); });",
    );
    await status('BacktestingCompleted');
    client.send('requestAlgoTradingStrategyOrders', { Name: 'Cross', InstanceId: 'test-1' });
    let count = 0;
    for (let hasMore = true; hasMore;) {
      const { Items, HasMore } = await client.next('strategyOrders');
      hasMore = HasMore;
      count += Items.length;
    }
    expect(count).toBeGreaterThan(800);
    expect(Math.max(...frames)).toBeLessThanOrEqual(65_536);
  });

  it('reports a mistake in the code with its line, before the run and during it', async () => {
    await save('Cross', RISING);
    backtest("symbol('SPY');\nonBar(() => {\n  buy(;\n});");
    expect((await status('SyntaxError')).Instance.Message).toContain('line 3');
    backtest("symbol('SPY');\nonBar((bar) => {\n  if (bar.index === 3) nothing();\n});", {
      InstanceId: 'test-2',
    });
    expect((await status('RuntimeError')).Instance.Message).toMatch(/nothing is not defined.*line 3/);
  });

  it('reports that ticks of a past session are missing, and runs on minute bars once the user agrees', async () => {
    await save('Cross', RISING);
    backtest(RISING, { DataType: 'Tick', From: server.market.session.openMs - 7 * 86_400_000 });
    await status('BacktestingIncompleteTickData');
    client.send('resumeBacktest', {
      Name: 'Cross',
      InstanceId: 'test-1',
      Account: user.account,
      DataType: 'AvailableMinute',
    });
    expect((await status('BacktestingCompleted')).Instance.Message).toContain(
      'sessions that have one-minute bars',
    );
  });

  it('refuses to rename a strategy that has instances, with the text of the dialog', async () => {
    await save('Cross', RISING);
    backtest(RISING);
    await status('BacktestingCompleted');
    client.send('updateAlgoTradingStrategy', {
      Name: 'Other',
      OriginalName: 'Cross',
      Code: RISING,
      Parameters: '',
    });
    expect(await client.next('strategySaved')).toEqual({
      Name: 'Other',
      OriginalName: 'Cross',
      Result: 'SaveError',
      Message:
        'This strategy has one or more instances created. Please remove all instances before renaming strategy.',
    });
  });

  it('templates and public strategies are listed, the latter without code', async () => {
    client.send('strategyTemplateList', {});
    expect((await client.next('strategyTemplates')).Items.length).toBeGreaterThanOrEqual(5);
    client.send('publicStrategyList', { Account: user.account });
    const { Items, IsPublic } = await client.next('strategies');
    expect([
      IsPublic,
      Items.every(({ Id }) => Id > 0),
      Items.length >= 3,
      JSON.stringify(Items).includes('onBar'),
    ]).toEqual([true, true, true, false]);
    client.send('startPublicBacktest', {
      ...RUN_SETTINGS,
      StrategyId: 1,
      InstanceId: 'p',
      UserId: user.userId,
      Account: user.account,
      DollarLimit: 1000,
      DataType: 'Auto',
      From: server.market.session.openMs - 7 * 86_400_000,
      To: server.market.session.closeMs,
    });
    expect(await status('BacktestingCompleted')).toMatchObject({ Name: 'Trend Follower', StrategyId: 1 });
    client.send('startPublicBacktest', {
      ...RUN_SETTINGS,
      StrategyId: 1,
      InstanceId: 'q',
      UserId: user.userId,
      Account: user.account,
      DataType: 'Auto',
      From: 1,
      To: 2,
    });
    expect((await client.next('strategyRefused')).Message).toContain('only one of them');
  });

  it('reports an unknown instance as invalid, without orders', async () => {
    await save('Cross', RISING);
    client.send('requestAlgoTradingStrategyOrders', { Name: 'Cross', InstanceId: 'nothing' });
    expect((await client.next('strategyStatusUpdate')).Instance).toMatchObject({
      InstanceId: 'nothing',
      Status: 'InvalidInstance',
    });
    expect(await client.next('strategyOrders')).toMatchObject({ Items: [], HasMore: false });
  });
});

describe('a live run', () => {
  it('sends real orders that every connection of the account sees, and stops on request', async () => {
    await save('Cross', LIVE);
    const { client: second } = await openAccount(server.ports, user);
    live(LIVE);
    expect((await second.next('strategyStarted')).Instance).toMatchObject({
      InstanceId: 'live-1',
      Status: 'Running',
      PrimarySymbol: 'SPY',
    });
    await print(100.01);
    const report = await second.next('executionReport', ({ ReportType }) => ReportType === 'OrderExecuted');
    expect(report).toMatchObject({
      Symbol: 'SPY',
      Side: 'Buy',
      LastFillQuantity: 100,
      UserId: user.userId,
      Account: user.account,
    });
    expect(report.ClientId).toMatch(/^algo-/);
    expect(
      (await second.next('strategyStockOrder', ({ Order }) => Order.Status === 'Filled')).Order,
    ).toMatchObject({ Id: report.ClientId, FillPrice: 100.02, Quantity: 100 });
    await print(100.02);
    const resting = await second.next(
      'executionReport',
      ({ ReportType, Quantity }) => ReportType === 'OrderConfirmed' && Quantity === 10,
    );
    client.send('stopStrategy', { Account: user.account, Name: 'Cross', InstanceId: 'live-1' });
    await second.next(
      'executionReport',
      ({ ReportType, OrderId }) => ReportType === 'OrderCanceled' && OrderId === resting.OrderId,
    );
    expect((await status('Stopped', second)).Instance).toMatchObject({ Returns: { TradeCount: 0 } });
    // The position is left to the account.
    expect(server.brokerage.accountView(user.account, 0).positions).toMatchObject([
      { symbol: 'SPY', longQuantity: 100 },
    ]);
    client.send('stopStrategy', { Account: user.account, Name: 'Cross', InstanceId: 'live-1' });
    expect((await client.next('strategyRefused')).Message).toBe('Strategy is not running');
  });

  it('continues a live run when its user logs off', async () => {
    await save('Cross', LIVE);
    live(LIVE);
    await client.next('strategyStarted');
    client.send('logoff', {});
    await client.closed;
    await print(100.01);
    await print(100.01);
    const { client: again } = await openAccount(server.ports, user);
    await print(100.01);
    // The strategy's process may have been behind: its third line comes after all it did before.
    const isThird = ({ Instance }: Body<'strategyStatusUpdate'>) => Instance.Message === 'trade 3';
    expect((await again.next('strategyStatusUpdate', isThird)).Instance.Status).toBe('Running');
    expect(server.brokerage.accountView(user.account, 0).positions).toMatchObject([{ longQuantity: 100 }]);
  });

  it('cannot take the server or another user with it: an endless loop ends its own runs only', async () => {
    await save('Cross', LIVE);
    const other = await server.addUser('bob');
    const { client: bob } = await openAccount(server.ports, other);
    bob.send('saveAlgoTradingStrategy', { Name: 'Bobs', Code: LIVE, Parameters: '' });
    bob.send('startStrategy', {
      ...RUN_SETTINGS,
      Name: 'Bobs',
      InstanceId: 'bob-1',
      Account: other.account,
      Code: LIVE,
    });
    await bob.next('strategyStarted');
    live("symbol('SPY'); bars('trade'); onBar(() => { while (true) {} });");
    await client.next('strategyStarted');
    await print(100.01);
    // The server answers other messages while the loop runs.
    client.send('heartbeat', { Sent: 1 });
    await client.next('heartbeatAck');
    expect(
      client.seen.some(
        ({ name, body }) => name === 'strategyStatusUpdate' && body.Instance.Status === 'RuntimeError',
      ),
    ).toBe(false);
    await bob.next('executionReport', ({ ReportType }) => ReportType === 'OrderExecuted');
    const ended = await status('RuntimeError');
    expect(ended.Instance.Message).not.toBe('');
  });

  it('is stopped by a restart, which leaves its position and says so', async () => {
    await save('Cross', LIVE);
    live(LIVE);
    await client.next('strategyStarted');
    await print(100.01);
    await client.next('strategyStockOrder', ({ Order }) => Order.Status === 'Filled');
    await print(100.01);
    await client.next(
      'executionReport',
      ({ ReportType, Quantity }) => ReportType === 'OrderConfirmed' && Quantity === 10,
    );
    await server.stop();
    const again = await startServer(testConfig(server.dataFolder), {
      market: server.market,
      apiRequestsPerMinute: 1e6,
    });
    try {
      const { client: later } = await openAccount(again.ports, user);
      later.send('strategyList', { Account: user.account });
      expect((await later.next('strategies')).Items[0]?.Instances).toMatchObject([
        {
          Status: 'Stopped',
          Message: expect.stringContaining('Open orders were cancelled; positions stay.'),
        },
      ]);
      later.send('requestAlgoTradingStrategyOrders', { Name: 'Cross', InstanceId: 'live-1' });
      expect((await later.next('strategyOrders')).Items.map(({ Status }) => Status)).toEqual([
        'Filled',
        'Cancelled',
      ]);
      expect(again.brokerage.accountView(user.account, 0).positions).toMatchObject([{ longQuantity: 100 }]);
    } finally {
      await again.stop();
    }
  });
});
