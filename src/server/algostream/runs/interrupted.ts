import { fromE4 } from '../../../domain/money/price.ts';
import type { InstanceKey } from '../../storage/strategy-store.ts';
import type { StrategyServiceParts } from '../parts.ts';
import type { WireInstance } from '../service.ts';
import { hasMissedStop } from '../schedules/schedule-state.ts';
import { instanceOf } from '../stored.ts';
import { clientIdPrefix, ordersOfInstance } from './earlier-orders.ts';
import { LiveOrders } from './live-orders.ts';
import { wireOrderOf } from './live-wire.ts';
import { LiveReport } from './live-report.ts';
import { cancelUnsent } from './restore-run.ts';
import { RunBook } from './run-book.ts';
import { otherPrices, type LiveSymbols } from './live-symbols.ts';
import { symbolPrices } from './symbol-prices.ts';
import { RunRecord } from './run-record.ts';
import type { RunLimits } from '../runtime/types.ts';

const RUNNING = ['Starting', 'Running', 'Backtesting'] as const;
export const LIVE_TEXT =
  'Stopped because the server was restarted; does not resume by itself. Open orders were cancelled; positions stay.';
const MISSED_STOP_TEXT =
  'Stopped by its schedule: the stop time passed while the server was not running. Open orders were cancelled; positions stay.';
const BACKTEST_TEXT = 'The server was restarted while the backtest ran. Start it again.';
const NO_LIMITS: RunLimits = {
  intradayPositionsOnly: false,
  intervals: [],
  includeOffMarket: false,
  shareLimit: -1,
  dollarLimit: -1,
};

/**
 * Ends what a former process left running. A live run does not resume by itself, because it has missed what happened since. Its orders are brought up to what the account's
 * journal says, those still open are cancelled, and its positions stay. Returns the live runs that resume by the choice of their users: they are left as they are.
 */
export async function endInterrupted(parts: StrategyServiceParts): Promise<InstanceKey[]> {
  const resuming: InstanceKey[] = [];
  const { store, logger } = parts;
  for (const stored of await store.withStatus(RUNNING)) {
    const { userId, name, instanceId, strategyId } = stored;
    const instance = instanceOf(stored, logger);
    if (!instance) continue;
    const key = { userId, name, instanceId };
    // No client is connected yet: changes are only stored.
    const record = new RunRecord({ store, push: () => {}, logger }, key, strategyId, '', instance);
    const isLate = hasMissedStop(instance, parts.market.exchangeMs());
    if (instance.BacktestFrom === null && instance.AtRestart === 'Resume' && !isLate) {
      resuming.push(key);
      continue;
    }
    if (instance.BacktestFrom === null) await endLive(parts, record, isLate ? MISSED_STOP_TEXT : LIVE_TEXT);
    else
      record.change({
        Status: 'BacktestingFailed',
        Message: BACKTEST_TEXT,
        FinishedAt: parts.market.exchangeMs(),
      });
    await record.stored();
  }
  return resuming;
}

async function endLive(parts: StrategyServiceParts, record: RunRecord, text: string): Promise<void> {
  const { store, brokerage, market } = parts;
  const { key, account, instance } = record;
  const startedAtMs = instance.StartedAt ?? 0;
  const prefix = clientIdPrefix(key, startedAtMs);
  const symbols: LiveSymbols = [instance.PrimarySymbol, ...instance.OtherSymbols];
  const book = new RunBook(symbols[0], otherPrices(market, symbols));
  const report = new LiveReport(record, startedAtMs, await store.report(key));
  const orders = ordersOf(parts, record, { prefix, symbols, book, report });
  const stopListening = brokerage.listen(account, {
    onReport: (received) => orders.onReport(received),
    onSettlements: (some) => orders.onSettlements(some),
    onPosition() {},
    onBalance() {},
  });
  const storedOrders = await record.storedOrders();
  const { earlier, settlements } = await brokerage.readAccount(account, startedAtMs, (view) => ({
    earlier: ordersOfInstance(view, prefix, storedOrders.exits),
    settlements: view.settlements,
  }));
  cancelUnsent(record, storedOrders, earlier);
  orders.restore(earlier, settlements, storedOrders);
  await orders.cancelAll();
  stopListening();
  const Returns = await finalReturns(market, record, book, report);
  const nowMs = market.exchangeMs();
  // Before the status: a crash between the two repeats all of this, and the notice is not lost.
  await store.putStop({ ...key, account, message: text, stoppedAtMs: nowMs });
  record.change({
    ...report.rejections(),
    Status: 'Stopped',
    Message: report.message(text),
    FinishedAt: nowMs,
    Returns,
  });
}

/** The orders of an interrupted run: what becomes of them is stored, and nothing new is sent. */
function ordersOf(
  { brokerage, market, logger }: StrategyServiceParts,
  record: RunRecord,
  {
    prefix,
    symbols,
    book,
    report,
  }: {
    readonly prefix: string;
    readonly symbols: LiveSymbols;
    readonly book: RunBook;
    readonly report: LiveReport;
  },
): LiveOrders {
  const { key, account } = record;
  return new LiveOrders({
    brokerage,
    account,
    userId: key.userId,
    symbols,
    destination: '',
    route: '',
    limits: NO_LIMITS,
    prefix,
    book,
    lastPrice: () => 0,
    exchangeMs: () => market.exchangeMs(),
    session: () => market.sessionDay(),
    onOrder: (order) => record.putOrders([{ serial: order.serial, order: wireOrderOf(order, book) }]),
    onRejected: (reason) => report.addRejected(reason),
    spreadProblem: undefined,
    onRefused() {},
    onSettled() {},
    onBroken() {},
    onError: (error) =>
      logger.error(
        { err: error, instance: key },
        'an order of an interrupted strategy could not be cancelled',
      ),
  });
}

/** The figures of a run that ended with the former process: of the fills in the journal, at the present price. Its equity curve ends with them. */
async function finalReturns(
  market: StrategyServiceParts['market'],
  record: RunRecord,
  book: RunBook,
  report: LiveReport,
): Promise<WireInstance['Returns']> {
  const { PrimarySymbol: symbol, StartedAt, Returns } = record.instance;
  const nowMs = market.exchangeMs();
  // Another market may not have the symbol: then the figures stay as they were stored.
  if (market.instrument(symbol) !== undefined) {
    const fromMs = StartedAt ?? nowMs;
    const lastPrice = fromE4(market.snapshot(symbol)?.lastE4 ?? 0);
    const prices = await symbolPrices(market, symbol, {
      fromMs,
      toMs: nowMs,
      firstPrice: lastPrice,
      lastPrice,
    });
    const stop = report.follow(
      book,
      prices,
      () => lastPrice,
      () => nowMs,
    );
    stop();
  }
  return report.finish(nowMs) ?? Returns;
}
