import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '../../src/domain/calendar/durations.ts';
import { createSimulatedMarket } from '../../src/server/market/simulated/simulated-market.ts';
import type { MarketData } from '../../src/server/market/market-data.ts';
import { morningEpoch } from '../support/morning-epoch.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { quotedCalls } from './quoted-calls.ts';
import { RUN_SETTINGS } from './run-settings.ts';
import { openAccount } from './wire-client.ts';

/** Multi-leg orders of strategies, from the code in its isolate to the fills of the legs and the returns. */

let server: TestServer<MarketData>;
beforeAll(async () => {
  server = await startTestServer<MarketData>({
    market: createSimulatedMarket({ epoch: morningEpoch(), seed: 7, nowMs: Date.now }),
  });
});
afterAll(() => server.end());

const START = {
  ...RUN_SETTINGS,
  FirstTradingIntervalStart: 0,
  FirstTradingIntervalEnd: 0,
  IncludeOffMarket: true,
  Name: 'Spreads',
};

it(
  'a live strategy buys a covered call and replaces a vertical, each as one order, and a backtest rejects both',
  { timeout: 120_000 },
  async () => {
    const { client, jwt } = await openAccount(server.ports, server.user);
    const { lower, upper } = await quotedCalls(server, jwt);
    const Code = `symbol('SPY');
bars('trade');
let vertical = null;
let trades = 0;
onOrder((order) => {
  const fill = order.fills.at(-1);
  log(order.status, order.filledQuantity, fill === undefined ? order.reason : fill.legs.map((leg) => leg.side + leg.quantity + ' ' + leg.symbol).join(', '));
  if (order.isFilled && order.legs[0].symbol === 'SPY') {
    log('covered', position.quantity, held('${upper.Symbol}'));
    vertical = spread([{ symbol: '${lower.Symbol}', side: 'Buy' }, { symbol: '${upper.Symbol}', side: 'Sell' }], { price: 0 });
    vertical.replace({ price: ${Math.ceil((lower.Ask - upper.Bid) * 120) / 100}, quantity: 2, tif: 'GTC' });
  }
});
onBar(() => {
  trades += 1;
  if (trades === 1) spread([{ symbol: 'SPY', side: 'Buy' }, { symbol: '${upper.Symbol}', side: 'Sell' }]);
});`;
    client.send('saveAlgoTradingStrategy', { Name: 'Spreads', Code, Parameters: '' });
    await client.next('strategySaved');
    client.send('startStrategy', { ...START, InstanceId: 'live-1', Account: server.user.account, Code });
    await client.next('strategyStarted');
    const covered = await client.next('strategyOptionOrder', ({ Order }) => Order.Status === 'Filled');
    expect(covered.Order).toMatchObject({
      Symbol: 'SPY',
      Side: 'Buy',
      Type: 'Market',
      Quantity: 1,
      Legs: [
        { Symbol: 'SPY', Side: 'Buy', Ratio: 1 },
        { Symbol: upper.Symbol, Side: 'Sell', Ratio: 1 },
      ],
    });
    // The shares were paid, the premium was received.
    expect(covered.Order.GrossAmount).toBeCloseTo(-100 * covered.Order.FillPrice, 4);
    const bought = await client.next(
      'strategyOptionOrder',
      ({ Order }) => Order.Status === 'Filled' && Order.Quantity === 2,
    );
    expect(bought.Order).toMatchObject({
      Type: 'Limit',
      Legs: [{ Symbol: lower.Symbol }, { Symbol: upper.Symbol }],
    });
    expect(bought.Order.FillPrice).toBeLessThanOrEqual(bought.Order.Price);
    const { Returns } = await client.next(
      'capitalReturns',
      ({ Returns: { CumulativeNetProfitLoss } }) =>
        CumulativeNetProfitLoss === bought.Order.CumulativeProfitLoss,
    );
    // Nothing is closed: the fees of all legs are the loss so far.
    expect(Returns).toMatchObject({ TradeCount: 0, CumulativeGrossProfitLoss: 0 });
    const reports = await client.next(
      'executionReport',
      ({ ReportType, MultiLegType }) => ReportType === 'OrderExecuted' && MultiLegType === 'Vertical',
    );
    expect(reports).toMatchObject({ LastFillQuantity: expect.any(Number), LeavesQuantity: 0 });
    client.send('stopStrategy', {
      Account: server.user.account,
      Name: 'Spreads',
      InstanceId: 'live-1',
    });
    await client.next(
      'strategyStatusUpdate',
      ({ Instance }) => Instance.InstanceId === 'live-1' && Instance.Status === 'Stopped',
    );
    client.send('requestAlgoTradingStrategyLog', { Name: 'Spreads', InstanceId: 'live-1', From: 0 });
    const log = (await client.next('strategyLog')).Items.map(({ Text }) => Text);
    expect(log).toContain(`covered 100 -1`);
    expect(log).toContain(`Filled 1 Buy100 SPY, Sell1 ${upper.Symbol}`);

    const reason =
      'A backtest has no quotes of options, so it cannot fill a multi-leg order: send it in a live run';
    const now = server.market.exchangeMs();
    client.send('startBacktest', {
      ...START,
      InstanceId: 'test-1',
      Account: server.user.account,
      Code: Code.replace("bars('trade')", "bars('1 minute')"),
      DataType: 'Minute',
      From: now - 4 * DAY_MS,
      To: now,
    });
    const { Instance } = await client.next(
      'strategyStatusUpdate',
      (push) =>
        push.Instance.InstanceId === 'test-1' && push.Instance.Status.startsWith('BacktestingCompleted'),
    );
    expect(Instance).toMatchObject({ RejectedCount: 1, LastRejection: reason });
    client.send('requestAlgoTradingStrategyLog', { Name: 'Spreads', InstanceId: 'test-1', From: 0 });
    const lines = (await client.next('strategyLog', ({ InstanceId }) => InstanceId === 'test-1')).Items;
    expect(lines[0]?.Text).toBe(
      `Order 1 (Buy 1 Covered call: Buy 1 SPY, Sell 1 ${upper.Symbol}) was rejected: ${reason}`,
    );
    client.close();
  },
);
