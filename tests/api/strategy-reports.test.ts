import { afterEach, beforeEach, expect, it } from 'vitest';
import { ALL_PERMISSIONS, Permission } from '../../src/domain/permissions.ts';
import { HistoryMarket } from '../../src/server/algostream/testing/strategy-harness.ts';
import { startServer } from '../../src/server/compose.ts';
import { startTestServer, testConfig, type TestServer, type TestUser } from '../support/server.ts';
import { RUN_SETTINGS } from './run-settings.ts';
import { connect, openAccount, type WireClient } from './wire-client.ts';

/** What runs of AlgoStream report over the wire, with the real runtime. */

let server: TestServer<HistoryMarket>;
let user: TestUser;
let client: WireClient<'trading'>;

beforeEach(async () => {
  const market = new HistoryMarket(['SPY']);
  market.show('SPY', [{ exchange: 'ARCA', bid: [100, 3000], ask: [100.02, 2000] }]);
  market.print('SPY', 100.01, 100);
  server = await startTestServer<HistoryMarket>({ market });
  user = await server.addUser('ann');
  ({ client } = await openAccount(server.ports, user));
});
afterEach(() => server.end());

const START = { ...RUN_SETTINGS, Name: 'Cross' };
const BACKTEST = { Name: 'Cross', InstanceId: 'test-1' };
const LIVE = { Name: 'Cross', InstanceId: 'live-1' };
const save = async (Code: string): Promise<void> => {
  client.send('saveAlgoTradingStrategy', { Name: 'Cross', Code, Parameters: '' });
  await client.next('strategySaved');
};
const backtest = async (Code: string) => {
  await save(Code);
  client.send('startBacktest', {
    ...START,
    ...BACKTEST,
    Code,
    Account: user.account,
    DataType: 'Auto',
    From: server.market.session.openMs,
    To: server.market.session.closeMs,
  });
  return (await client.next('strategyStatusUpdate', ({ Instance }) => Instance.Status !== 'Backtesting'))
    .Instance;
};

it('gives the equity curve and the log of a backtest, which end with its returns', async () => {
  const { Returns } = await backtest(
    "symbol('SPY'); bars('1 minute'); onBar((bar) => { log('bar', bar.index); if (bar.index === 5) buy(100); });",
  );
  client.send('requestAlgoTradingStrategyEquity', BACKTEST);
  const { Equity } = await client.next('strategyEquity');
  // The position is still open: its profit is in the curve.
  expect(Returns?.NetProfitLoss).toBeGreaterThan(1);
  expect([Equity?.End, Equity?.MaxDrawdown]).toEqual([Returns?.NetProfitLoss, Returns?.MaxDrawdown]);
  expect(Equity?.Values.at(-1)).toBe(Equity?.End);
  client.send('requestAlgoTradingStrategyLog', { ...BACKTEST, From: 1 });
  const log = await client.next('strategyLog');
  expect([log.From, log.Items[0]?.Text]).toEqual([1, 'bar 1']);
  expect(log.Total).toBeGreaterThan(50);
});

it('gives what a backtest has drawn line by line, with its marks', async () => {
  const { Status, Message } = await backtest(
    "symbol('SPY'); bars('1 minute'); onBar((bar) => { plot('close', bar.close); plot('equity', account.equity); if (bar.index === 5) { mark({ text: 'bought', price: bar.close }); buy(percentOfEquity(10)); } });",
  );
  expect([Status, Message]).toEqual(['BacktestingCompleted', '']);
  const part = async (From: number) => {
    client.send('requestAlgoTradingStrategyPlots', { ...BACKTEST, From });
    return client.next('strategyPlots');
  };
  const first = await part(0);
  // The minutes rise a cent each from 100.00.
  expect(first).toMatchObject({ Total: 2, Plot: { Name: 'close' }, DroppedMarks: 0 });
  expect(first.Plot?.Values.slice(0, 3)).toEqual([100, 100.01, 100.02]);
  expect(first.Plot?.Times[0]).toBe(server.market.session.openMs + 60_000);
  expect(first.Marks).toEqual([
    { Time: server.market.session.openMs + 360_000, Text: 'bought', Price: 100.05 },
  ]);
  const second = await part(1);
  expect([second.Plot?.Name, second.Plot?.Values[0], second.Marks]).toEqual(['equity', 100_000, []]);
  // 99 shares since 100.06, and their fees.
  expect(second.Plot?.Values.at(-1)).toBeGreaterThan(100_000);
  expect((await part(2)).Plot).toBeNull();
});

it('gives all orders of a backtest that sent more than ten thousand', async () => {
  const ended = await backtest(
    "symbol('SPY'); bars('1 minute'); onBar(() => { for (let n = 0; n < 200; n += 1) buy(1); });",
  );
  expect(ended.Status, ended.Message).toBe('BacktestingCompleted');
  client.send('requestAlgoTradingStrategyOrders', BACKTEST);
  const ids = new Set<string>();
  for (let hasMore = true; hasMore;) {
    const { Items, HasMore } = await client.next('strategyOrders');
    hasMore = HasMore;
    for (const { Id } of Items) ids.add(Id);
  }
  expect(ids.size).toBeGreaterThan(10_000);
  expect(ids.size % 200).toBe(0);
}, 60_000);

it('announces a live run that a restart stopped after the next choice of its account, until it is confirmed', async () => {
  const code = "symbol('SPY'); bars('trade'); onBar(() => {});";
  await save(code);
  client.send('startStrategy', { ...START, ...LIVE, Account: user.account, Code: code });
  await client.next('strategyStarted');
  await server.stop();
  const again = await startServer(testConfig(server.dataFolder), {
    market: server.market,
    apiRequestsPerMinute: 1e6,
  });
  try {
    const first = (await openAccount(again.ports, user)).client;
    expect((await first.next('strategyRunsStopped')).Items).toMatchObject([
      { ...LIVE, Message: expect.stringContaining('positions stay') },
    ]);
    first.send('confirmStrategyStops', { Account: user.account, Items: [LIVE] });
    // The answer to a later request: the confirmation is stored.
    first.send('requestAlgoTradingStrategyLog', { ...LIVE, From: 0 });
    await first.next('strategyLog');
    const second = (await openAccount(again.ports, user)).client;
    second.send('requestAlgoTradingStrategyLog', { ...LIVE, From: 0 });
    await second.next('strategyLog');
    expect(second.names()).not.toContain('strategyRunsStopped');
  } finally {
    await again.stop();
  }
});

it('refuses reports to a demo session, and to a user without the permission', async () => {
  const demo = await connect('trading', server.ports);
  await demo.next('connected');
  demo.send('demoStart', {});
  await demo.next('loginSuccess');
  const {
    DemoAccounts: [demoAccount = ''],
  } = await demo.next('availableAccounts');
  demo.send('accountSelect', {
    Account: demoAccount,
    IncludeBalance: false,
    IncludePositions: false,
    IncludeTrades: false,
  });
  await demo.next('initializationComplete');
  const other = await server.addUser('noalgo', {
    permissionMask: ALL_PERMISSIONS - Permission.AlgoTrading,
  });
  const { client: refused } = await openAccount(server.ports, other);
  for (const [caller, account, text] of [
    [demo, demoAccount, 'AlgoStream is not supported during Demo Session'],
    [refused, other.account, "You don't have permissions to access AlgoStream"],
  ] as const) {
    caller.send('requestAlgoTradingStrategyEquity', LIVE);
    expect((await caller.next('failure', ({ RequestT }) => RequestT === 66)).Message).toContain(text);
    caller.send('requestAlgoTradingStrategyLog', { ...LIVE, From: 0 });
    expect((await caller.next('failure', ({ RequestT }) => RequestT === 67)).Message).toContain(text);
    caller.send('confirmStrategyStops', { Account: account, Items: [LIVE] });
    expect((await caller.next('failure', ({ RequestT }) => RequestT === 68)).Message).toContain(text);
  }
});
