import { err, ok, type Result } from '../../domain/assert/assert.ts';
import { fromE4, toMoneyE4, type MoneyE4 } from '../../domain/money/price.ts';
import { multiplierOfSymbol } from '../../domain/portfolio/index.ts';
import { newYorkDate } from '../../domain/calendar/us-equity.ts';
import { isFilled, reportFillOf } from '../../domain/strategy/report/order-fills.ts';
import { setReportOf, type SetReport } from '../../domain/strategy/search/set-report.ts';
import { faultText } from '../algostream/runs/backtest-run.ts';
import { RunBook } from '../algostream/runs/run-book.ts';
import type {
  Program,
  RunLimits,
  SimulatedOrder,
  StrategyDescription,
  UserRuntime,
} from '../algostream/runtime/types.ts';
import { CommandError, ExitCode } from '../backtest-cli/usage.ts';
import type { PeriodData, RunData, RunPeriod } from './period-data.ts';

export interface SetRunnerParts {
  readonly data: PeriodData;
  readonly limits: RunLimits;
  /** Null = the most capital of the run. */
  readonly capitalE4: MoneyE4 | null;
  readonly signal: AbortSignal;
}

/** Runs sets of parameters over parts of the loaded period, as `npm run backtest` runs them. */
export class SetRunner {
  readonly #parts: SetRunnerParts;
  /** Descriptions by parameter text: a walk-forward runs a set in several periods. */
  readonly #described = new Map<string, Result<StrategyDescription, string>>();

  constructor(parts: SetRunnerParts) {
    this.#parts = parts;
  }

  /** The report of a run, or why it failed. Throws a CommandError when the command was interrupted. */
  async run(
    runtime: UserRuntime,
    program: Program,
    period: RunPeriod,
  ): Promise<Result<SetReport, string>> {
    const { data, signal } = this.#parts;
    const described = await this.#describe(runtime, program);
    if (signal.aborted) throw new CommandError(ExitCode.Interrupted, '');
    if (!described.ok) return described;
    const rows = await data.rowsOf(period, described.value.warmUpBars);
    if (rows === null) return err('the period has no bars');
    return this.#backtest(runtime, program, period, rows);
  }

  async #describe(runtime: UserRuntime, program: Program): Promise<Result<StrategyDescription, string>> {
    const known = this.#described.get(program.parameters);
    if (known !== undefined) return known;
    const described = await runtime.describe(program);
    const result = described.ok ? this.#checked(described.value) : err(faultText(described.error));
    this.#described.set(program.parameters, result);
    return result;
  }

  /** All sets run on the same data. */
  #checked(description: StrategyDescription): Result<StrategyDescription, string> {
    const { symbol, barMinutes } = this.#parts.data;
    return description.primarySymbol === symbol && description.barMinutes === barMinutes
      ? ok(description)
      : err('its symbol or its bars differ from those of the other sets');
  }

  async #backtest(
    runtime: UserRuntime,
    program: Program,
    period: RunPeriod,
    rows: RunData,
  ): Promise<Result<SetReport, string>> {
    const { data, limits, signal } = this.#parts;
    const { symbol } = data;
    const orders: SimulatedOrder[] = [];
    const running = runtime.backtest(
      { ...program, ...rows, symbol, limits, keepsData: true },
      { onOrders: (some) => orders.push(...some) },
    );
    const stop = (): void => running.cancel();
    signal.addEventListener('abort', stop);
    const end = await running.done.finally(() => signal.removeEventListener('abort', stop));
    if (end.outcome === 'cancelled' || signal.aborted) throw new CommandError(ExitCode.Interrupted, '');
    if (end.outcome === 'failed') return err(faultText(end.fault));
    const lastPriceE4 = end.equity?.lastPriceE4 ?? 0;
    return ok(
      this.#reportOf(orders, period, {
        drawdownE4: end.equity?.drawdownE4 ?? null,
        lastPrice: lastPriceE4 > 0 ? fromE4(lastPriceE4) : rows.data.value('close', rows.rowRange.until - 1),
      }),
    );
  }

  #reportOf(
    simulated: readonly SimulatedOrder[],
    { fromMs, toMs }: RunPeriod,
    { drawdownE4, lastPrice }: { readonly drawdownE4: MoneyE4 | null; readonly lastPrice: number },
  ): SetReport {
    const { data, capitalE4 } = this.#parts;
    const multiplier = multiplierOfSymbol(data.symbol);
    const book = new RunBook(data.symbol);
    const orders = simulated.map((order) => book.simulated(order));
    const prices = { startPrice: 0, endPrice: lastPrice, fromMs, toMs };
    const returns = book.returns(prices, drawdownE4);
    const toDate = newYorkDate(toMs);
    return setReportOf({
      fromMs,
      toMs,
      multiplier,
      baseE4: capitalE4 ?? toMoneyE4(returns.Capital),
      netE4: toMoneyE4(returns.NetProfitLoss),
      openProfitE4: toMoneyE4(returns.GrossProfitLoss) - toMoneyE4(returns.CumulativeGrossProfitLoss),
      barDrawdownE4: drawdownE4,
      fills: orders
        .filter(isFilled)
        .map((order) => reportFillOf(order, multiplier))
        .sort((left, right) => left.timeMs - right.timeMs),
      closes: data.closes.filter(({ date }) => date <= toDate),
      marks: [],
    });
  }
}
