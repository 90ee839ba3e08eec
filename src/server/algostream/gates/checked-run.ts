import { err, ok, type Result } from '../../../domain/assert/assert.ts';
import { formatInteger } from '../../../domain/format/format-number.ts';
import { fromE4, toMoneyE4, toPriceE4 } from '../../../domain/money/price.ts';
import type { CostSettings } from '../../../domain/strategy/costs/settings.ts';
import type { CheckedOrder, RunResult } from '../../../domain/strategy/gates/types.ts';
import { interrupted } from '../optimizations/engine/search-error.ts';
import type { SetWorker } from '../optimizations/engine/set-runner.ts';
import { faultText } from '../runs/backtest-run.ts';
import { RunBook } from '../runs/run-book.ts';
import type {
  BacktestEnd,
  BacktestJob,
  Program,
  RunLimits,
  SimulatedOrder,
  StrategyDescription,
} from '../runtime/types.ts';

/** Orders of one run that are compared: more than a strategy sends in a year of minutes unless it is in a loop. */
const MAX_CHECKED_ORDERS = 50_000;
const TOO_MANY_TEXT = `The strategy sends more than ${formatInteger(MAX_CHECKED_ORDERS)} orders in the period, too many to compare. Choose a shorter period.`;

/** The data of a run, and what of it is kept in the process for the next one. */
export type RunRows = Pick<
  BacktestJob,
  'data' | 'others' | 'firstIndex' | 'sessions' | 'rowRange' | 'startRows' | 'keepsData'
>;

/** A run of a check that has completed. */
export interface CheckedRun extends RunResult {
  readonly orders: readonly CheckedOrder[];
  /** What the code declared; only of a run that chose its first row by its studies. */
  readonly described: StrategyDescription | undefined;
}

export interface CheckedRunParts {
  readonly worker: SetWorker;
  readonly symbol: string;
  readonly limits: RunLimits;
  readonly signal: AbortSignal;
}

const checkedOrder = (order: SimulatedOrder): CheckedOrder => ({
  symbol: order.symbol,
  sentMs: order.sentMs,
  side: order.side,
  type: order.type,
  quantity: order.quantity,
  priceE4: toPriceE4(order.price),
  stopPriceE4: toPriceE4(order.stopPrice),
  isExit: order.isExit === true,
  fillMs: order.status === 'Filled' ? order.fillMs : null,
});

/** Runs a backtest of a check. The error is the reason for the user; throws a SearchError when the check was interrupted. */
export async function runChecked(
  { worker, symbol, limits, signal }: CheckedRunParts,
  program: Program,
  rows: RunRows,
  costs: CostSettings | null = null,
): Promise<Result<CheckedRun, string>> {
  if (signal.aborted) throw interrupted();
  const book = new RunBook(symbol, undefined, costs);
  const orders: CheckedOrder[] = [];
  let described: StrategyDescription | undefined;
  let filledCount = 0;
  const running = worker.backtest(
    { ...program, ...rows, symbol, limits, costs },
    {
      onDescribed: (description) => {
        described = description;
      },
      onOrders(some) {
        for (const order of some) {
          orders.push(checkedOrder(order));
          if (book.simulated(order).FillTimestamp !== null) filledCount += 1;
        }
        if (orders.length > MAX_CHECKED_ORDERS) running.cancel();
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
  if (orders.length > MAX_CHECKED_ORDERS) return err(TOO_MANY_TEXT);
  if (end.outcome === 'failed') return err(faultText(end.fault));
  if (end.outcome === 'cancelled') return err('The studies need more bars before the period than there are.');
  return ok({ netE4: netOf(book, end, rows), filledCount, orders, described });
}

function netOf(
  book: RunBook,
  { equity }: Extract<BacktestEnd, { readonly outcome: 'completed' }>,
  { data, rowRange = { from: 0, until: data.length } }: RunRows,
) {
  const lastPriceE4 = equity?.lastPriceE4 ?? 0;
  const lastRow = rowRange.until - 1;
  const endPrice = lastPriceE4 > 0 ? fromE4(lastPriceE4) : data.value('close', lastRow);
  const period = { fromMs: data.value('timeMs', rowRange.from), toMs: data.value('timeMs', lastRow) };
  return toMoneyE4(book.returns({ startPrice: 0, endPrice, ...period }, null).NetProfitLoss);
}

/** A function, because the compiler does not see that the signal changes during a run. */
const isAborted = (signal: AbortSignal): boolean => signal.aborted;
