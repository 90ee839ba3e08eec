import { err, ok, type Result } from '../../../../domain/assert/assert.ts';
import { fromE4, toMoneyE4, type MoneyE4 } from '../../../../domain/money/price.ts';
import { multiplierOfSymbol } from '../../../../domain/portfolio/index.ts';
import { newYorkDate } from '../../../../domain/calendar/us-equity.ts';
import { isFilled, reportFillOf } from '../../../../domain/strategy/report/order-fills.ts';
import type { CostSettings } from '../../../../domain/strategy/costs/settings.ts';
import { setReportOf, type SetReport } from '../../../../domain/strategy/search/set-report.ts';
import { faultText } from '../../runs/backtest-run.ts';
import { RunBook } from '../../runs/run-book.ts';
import type { Equity } from '../../../../domain/returns/index.ts';
import type {
  BacktestEnd,
  Program,
  RunLimits,
  StrategyDescription,
  UserRuntime,
} from '../../runtime/types.ts';
import type { WireOrder } from '../../service.ts';
import type { PeriodData, RunData, RunPeriod, WarmUpNeeds } from './period-data.ts';
import { interrupted } from './search-error.ts';

/** Runs sets one after the other. */
export type SetWorker = Pick<UserRuntime, 'backtest'>;

export interface SetRunnerParts {
  readonly data: PeriodData;
  readonly limits: RunLimits;
  /** Null = bars fill orders in full, with the fees of the account. */
  readonly costs: CostSettings | null;
  /** Null = the most capital of the run. */
  readonly capitalE4: MoneyE4 | null;
  readonly signal: AbortSignal;
}

interface Ended {
  readonly end: BacktestEnd;
  readonly described: StrategyDescription | undefined;
  readonly book: RunBook;
  readonly orders: readonly WireOrder[];
}

/** Runs sets of parameters over parts of the loaded period, as `npm run backtest` runs them. */
export class SetRunner {
  readonly #parts: SetRunnerParts;

  constructor(parts: SetRunnerParts) {
    this.#parts = parts;
  }

  /** The report of a run, or why it failed. Throws a SearchError when the search was interrupted. */
  async run(runtime: SetWorker, program: Program, period: RunPeriod): Promise<Result<SetReport, string>> {
    let needs: WarmUpNeeds = { warmUpBars: 0, otherSymbols: [] };
    for (;;) {
      const rows = await this.#parts.data.rowsOf(period, needs);
      if (rows === null) return err('the period has no bars');
      const ended = await this.#backtest(runtime, program, rows);
      const { end, described } = ended;
      if (end.outcome === 'failed') return err(faultText(end.fault));
      if (described === undefined || !this.#fits(described))
        return err('its symbol, the symbols that it reads or its bars differ from those of the other sets');
      if (end.outcome === 'completed') return ok(this.#completed(ended, end.equity, period, rows));
      // The set needs more bars before the period than any before it.
      if (isCovered(rows, described)) throw new Error('a run was cancelled without a reason');
      needs = described;
    }
  }

  /** All sets run on the same data. */
  #fits({ primarySymbol, barMinutes, otherSymbols }: StrategyDescription): boolean {
    const { data } = this.#parts;
    return (
      primarySymbol === data.symbol &&
      barMinutes === data.barMinutes &&
      otherSymbols.length === data.otherSymbols.length &&
      otherSymbols.every(({ symbol }, n) => symbol === data.otherSymbols[n])
    );
  }

  async #backtest(runtime: SetWorker, program: Program, rows: RunData): Promise<Ended> {
    const { data, limits, costs, signal } = this.#parts;
    if (signal.aborted) throw interrupted();
    const book = new RunBook(data.symbol, undefined, costs);
    const orders: WireOrder[] = [];
    let described: StrategyDescription | undefined;
    const running = runtime.backtest(
      { ...program, ...rows, symbol: data.symbol, limits, costs, keepsData: true },
      {
        onDescribed: (description) => {
          described = description;
        },
        onOrders(some) {
          for (const order of some) orders.push(book.simulated(order));
        },
        onFill: (fill) => book.simulatedFill(fill),
        onBorrow: (amountE4, other) => book.borrow(amountE4, other),
        onLastPrice: (other, priceE4) => book.setLastPrice(other, priceE4),
      },
    );
    const stop = (): void => running.cancel();
    signal.addEventListener('abort', stop);
    const end = await running.done.finally(() => signal.removeEventListener('abort', stop));
    if (isAborted(signal)) throw interrupted();
    return { end, described, book, orders };
  }

  #completed(ended: Ended, equity: Equity | null, period: RunPeriod, { data, rowRange }: RunData): SetReport {
    const lastPriceE4 = equity?.lastPriceE4 ?? 0;
    return this.#reportOf(ended, period, {
      drawdownE4: equity?.drawdownE4 ?? null,
      lastPrice: lastPriceE4 > 0 ? fromE4(lastPriceE4) : data.value('close', rowRange.until - 1),
    });
  }

  #reportOf(
    { book, orders }: Ended,
    { fromMs, toMs }: RunPeriod,
    { drawdownE4, lastPrice }: { readonly drawdownE4: MoneyE4 | null; readonly lastPrice: number },
  ): SetReport {
    const { data, capitalE4 } = this.#parts;
    const multiplier = multiplierOfSymbol(data.symbol);
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
      borrowE4: toMoneyE4(returns.BorrowPaid ?? 0),
      fills: orders
        .filter(isFilled)
        .map((order) => reportFillOf(order, data.symbol))
        .sort((left, right) => left.timeMs - right.timeMs),
      closes: data.closes.filter(({ date }) => date <= toDate),
      otherCloses: new Map(
        [...data.otherCloses].map(([name, closes]) => [name, closes.filter(({ date }) => date <= toDate)]),
      ),
      marks: [],
    });
  }
}

/** Whether the rows have all bars before the period that a set needs. */
const isCovered = ({ startRows, others }: RunData, { warmUpBars, otherSymbols }: WarmUpNeeds): boolean =>
  warmUpBars < startRows.length &&
  others.every((other, n) => (otherSymbols[n]?.warmUpBars ?? 0) < other.startRows.length);

/** A function, because the compiler does not see that the signal changes during a run. */
const isAborted = (signal: AbortSignal): boolean => signal.aborted;
