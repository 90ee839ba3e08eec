import { newYorkDate } from '../../../domain/calendar/us-equity.ts';
import { fromE4 } from '../../../domain/money/price.ts';
import type { Equity } from '../../../domain/returns/index.ts';
import type { BacktestDataType, StrategyStatus } from '../../../domain/strategy/enumerations.ts';
import { importedPlace } from '../../../domain/strategy/imports/imported-place.ts';
import type { CostSettings } from '../../../domain/strategy/costs/settings.ts';
import type { Logger } from '../../logging.ts';
import type { BacktestData } from '../data/choose-data.ts';
import { chooseRunData, type RunData, type RunSource } from '../data/run-data.ts';
import type {
  Program,
  RunLimits,
  RunningBacktest,
  StrategyDescription,
  StrategyFault,
  UserRuntime,
} from '../runtime/types.ts';
import type { WireInstance } from '../service.ts';
import { BacktestOrders } from './backtest-orders.ts';
import type { BacktestQueue, Turn } from './backtest-queue.ts';
import { describedFields } from './new-instance.ts';
import { MESSAGE_CHARACTERS, runMessage } from './run-message.ts';
import type { RunRecord } from './run-record.ts';
import { wireEquity } from './run-report.ts';
import { symbolPrices } from './symbol-prices.ts';
import { tooSmallLimitText } from './unfilled.ts';

export interface BacktestRunParts {
  readonly market: RunSource;
  readonly runtime: UserRuntime;
  readonly queue: BacktestQueue;
  readonly logger: Pick<Logger, 'error'>;
}
/** Period, data and limits of a backtest. Times are UTC ms. */
export interface BacktestTerms {
  readonly limits: RunLimits;
  readonly fromMs: number;
  readonly toMs: number;
  readonly dataType: BacktestDataType;
  /** Run on the available data although it does not cover the whole period. */
  readonly acceptsIncomplete: boolean;
  /** Costs and fills; undefined or null: bars fill orders in full, with the fees of the account. */
  readonly costs?: CostSettings | null | undefined;
}

/** A started run; `done` resolves when its final state is stored and pushed. */
export interface Run {
  readonly done: Promise<void>;
  /** Ends the run with the given final status (`Stopped` by default) and message. */
  stop(status?: StrategyStatus, message?: string): void;
}

export function faultText({ message, line, column, file }: StrategyFault): string {
  const inFile = file === undefined ? '' : importedPlace(file);
  const place = line > 0 ? `${inFile}line ${line}${column > 0 ? `, column ${column}` : ''}` : inFile;
  return (place === '' ? message : `${message} (${place.replace(/, $/, '')})`).slice(0, 1900);
}
export const faultStatus = ({ kind }: StrategyFault): StrategyStatus =>
  kind === 'syntax' ? 'SyntaxError' : 'RuntimeError';

/** Runs a backtest to its end: waits in the queue, reads the declarations of the code, chooses the data, simulates, and reports progress. */
export function runBacktest(parts: BacktestRunParts, record: RunRecord, terms: BacktestTerms): Run {
  return new BacktestRun(parts, record, terms);
}

class BacktestRun implements Run {
  readonly done: Promise<void>;
  readonly #parts: BacktestRunParts;
  readonly #record: RunRecord;
  readonly #terms: BacktestTerms;
  readonly #abort = new AbortController();
  readonly #turn: Turn;
  #running: RunningBacktest | undefined;
  #stopped: { readonly status: StrategyStatus; readonly message: string } | undefined;
  #lastLogLine = '';

  constructor(parts: BacktestRunParts, record: RunRecord, terms: BacktestTerms) {
    this.#parts = parts;
    this.#record = record;
    this.#terms = terms;
    record.setEquity(() => null);
    record.change({}, 'backtestingStarted');
    this.#turn = parts.queue.enter(record.key.userId, (place) => record.glance({ QueuePlace: place }));
    this.done = this.#run();
  }

  stop(status: StrategyStatus = 'Stopped', message = ''): void {
    this.#stopped ??= { status, message };
    this.#abort.abort();
    this.#running?.cancel();
    // A waiting backtest leaves the queue; an active one releases its place when it has ended.
    this.#turn.leave();
  }

  async #run(): Promise<void> {
    try {
      if (await this.#turn.granted) await this.#runInTurn();
      else this.#finishStopped();
    } catch (error) {
      // Errors of the strategy's code are reported as faults, so this is an error of the server.
      this.#finishFailed(error);
    } finally {
      this.#turn.release();
    }
    await this.#record.stored();
  }

  async #runInTurn(): Promise<void> {
    const { market, runtime } = this.#parts;
    if (this.#stopped) return this.#finishStopped();
    const described = await runtime.describe(this.#program());
    if (this.#isStopped()) return this.#finishStopped();
    if (!described.ok) return this.#finishFault(described.error);
    const { primarySymbol: symbol } = described.value;
    this.#record.change(describedFields(described.value), 'strategyParameters');
    if (market.instrument(symbol) === undefined)
      return this.#finish(
        'BacktestingFailed',
        symbol === ''
          ? "The strategy names no symbol: say symbol('SPY') in its code, or Symbol = SPY in its parameters."
          : `Symbol not found: ${symbol}`,
      );
    if (this.#terms.fromMs > market.exchangeMs())
      return this.#finish(
        'BacktestingFailed',
        `The period begins after ${newYorkDate(market.exchangeMs())}, the current exchange day. Choose an earlier one.`,
      );
    const data = await this.#chooseData(described.value, symbol);
    if (data) await this.#simulate(data, symbol);
  }

  #program(): Program {
    return { code: this.#record.code, parameters: this.#record.instance.Parameters };
  }

  /** Undefined when the run ends without data. */
  async #chooseData(
    { barMinutes, warmUpBars, otherSymbols }: StrategyDescription,
    symbol: string,
  ): Promise<RunData | undefined> {
    const chosen = await chooseRunData(
      this.#parts.market,
      { symbol, barMinutes, warmUpBars, otherSymbols, ...this.#terms },
      this.#abort.signal,
    );
    if (this.#isStopped()) this.#finishStopped();
    else if (chosen.kind === 'data') return chosen.data;
    else if (chosen.kind === 'ask') this.#finish(chosen.status, '');
    else this.#finish('BacktestingFailed', chosen.message);
    return undefined;
  }

  async #simulate(data: RunData, symbol: string): Promise<void> {
    const { bars, others, firstIndex, sessions } = data;
    const { limits, costs = null } = this.#terms;
    const orders = new BacktestOrders(this.#record, symbol, costs);
    try {
      this.#running = this.#parts.runtime.backtest(
        {
          ...this.#program(),
          symbol,
          limits,
          costs,
          data: bars,
          others,
          firstIndex,
          sessions,
        },
        {
          onProgress: (share) => this.#record.glance({ Progress: Math.min(1, Math.max(0, share)) }),
          onOrders: (some) => this.#count(() => orders.take(some)),
          onFill: (fill) => this.#count(() => orders.book.simulatedFill(fill)),
          onBorrow: (amountE4, other) => orders.book.borrow(amountE4, other),
          onLastPrice: (other, priceE4) => orders.book.setLastPrice(other, priceE4),
          onAnnotations: (part) => this.#record.addAnnotations(part),
          onLog: (part) => {
            this.#record.addLog(part);
            this.#lastLogLine = part.lines.at(-1)?.text ?? this.#lastLogLine;
          },
        },
      );
      const end = await this.#running.done;
      await orders.end();
      if (end.outcome === 'failed') return this.#finishFault(end.fault, orders.unfilled.rejections());
      await this.#finishSimulated(data, symbol, orders, end.outcome === 'completed' ? end.equity : null);
    } finally {
      await orders.end();
    }
  }

  #count(book: () => void): void {
    try {
      book();
    } catch (error) {
      // An invalid order that passed the checks of the runtime ends this run, not the server.
      this.#parts.logger.error({ err: error, instance: this.#record.key }, 'cannot count backtest orders');
      this.stop('BacktestingFailed', 'The orders of the backtest cannot be counted.');
    }
  }

  /** `equity` is null when the run was cancelled before its end. */
  async #finishSimulated(
    { bars, firstIndex, note }: BacktestData,
    symbol: string,
    { book, unfilled, count }: BacktestOrders,
    equity: Equity | null,
  ): Promise<void> {
    const { market } = this.#parts;
    const { fromMs, limits } = this.#terms;
    const last = bars.length - 1;
    const lastClose = bars.value('close', last);
    const prices = await symbolPrices(market, symbol, {
      fromMs,
      toMs: bars.value('timeMs', last),
      firstPrice: bars.value('open', firstIndex),
      // Bars outside of the trading session may follow the last bar that counts.
      lastPrice: equity && equity.lastPriceE4 > 0 ? fromE4(equity.lastPriceE4) : lastClose,
    });
    const Returns = book.returns(prices, equity?.drawdownE4 ?? null);
    const { name, instanceId } = this.#record.key;
    this.#record.push({ name: 'capitalReturns', body: { Name: name, InstanceId: instanceId, Returns } });
    const change = { ...unfilled.rejections(), Returns };
    if (this.#stopped) return this.#finishStopped(change);
    const wire = equity && wireEquity(equity, equity.points);
    this.#record.setEquity(() => wire);
    const limit = count > 0 && Returns.Capital === 0 ? tooSmallLimitText(symbol, limits, lastClose) : '';
    this.#finish('BacktestingCompleted', runMessage([note, limit, unfilled.summary()], this.#lastLogLine), {
      ...change,
      Progress: 1,
    });
  }

  /** A method, because the compiler does not see that the field changes during an await. */
  #isStopped(): boolean {
    return this.#stopped !== undefined;
  }

  #finish(status: StrategyStatus, message: string, change: Partial<WireInstance> = {}): void {
    this.#record.change({
      ...change,
      QueuePlace: 0,
      Status: status,
      Message: message.slice(0, MESSAGE_CHARACTERS),
      FinishedAt: this.#parts.market.exchangeMs(),
    });
  }

  #finishStopped(change: Partial<WireInstance> = {}): void {
    this.#finish(this.#stopped?.status ?? 'Stopped', this.#stopped?.message ?? '', change);
  }

  #finishFault(fault: StrategyFault, change: Partial<WireInstance> = {}): void {
    this.#finish(faultStatus(fault), faultText(fault), change);
  }

  #finishFailed(error: unknown): void {
    const { logger } = this.#parts;
    const text = error instanceof Error ? error.message : String(error);
    try {
      this.#finish('BacktestingFailed', `The backtest could not be run: ${text}`);
    } catch (failure) {
      logger.error({ err: failure, instance: this.#record.key }, 'a backtest did not end cleanly');
    }
  }
}
