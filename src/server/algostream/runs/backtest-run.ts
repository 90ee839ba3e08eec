import { newYorkDate } from '../../../domain/calendar/us-equity.ts';
import type { BacktestDataType, StrategyStatus } from '../../../domain/strategy/enumerations.ts';
import type { Logger } from '../../logging.ts';
import type { MarketData } from '../../market/market-data.ts';
import { batchesOf, BYTES_A_MESSAGE, ORDERS_A_MESSAGE } from '../batches.ts';
import { chooseBacktestData } from '../data/choose-data.ts';
import type { HistorySource } from '../data/collect.ts';
import type {
  RunLimits,
  RunningBacktest,
  SimulatedOrder,
  StrategyDescription,
  StrategyFault,
  UserRuntime,
} from '../runtime/types.ts';
import type { WireInstance, WireOrder } from '../service.ts';
import { describedFields } from './new-instance.ts';
import { createRunBook } from './run-book.ts';
import { MOST_ORDERS, type RunRecord } from './run-record.ts';
import { symbolPrices } from './symbol-prices.ts';
import { createUnfilledOrders, tooSmallLimitWords } from './unfilled.ts';

/** Orders are told of this often, ms. */
const TOLD_EVERY_MS = 100;
/** Orders that are told of while the run goes on; a run that makes more is asked for them at its end. */
const MOST_TOLD = 2_000;
/** What an author's log says last is shown, this much of it. */
const LOG_CHARACTERS = 500;
/** Of a message, as the wire takes it. */
const MESSAGE_CHARACTERS = 2_000;

export interface BacktestRunParts {
  readonly market: HistorySource & Pick<MarketData, 'instrument'>;
  readonly runtime: UserRuntime;
  readonly logger: Pick<Logger, 'error'>;
}
export interface BacktestAsked {
  readonly limits: RunLimits;
  readonly fromMs: number;
  readonly toMs: number;
  readonly dataType: BacktestDataType;
  readonly takesIncomplete: boolean;
}

/** A run that was begun; `done` resolves when it is over, stored and told. */
export interface Run {
  readonly done: Promise<void>;
  /** Ends it with a status of its own, and a text. */
  stop(status?: StrategyStatus, message?: string): void;
}

export const faultText = ({ message, line, column }: StrategyFault): string =>
  (line > 0 ? `${message} (line ${line}${column > 0 ? `, column ${column}` : ''})` : message).slice(0, 1900);
export const faultStatus = ({ kind }: StrategyFault): StrategyStatus =>
  kind === 'syntax' ? 'SyntaxError' : 'RuntimeError';

/** Runs a backtest to its end: reads what the code declares, finds the data, simulates, tells as it goes. */
export function runBacktest(
  { market, runtime, logger }: BacktestRunParts,
  record: RunRecord,
  asked: BacktestAsked,
): Run {
  const abort = new AbortController();
  let running: RunningBacktest | undefined;
  let stopAsked: { readonly status: StrategyStatus; readonly message: string } | undefined;
  /** Asked through a call: it changes while others are waited for, which the compiler cannot see. */
  const stopped = (): typeof stopAsked => stopAsked;
  const { parameters, code } = { parameters: record.instance.Parameters, code: record.code };
  const finish = (status: StrategyStatus, message: string, change: Partial<WireInstance> = {}): void =>
    record.change({
      ...change,
      Status: status,
      Message: message.slice(0, MESSAGE_CHARACTERS),
      FinishedAt: market.exchangeMs(),
    });
  const finishStopped = (change: Partial<WireInstance> = {}): void =>
    finish(stopped()?.status ?? 'Stopped', stopped()?.message ?? '', change);

  const simulate = async (description: StrategyDescription, symbol: string): Promise<void> => {
    const { barMinutes, warmUpBars } = description;
    const chosen = await chooseBacktestData(
      market,
      { symbol, barMinutes, warmUpBars, ...asked },
      abort.signal,
    );
    if (stopped()) return finishStopped();
    if (chosen.kind === 'ask') return finish(chosen.status, '');
    if (chosen.kind === 'refused') return finish('BacktestingFailed', chosen.message);
    const { columns, firstIndex, sessions, note } = chosen.data;

    const book = createRunBook(symbol);
    const unfilled = createUnfilledOrders();
    let serial = 0;
    let log = '';
    let fresh: { serial: number; order: WireOrder }[] = [];
    const tell = (): void => {
      const told = fresh;
      fresh = [];
      record.putOrders(told);
      const shown = told.filter((one) => one.serial <= MOST_TOLD).map(({ order }) => order);
      for (const [name, items] of [
        ['backtestOrderExecuted', shown.filter(({ Status }) => Status === 'Filled')],
        ['backtestOrderCancelled', shown.filter(({ Status }) => Status !== 'Filled')],
      ] as const) {
        for (const Items of batchesOf(items, ORDERS_A_MESSAGE, BYTES_A_MESSAGE))
          record.push({ name, body: { Name: record.key.name, InstanceId: record.key.instanceId, Items } });
      }
    };
    const take = (orders: readonly SimulatedOrder[]): void => {
      try {
        for (const order of orders) {
          unfilled.add(order);
          fresh.push({ serial: (serial += 1), order: book.simulated(order) });
        }
      } catch (error) {
        // The runtime checks what it tells; what it let through all the same ends this run, and not the server.
        logger.error({ err: error, instance: record.key }, 'orders of a backtest cannot be counted');
        stopAsked ??= {
          status: 'BacktestingFailed',
          message: 'The orders of the backtest cannot be counted.',
        };
        running?.cancel();
      }
    };
    const timer = setInterval(tell, TOLD_EVERY_MS);
    try {
      running = runtime.backtest(
        { code, parameters, symbol, limits: asked.limits, data: columns, firstIndex, sessions },
        {
          onProgress: (share) => record.glance({ Progress: Math.min(1, Math.max(0, share)) }),
          onOrders: take,
          onLog(text) {
            log = text.slice(0, LOG_CHARACTERS);
          },
        },
      );
      const end = await running.done;
      tell();
      if (end.outcome === 'failed') return finish(faultStatus(end.fault), faultText(end.fault));
      const last = columns.close.length - 1;
      const Returns = book.returns(
        await symbolPrices(market, symbol, {
          fromMs: asked.fromMs,
          toMs: columns.timeMs[last] ?? asked.toMs,
          firstPrice: columns.open[firstIndex] ?? 0,
          lastPrice: columns.close[last] ?? 0,
        }),
      );
      record.push({
        name: 'capitalReturns',
        body: { Name: record.key.name, InstanceId: record.key.instanceId, Returns },
      });
      if (end.outcome === 'cancelled' || stopped()) return finishStopped({ Returns });
      const kept =
        serial > MOST_ORDERS
          ? `Only the first ${MOST_ORDERS.toLocaleString('en-US')} of ${serial.toLocaleString('en-US')} orders are kept; the returns count all.`
          : '';
      const limit =
        serial > 0 && Returns.Capital === 0
          ? tooSmallLimitWords(symbol, asked.limits, columns.close[last] ?? 0)
          : '';
      finish(
        'BacktestingCompleted',
        [note, limit, unfilled.words(), kept, log].filter((text) => text !== '').join(' '),
        { Progress: 1, Returns },
      );
    } finally {
      clearInterval(timer);
    }
  };

  const go = async (): Promise<void> => {
    record.change({}, 'backtestingStarted');
    const described = await runtime.describe({ code, parameters });
    if (stopped()) return finishStopped();
    if (!described.ok) return finish(faultStatus(described.error), faultText(described.error));
    const { primarySymbol: symbol } = described.value;
    record.change(describedFields(described.value), 'strategyParameters');
    if (market.instrument(symbol) === undefined)
      return finish(
        'BacktestingFailed',
        symbol === ''
          ? "The strategy names no symbol: say symbol('SPY') in its code, or Symbol = SPY in its parameters."
          : `Symbol not found: ${symbol}`,
      );
    if (asked.fromMs > market.exchangeMs())
      return finish(
        'BacktestingFailed',
        `The period begins after ${newYorkDate(market.exchangeMs())}, the exchange's present day. Choose an earlier one.`,
      );
    await simulate(described.value, symbol);
  };

  return {
    done: go()
      // What is not the author's fault is told as one of ours.
      .catch((error: unknown) =>
        finish(
          'BacktestingFailed',
          `The backtest could not be run: ${error instanceof Error ? error.message : String(error)}`,
        ),
      )
      .catch((error: unknown) =>
        logger.error({ err: error, instance: record.key }, 'a backtest did not end cleanly'),
      )
      .then(() => record.stored()),
    stop(status = 'Stopped', message = '') {
      stopAsked ??= { status, message };
      abort.abort();
      running?.cancel();
    },
  };
}
