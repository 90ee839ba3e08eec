import type * as v from 'valibot';
import { E4 } from '../../../domain/money/price.ts';
import { isStrategyRunning } from '../../../domain/strategy/enumerations.ts';
import type { runRoutes } from '../../../protocol/api-v1-runs.ts';
import type { strategyRoutes } from '../../../protocol/api-v1-strategies.ts';
import type { StartOf, WireInstance, WireOrder } from '../../algostream/service.ts';
import { decimalOf, minutesOf, timeOf } from './api-v1.ts';
import { scheduleToApi } from './api-v1-schedules.ts';

type ApiBacktest = v.InferInput<typeof strategyRoutes.backtest.response>;
type ApiRun = v.InferInput<typeof runRoutes.run.response>;
type LiveTerms = v.InferOutput<typeof runRoutes.runStart.body>;
type BacktestTerms = v.InferOutput<typeof strategyRoutes.backtestStart.body>;
/** A backtest of the wire, whose period is stated. */
export type BacktestInstance = WireInstance & { readonly BacktestFrom: number; readonly BacktestTo: number };

/** The reports of runs have dollars as numbers. */
const moneyText = (dollars: number): string => decimalOf(Math.round(dollars * E4));
const moneyOrNull = (dollars: number | null): string | null => (dollars === null ? null : moneyText(dollars));
const timeOrNull = (timeMs: number | null): string | null => (timeMs === null ? null : timeOf(timeMs));
const priceOrNull = (dollars: number): string | null => (dollars === 0 ? null : moneyText(dollars));

/** A backtest of the API. */
export const backtestToApi = (strategy: string, run: BacktestInstance): ApiBacktest => ({
  ...reportToApi(strategy, run),
  progress: run.Progress,
  queuePlace: run.QueuePlace,
  from: timeOf(run.BacktestFrom),
  to: timeOf(run.BacktestTo),
});

/** A live run of the API. */
export const runToApi = (strategy: string, run: WireInstance): ApiRun => ({
  ...reportToApi(strategy, run),
  guards: run.Guards && {
    maxLoss: moneyOrNull(run.Guards.Loss),
    maxOrdersPerMinute: run.Guards.OrdersPerMinute,
    maxPosition: run.Guards.Position,
    closePosition: run.Guards.ClosesPosition,
  },
  atRestart: run.AtRestart === 'Resume' ? 'resume' : 'stop',
  schedule: scheduleToApi(run),
});

const reportToApi = (
  strategy: string,
  run: WireInstance,
): Omit<ApiRun, 'guards' | 'atRestart' | 'schedule'> => ({
  id: run.InstanceId,
  strategy,
  account: run.Account,
  version: run.Version,
  imports: run.Imports.map(({ Name, Version }) => ({ strategy: Name, version: Version })),
  status: run.Status,
  isRunning: isStrategyRunning(run.Status),
  message: run.Message,
  parameters: run.Parameters,
  started: timeOrNull(run.StartedAt),
  finished: timeOrNull(run.FinishedAt),
  symbol: run.PrimarySymbol,
  otherSymbols: [...run.OtherSymbols],
  rejectedOrders: run.RejectedCount,
  returns: run.Returns && returnsToApi(run.Returns),
});

const returnsToApi = (
  returns: NonNullable<WireInstance['Returns']>,
): NonNullable<ApiBacktest['returns']> => ({
  grossProfit: moneyText(returns.GrossProfitLoss),
  netProfit: moneyText(returns.NetProfitLoss),
  fees: moneyOrNull(returns.FeesPaid),
  slippage: moneyOrNull(returns.SlippagePaid),
  borrow: moneyOrNull(returns.BorrowPaid),
  maxDrawdown: moneyOrNull(returns.MaxDrawdown),
  capital: moneyText(returns.Capital),
  averageCapital: moneyText(returns.AverageCapital),
  roi: returns.Roi,
  roiAnnualised: returns.RoiAnnualised,
  roac: returns.Roac,
  roc: returns.Roc,
  symbolRoi: returns.SymbolRoi,
  tradeCount: returns.TradeCount,
  longTradeCount: returns.LongTradeCount,
  shortTradeCount: returns.ShortTradeCount,
  profitablePercent: returns.ProfitablePercent,
  losingPercent: returns.LosingPercent,
  averageProfit: moneyOrNull(returns.AverageProfit),
  averageLoss: moneyOrNull(returns.AverageLoss),
});

/** An order of a run of the API. */
export const runOrderToApi = (
  order: WireOrder,
): v.InferInput<typeof strategyRoutes.backtestOrders.response>['items'][number] => ({
  id: order.Id,
  status: order.Status,
  sent: timeOf(order.SentTimestamp),
  symbol: order.Symbol,
  side: order.Side,
  type: order.Type,
  quantity: order.Quantity,
  price: priceOrNull(order.Price),
  fillPrice: order.FillTimestamp === null ? null : moneyText(order.FillPrice),
  filled: timeOrNull(order.FillTimestamp),
  netProfit: moneyText(order.NetProfitLoss),
  cumulativeProfit: moneyText(order.CumulativeProfitLoss),
  reason: order.Reason,
});

/** What a start says beside its terms. */
interface NamedRun {
  readonly name: string;
  readonly instanceId: string;
  readonly account: string;
  readonly code: string;
  readonly parameters: string;
}

/** The start of a live run in the form in which the workstation sends it. */
export function runFromApi(terms: LiveTerms, run: NamedRun): StartOf<'startStrategy'> {
  const { guards } = terms;
  return {
    ...termsFromApi(terms, run),
    AtRestart: terms.atRestart === 'resume' ? 'Resume' : 'Stop',
    ...(guards && {
      Guards: {
        Loss: guards.maxLoss === undefined ? null : Number(guards.maxLoss),
        OrdersPerMinute: guards.maxOrdersPerMinute ?? null,
        Position: guards.maxPosition ?? null,
        ClosesPosition: guards.closePosition,
      },
    }),
  };
}

function termsFromApi(
  terms: Omit<LiveTerms, 'guards' | 'atRestart'>,
  run: NamedRun,
): StartOf<'startStrategy'> {
  const [first, second] = terms.tradingTimes;
  return {
    Name: run.name,
    InstanceId: run.instanceId,
    Account: run.account,
    Code: run.code,
    Parameters: run.parameters,
    IntradayPositionsOnly: terms.intradayOnly,
    IncludeOffMarket: terms.extendedHours,
    FirstTradingIntervalStart: first === undefined ? 0 : minutesOf(first.from),
    FirstTradingIntervalEnd: first === undefined ? 0 : minutesOf(first.to),
    SecondTradingIntervalStart: second === undefined ? 0 : minutesOf(second.from),
    SecondTradingIntervalEnd: second === undefined ? 0 : minutesOf(second.to),
    ShareLimit: terms.maxShares ?? -1,
    DollarLimit: terms.maxDollars === undefined ? -1 : Number(terms.maxDollars),
  };
}

/** The start of a backtest in the form in which the workstation sends it. */
export function backtestFromApi(
  terms: BacktestTerms,
  run: NamedRun & { readonly fromMs: number; readonly toMs: number },
): StartOf<'startBacktest'> {
  const { costs } = terms;
  return {
    ...termsFromApi(terms, run),
    DataType: terms.data,
    From: run.fromMs,
    To: run.toMs,
    ...(costs && {
      Costs: {
        Slippage: costs.slippage,
        SlippageAmount: costs.slippageAmount,
        Spread: costs.spread,
        SpreadAmount: costs.spreadAmount,
        VolumePercent: costs.volumePercent,
        Commission: costs.commission,
        CommissionAmount: costs.commissionAmount,
        CommissionMinimum: costs.commissionMinimum,
        BorrowPercent: costs.borrowPercent,
      },
    }),
  };
}

/** The equity curve of the API. */
export const equityToApi = (
  equity: {
    readonly MaxDrawdown: number;
    readonly Times: readonly number[];
    readonly Values: readonly number[];
  } | null,
): v.InferInput<typeof strategyRoutes.backtestEquity.response> => ({
  maxDrawdown: moneyText(equity?.MaxDrawdown ?? 0),
  items: (equity?.Times ?? []).map((timeMs, index) => ({
    time: timeOf(timeMs),
    netProfit: moneyText(equity?.Values[index] ?? 0),
  })),
});
