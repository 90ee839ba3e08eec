import { DAY_MS } from '../../../src/domain/calendar/durations.ts';
import { newYorkDate } from '../../../src/domain/calendar/us-equity.ts';
import { toMoneyE4, toPriceE4, type MoneyE4 } from '../../../src/domain/money/price.ts';
import { multiplierOfSymbol } from '../../../src/domain/portfolio/index.ts';
import { isFilled, reportFillOf } from '../../../src/domain/strategy/report/order-fills.ts';
import type { DailyClose, ReportFill, ReportInput } from '../../../src/domain/strategy/report/types.ts';
import type { ToolPlatform } from '../../../src/plugin-api/index.ts';
import { findRun } from '../dialogs/details.tsx';
import { loadOrders } from '../load-orders.ts';
import type { Instance, Returns, Run, RunEquity, StrategyOrder } from '../types.ts';

/** The first price of buy-and-hold is looked for in so many days before the period, as that of Symbol ROI. */
const BEFORE_MS = 30 * DAY_MS;

/** The services that reports are loaded from. */
export type ReportPlatform = Pick<ToolPlatform, 'strategies' | 'symbols' | 'exchangeMs'>;

/** What is loaded at the moment, in this order. */
export type ReportStep = 'orders' | 'bars' | 'figures';

/** Everything that the report of a run is computed from. */
export interface ReportSource {
  readonly run: Run;
  readonly returns: Returns;
  readonly symbol: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly orders: readonly StrategyOrder[];
  readonly fills: readonly ReportFill[];
  /** The run sent multi-leg orders: its trades cannot be listed. */
  readonly hasLegs: boolean;
  readonly closes: readonly DailyClose[];
  /** Of the other symbols that the run has traded. */
  readonly otherCloses: ReadonlyMap<string, readonly DailyClose[]>;
  readonly equity: RunEquity | null;
}

/** The period of a run; null before a live run has one. A backtest may have been given an end that was still to come. */
function periodOf(
  { BacktestFrom, BacktestTo, FinishedAt }: Instance,
  { StartTime, FinishTime }: Returns,
  nowMs: number,
): { readonly fromMs: number; readonly toMs: number } | null {
  if (BacktestFrom !== null && BacktestTo !== null)
    return { fromMs: BacktestFrom, toMs: Math.min(BacktestTo, FinishedAt ?? nowMs) };
  if (StartTime === null || FinishTime === null) return null;
  return { fromMs: StartTime, toMs: Math.max(StartTime + 1, FinishTime) };
}

/** The run as it is now: a view that was opened earlier has its state of that time. A run that was removed stays as it was. */
export function runNow({ strategies }: Pick<ReportPlatform, 'strategies'>, run: Run): Run {
  const instance = findRun(strategies.get(), run.strategy, run.instance.InstanceId);
  return instance === null ? run : { ...run, instance };
}

async function closesOf(
  symbols: ReportPlatform['symbols'],
  symbol: string,
  period: { readonly fromMs: number; readonly toMs: number },
  signal: AbortSignal,
): Promise<readonly DailyClose[]> {
  const candles = await symbols.candles({ symbol, candleType: 'Day', ...period }, signal);
  return candles
    .filter(({ C }) => C > 0)
    .map(({ TS, C }) => ({ date: newYorkDate(TS), closeE4: toPriceE4(C) }));
}

/** Loads what the report of a run needs, as it is now; null when it has no fills. Rejects with a message that can be shown. */
export async function loadReportSource(
  platform: ReportPlatform,
  opened: Run,
  signal: AbortSignal,
  onStep: (step: ReportStep) => void = () => {},
): Promise<ReportSource | null> {
  const { strategies, symbols, exchangeMs } = platform;
  const run = runNow(platform, opened);
  const { strategy, instance } = run;
  const { Returns: returns } = instance;
  const period = returns && periodOf(instance, returns, exchangeMs());
  if (returns === null || period === null) return null;
  onStep('orders');
  const orders = await loadOrders(strategies, strategy.Name, instance.InstanceId);
  const filled = orders.filter(isFilled);
  const symbol = instance.PrimarySymbol === '' ? (filled[0]?.Symbol ?? '') : instance.PrimarySymbol;
  if (filled.length === 0 || signal.aborted) return null;
  const { fromMs, toMs } = period;
  const hasLegs = filled.some((order) => order.Legs !== undefined);
  onStep('bars');
  const read = { fromMs: fromMs - BEFORE_MS, toMs: toMs + 1 };
  const closes = await closesOf(symbols, symbol, read, signal);
  const traded = new Set(hasLegs ? [] : filled.map((order) => order.Symbol));
  traded.delete(symbol);
  const otherCloses = new Map<string, readonly DailyClose[]>();
  for (const name of traded) otherCloses.set(name, await closesOf(symbols, name, read, signal));
  return {
    run,
    returns,
    symbol,
    fromMs,
    toMs,
    orders,
    hasLegs,
    fills: hasLegs
      ? []
      : filled.map((order) => reportFillOf(order, symbol)).sort((left, right) => left.timeMs - right.timeMs),
    closes,
    otherCloses,
    equity: hasLegs ? await strategies.reports.equity(strategy.Name, instance.InstanceId) : null,
  };
}

/** The capital base of a run when the user has typed none: its dollar limit, else the most capital in use. */
export function defaultBaseE4({ run, returns }: Pick<ReportSource, 'run' | 'returns'>): MoneyE4 {
  const { DollarLimit } = run.instance;
  return toMoneyE4(DollarLimit > 0 ? DollarLimit : returns.Capital);
}

/** The input of a report. `baseE4`: null = the default of the run. */
export function reportInput(source: ReportSource, baseE4: MoneyE4 | null): ReportInput {
  const { returns, hasLegs, fills, closes, otherCloses, equity, fromMs, toMs, symbol } = source;
  return {
    fromMs,
    toMs,
    multiplier: multiplierOfSymbol(symbol),
    baseE4: baseE4 ?? defaultBaseE4(source),
    netE4: toMoneyE4(returns.NetProfitLoss),
    openProfitE4: toMoneyE4(returns.GrossProfitLoss) - toMoneyE4(returns.CumulativeGrossProfitLoss),
    barDrawdownE4: returns.MaxDrawdown === null ? null : toMoneyE4(returns.MaxDrawdown),
    borrowE4: toMoneyE4(returns.BorrowPaid ?? 0),
    fills: hasLegs ? null : fills,
    closes,
    otherCloses,
    marks: (equity?.Times ?? []).map((timeMs, at) => ({
      timeMs,
      netE4: toMoneyE4(equity?.Values[at] ?? 0),
    })),
  };
}
