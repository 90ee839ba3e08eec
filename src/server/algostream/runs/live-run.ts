import { DAY_MS } from '../../../domain/calendar/durations.ts';
import type { Bar } from '../../../domain/bars/bar.ts';
import { firstBarFrom } from '../../../domain/bars/bar.ts';
import { fromE4 } from '../../../domain/money/price.ts';
import { isOptionSymbol } from '../../../domain/symbols/symbol.ts';
import type { StrategyStatus } from '../../../domain/strategy/enumerations.ts';
import type { AccountOptionsView, Brokerage } from '../../brokerage/brokerage.ts';
import { isOfferedRoute } from '../../brokerage/routes.ts';
import type { Logger } from '../../logging.ts';
import type { MarketData } from '../../market/market-data.ts';
import type { StoredReport } from '../../storage/strategy-report-store.ts';
import { columnsOfBars } from '../data/bar-columns.ts';
import {
  formingStartMs,
  hasRecordedMinutes,
  isFinished,
  minuteBarsOf,
  printsOf,
  warmUpSessions,
  type HistorySource,
} from '../data/collect.ts';
import { sessionColumn, sessionsBetween } from '../data/sessions.ts';
import type {
  LiveEvents,
  RunLimits,
  RunningStrategy,
  StrategyDescription,
  UserRuntime,
} from '../runtime/types.ts';
import { faultStatus, faultText, type Run } from './backtest-run.ts';
import { clientIdPrefix, ordersOfInstance } from './earlier-orders.ts';
import { LiveBars } from './live-bars.ts';
import { deliverBars, watchTrades } from './live-delivery.ts';
import type { LiveOrder } from './live-order.ts';
import { LiveOrders } from './live-orders.ts';
import { wireOrderOf } from './live-wire.ts';
import { describedFields } from './new-instance.ts';
import { LiveReport } from './live-report.ts';
import { symbolPermissionProblem } from './permission-watch.ts';
import { createRunBook } from './run-book.ts';
import type { RunRecord } from './run-record.ts';
import { stopNoticeText } from './stop-notices.ts';
import { NO_STORED_ORDERS } from './stored-orders.ts';
import { symbolPrices } from './symbol-prices.ts';
import { tooSmallLimitWords } from './unfilled.ts';

const DAY_MINUTES = 1440;
/** A run knows the sessions of the next year; one that lasts longer is begun anew. */
const KNOWN_AHEAD_MS = 370 * DAY_MS;
const DEFAULT_DESTINATION = 'SMART';
const DEFAULT_ROUTE = 'AUTO';

export interface LiveRunParts {
  readonly market: HistorySource & Pick<MarketData, 'instrument' | 'quote' | 'snapshot' | 'watch'>;
  readonly brokerage: Pick<Brokerage, 'submit' | 'cancel' | 'listen' | 'readAccount' | 'accountOptions'>;
  readonly runtime: UserRuntime;
  readonly logger: Pick<Logger, 'error'>;
}
export interface LiveAsked {
  readonly limits: RunLimits;
  /** Of the user. */
  readonly permissionMask: number;
  /** The instance ran before, and goes on from where its orders left it. */
  readonly isContinued: boolean;
  /** The report of that earlier part. */
  readonly stored: StoredReport | undefined;
}

/** What a halt of the account says to its runs. */
const HALT_TEXTS: Readonly<Record<NonNullable<AccountOptionsView['haltedBy']>, string>> = {
  Holder: 'Trading of the account was stopped by its holder, and the run with it.',
  Account: 'Trading of the account was stopped by an administrator, and the run with it.',
  Server: 'All trading was stopped by an administrator, and the run with it.',
};

/** Runs a strategy live: finished bars (or trades) go in, its requests become orders of the account, and what becomes of them goes back. */
export function runLive(parts: LiveRunParts, record: RunRecord, asked: LiveAsked): Run {
  const { market, brokerage, runtime, logger } = parts;
  const { account, key, code } = record;
  const program = { code, parameters: record.instance.Parameters };
  const { promise: done, resolve: ended } = Promise.withResolvers<void>();
  /** What is let go of at the end, last first. */
  const stops: (() => void)[] = [];
  let isOver = false;
  let running: RunningStrategy | undefined;
  let orders: LiveOrders | undefined;
  const report = new LiveReport(record, record.instance.StartedAt ?? market.exchangeMs(), asked.stored);

  const finish = (status: StrategyStatus, message: string): void => {
    if (isOver) return;
    isOver = true;
    running?.stop();
    const end = async (): Promise<void> => {
      // Reports of these cancels are still heard.
      await orders?.cancelAll();
      for (const stop of stops.toReversed()) stop();
      const Returns = report.finish(market.exchangeMs()) ?? record.instance.Returns;
      record.stopNotice = stopNoticeText(status, message, running !== undefined);
      record.change({
        ...report.rejections(),
        Status: status,
        Message: report.message(message),
        FinishedAt: market.exchangeMs(),
        Returns,
      });
    };
    void end()
      .catch((error: unknown) =>
        logger.error({ err: error, instance: key }, 'a live strategy did not end cleanly'),
      )
      .then(() => record.stored())
      .then(ended);
  };

  const problemOf = ({ primarySymbol: symbol, order }: StrategyDescription): string | undefined => {
    if (symbol === '')
      return "The strategy names no symbol: say symbol('SPY') in its code, or Symbol = SPY in its parameters.";
    if (market.instrument(symbol) === undefined) return `Symbol not found: ${symbol}`;
    const notPermitted = symbolPermissionProblem(asked.permissionMask, symbol);
    if (notPermitted !== undefined) return notPermitted;
    return isOfferedRoute(order.destination || DEFAULT_DESTINATION, order.route || DEFAULT_ROUTE)
      ? undefined
      : 'Unknown route';
  };

  const begin = async (description: StrategyDescription): Promise<void> => {
    const { primarySymbol: symbol, barMinutes } = description;
    const prefix = clientIdPrefix(key, record.instance.StartedAt ?? 0);
    const book = createRunBook(symbol);
    const lastPrice = (): number => fromE4(market.snapshot(symbol)?.lastE4 ?? 0);
    const sentAs = {
      prefix,
      account,
      symbol,
      destination: description.order.destination || DEFAULT_DESTINATION,
      route: description.order.route || DEFAULT_ROUTE,
    };
    const pushName = isOptionSymbol(symbol) ? 'strategyOptionOrder' : 'strategyStockOrder';
    const tell = (order: LiveOrder): void => {
      const Order = wireOrderOf(order, symbol, book);
      record.putOrders([{ serial: order.serial, order: Order }]);
      record.push({
        name: pushName,
        body: { Name: key.name, InstanceId: key.instanceId, Account: account, Order },
      });
    };
    const own = (orders = new LiveOrders({
      ...sentAs,
      brokerage,
      userId: key.userId,
      limits: asked.limits,
      book,
      lastPrice,
      exchangeMs: () => market.exchangeMs(),
      session: () => market.sessionDay(),
      onOrder(order, change) {
        tell(order);
        if (change && !isOver) running?.orderChanged(change);
      },
      onRejected: (reason) => report.addRejected(reason),
      onRefused: (change) => running?.orderChanged(change),
      onBroken: (text) => finish('RuntimeError', text),
      onError: (error) =>
        logger.error({ err: error, instance: key }, 'an order of a strategy could not be taken'),
    }));
    // Orders of a former part of the run, which may still be changed by a bust: heard before anything is asked.
    stops.push(
      brokerage.listen(account, {
        onReport: (report) => own.hear(report),
        onPosition() {},
        onBalance() {},
        onOptions: ({ haltedBy }) => haltedBy && finish('Stopped', HALT_TEXTS[haltedBy]),
      }),
    );
    const startedAtMs = record.instance.StartedAt ?? market.exchangeMs();
    const stored = asked.isContinued ? await record.storedOrders() : NO_STORED_ORDERS;
    const earlier = asked.isContinued
      ? await brokerage.readAccount(account, startedAtMs, (view) => ({
          fills: own.takeUp(ordersOfInstance(view, prefix), stored),
          held: view.positions.find((position) => position.symbol === symbol),
        }))
      : undefined;
    const [fills, held] = [earlier?.fills ?? [], earlier?.held];
    const position = heldOf(own.position, held ? held.longQuantity - held.shortQuantity : 0);

    // Watched from before the bars are asked for: no trade falls between the two.
    const watched = watchTrades(market, symbol);
    stops.push(watched.stop);
    const askedAtMs = market.exchangeMs();
    const { warmUp, forming, sessions } = await warmUpOf(market, symbol, description);
    const prices = await symbolPrices(market, symbol, {
      fromMs: startedAtMs,
      toMs: market.exchangeMs(),
      firstPrice: lastPrice(),
      lastPrice: lastPrice(),
    });
    if (isOver) return;
    const started = await runtime.live(
      {
        ...program,
        symbol,
        limits: asked.limits,
        warmUp: columnsOfBars(warmUp),
        sessions,
        position,
        fills,
      },
      eventsOf(own),
    );
    if (!started.ok) return finish(faultStatus(started.error), faultText(started.error));
    // It was stopped while it was being started.
    if (isOver) return started.value.stop();
    running = started.value;
    const bars = new LiveBars(barMinutes, forming);
    stops.push(deliverBars(market, symbol, { bars, run: running, orders: own, watched, fromMs: askedAtMs }));
    stops.push(report.follow(book, prices, lastPrice, () => market.exchangeMs()));
    // What the code's desk refuses for the limit is never asked of the broker, so nothing else would tell of it.
    const limit = position === 0 ? tooSmallLimitWords(symbol, asked.limits, lastPrice()) : '';
    record.change({ Status: 'Running', Message: report.message(limit) }, 'strategyStarted');
  };

  function eventsOf(orders: LiveOrders): LiveEvents {
    return {
      onRequests: (requests) => {
        if (isOver) return;
        try {
          orders.take(requests);
        } catch (error) {
          logger.error({ err: error, instance: key }, 'requests of a live strategy cannot be taken');
          finish('RuntimeError', 'The order of the strategy cannot be executed.');
        }
      },
      onLog: (part) => {
        if (!isOver) report.addLog(part);
      },
      onFault: (fault) => finish(faultStatus(fault), faultText(fault)),
      onFinished: () => finish('Completed', ''),
    };
  }

  const go = async (): Promise<void> => {
    record.change({});
    const described = await runtime.describe(program);
    if (isOver) return;
    if (!described.ok) return finish(faultStatus(described.error), faultText(described.error));
    record.change(describedFields(described.value), 'strategyParameters');
    const problem = problemOf(described.value);
    if (problem !== undefined) return finish('RuntimeError', problem);
    const { haltedBy } = brokerage.accountOptions(account);
    if (haltedBy) return finish('Stopped', HALT_TEXTS[haltedBy]);
    await begin(described.value);
  };
  go().catch((error: unknown) => {
    logger.error({ err: error, instance: key }, 'a live strategy could not be started');
    finish(
      'RuntimeError',
      `The run could not be started: ${error instanceof Error ? error.message : String(error)}`,
    );
  });

  return { done, stop: (status = 'Stopped', message = '') => finish(status, message) };
}

/** What a run goes on with: what its own orders came to, as far as the account still holds it. */
function heldOf(own: number, ofAccount: number): number {
  return Math.sign(own) === Math.sign(ofAccount)
    ? Math.sign(own) * Math.min(Math.abs(own), Math.abs(ofAccount))
    : 0;
}

/** The bars before the first that the strategy is called with, and the one that is forming. */
async function warmUpOf(
  market: LiveRunParts['market'],
  symbol: string,
  { barMinutes, warmUpBars }: StrategyDescription,
): Promise<{ warmUp: Bar[]; forming: Bar | null; sessions: Float64Array }> {
  const nowMs = market.exchangeMs();
  const earlier = warmUpSessions(nowMs, warmUpBars, barMinutes);
  const days = [
    ...earlier,
    ...sessionsBetween(nowMs - DAY_MS, nowMs + KNOWN_AHEAD_MS).filter(
      ({ date }) => date > (earlier.at(-1)?.date ?? ''),
    ),
  ];
  const past = days.filter(({ openMs }) => openMs <= nowMs);
  let bars: Bar[];
  if (barMinutes >= DAY_MINUTES)
    bars = await market.bars(symbol, 'Day', (past[0]?.openMs ?? nowMs) - DAY_MS, nowMs + 1);
  else {
    const { signal } = new AbortController();
    // The present session is what the run trades on, however the market makes it.
    const today = market.sessionDay().date;
    const isUsable = (date: string): boolean => date === today || hasRecordedMinutes(market, symbol, date);
    bars = (await minuteBarsOf(market, symbol, past, barMinutes, signal, isUsable)).bars;
    const prints = barMinutes === 0 ? printsOf(market, symbol, 0, warmUpBars).bars : [];
    const firstMs = prints[0]?.timeMs;
    if (firstMs !== undefined) bars = [...bars.slice(0, firstBarFrom(bars, firstMs)), ...prints];
  }
  const last = bars.at(-1);
  const isForming =
    last !== undefined &&
    barMinutes > 0 &&
    (last.timeMs >= formingStartMs(market.exchangeMs(), barMinutes) || !isFinished(last, barMinutes, market));
  const finished = isForming ? bars.slice(0, -1) : bars;
  return {
    warmUp: warmUpBars === 0 ? [] : finished.slice(-warmUpBars),
    forming: isForming ? last : null,
    sessions: sessionColumn(days),
  };
}
