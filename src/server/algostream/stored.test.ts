import { expect, it } from 'vitest';
import { backtestStart, HistoryMarket } from './testing/strategy-harness.ts';
import { limitsOf, newInstance } from './runs/new-instance.ts';
import { instanceOf, orderOf } from './stored.ts';

const logger = { error: (problem: unknown) => expect.unreachable(JSON.stringify(problem)) };

/** The JSON of something that is stored, as a version without these fields wrote it. */
const without = (stored: object, ...fields: readonly string[]): string =>
  JSON.stringify(stored, (key, value: unknown) => (fields.includes(key) ? undefined : value));

it('reads instances and orders of versions that stored no rejections, queue place, drawdown, costs and stop price', () => {
  const start = backtestStart(new HistoryMarket(['SPY']), {});
  const limits = limitsOf(start, false);
  if (!limits.ok) throw new Error(limits.error);
  const Returns = {
    CumulativeGrossProfitLoss: 0,
    CumulativeNetProfitLoss: 0,
    GrossProfitLoss: 0,
    NetProfitLoss: 1,
    Roi: null,
    RoiAnnualised: null,
    SymbolRoi: null,
    SymbolRoiAnnualised: null,
    Roac: null,
    RoacAnnualised: null,
    Roc: null,
    RocAnnualised: null,
    Capital: 0,
    AverageCapital: 0,
    MaxDrawdown: 1,
    TradeCount: 0,
    LongTradeCount: 0,
    ShortTradeCount: 0,
    ProfitablePercent: null,
    LosingPercent: null,
    LongProfitablePercent: null,
    ShortProfitablePercent: null,
    AverageProfit: null,
    AverageLoss: null,
    LongProfitLoss: 0,
    ShortProfitLoss: 0,
    StartTime: null,
    FinishTime: null,
  };
  const backtest = { fromMs: 0, toMs: 1, dataType: 'Auto' } as const;
  const instance = newInstance({
    account: 'A',
    start,
    limits: limits.value,
    startedAtMs: 0,
    version: null,
    backtest,
  });
  const body = without(
    { ...instance, Returns },
    'QueuePlace',
    'RejectedCount',
    'LastRejection',
    'MaxDrawdown',
    'Version',
    'Costs',
  );
  const stored = {
    userId: 'u',
    name: 'Cross',
    instanceId: 'test-1',
    strategyId: 0,
    account: 'A',
    status: 'Backtesting',
    body,
  };
  expect(instanceOf(stored, logger)).toEqual({
    ...instance,
    Returns: { ...Returns, MaxDrawdown: null, FeesPaid: null, SlippagePaid: null, BorrowPaid: null },
  });

  const order = {
    Id: '1',
    Status: 'Filled',
    SentTimestamp: 1,
    Symbol: 'SPY',
    Side: 'Buy',
    Type: 'Stop',
    Quantity: 1,
    Price: 0,
    FillPrice: 1,
    FillTimestamp: 1,
    FifoProfitLoss: 0,
    CumulativeProfitLoss: 0,
    Liquidity: 'R',
    ClearingCharge: 0,
    ExecutionCharge: 0,
    LiquidityFee: 0,
    SecFee: 0,
    NsccFee: 0,
    FinraFee: 0,
    OtherFee: 0,
    NetProfitLoss: 0,
    GrossAmount: 0,
    NetAmount: 0,
    AverageCapital: 0,
    Roac: null,
    Roi: null,
    Capital: 0,
    Roc: null,
  };
  expect(orderOf({ serial: 1, body: JSON.stringify(order) }, logger)).toEqual({
    ...order,
    StopPrice: 0,
    Reason: '',
  });
});
