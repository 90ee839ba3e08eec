import { fromE4 } from '../../../domain/money/price.ts';
import type { StoredReport } from '../../storage/strategy-report-store.ts';
import type { StrategyServiceParts } from '../parts.ts';
import type { WireInstance } from '../service.ts';
import { instanceOf, orderOf } from '../stored.ts';
import { clientIdPrefix, ordersOfInstance } from './earlier-orders.ts';
import { LiveOrders } from './live-orders.ts';
import { wireOrderOf } from './live-wire.ts';
import { LiveReport } from './live-report.ts';
import { createRunBook, type RunBook } from './run-book.ts';
import { stopOf } from './stop-notices.ts';
import { symbolPrices } from './symbol-prices.ts';
import { RunRecord } from './run-record.ts';
import type { RunLimits } from '../runtime/types.ts';

const RUNNING = ['Starting', 'Running', 'Backtesting'] as const;
export const LIVE_TEXT =
  'The server was restarted while the run went on: it was stopped, and is not started again by itself. Its open orders were cancelled; its positions stay.';
export const BACKTEST_TEXT = 'The server was restarted while the backtest ran. Start it again.';
const NO_LIMITS: RunLimits = {
  intradayPositionsOnly: false,
  intervals: [],
  includeOffMarket: false,
  shareLimit: -1,
  dollarLimit: -1,
};

/**
 * Ends what a former process left running. A live run is not taken up by itself: nobody knows what it missed. Its orders are brought up to what the account's
 * journal says, those still open are cancelled, and its positions stay.
 */
export async function endInterrupted({
  store,
  brokerage,
  market,
  logger,
  hostMs,
}: StrategyServiceParts): Promise<void> {
  for (const stored of await store.withStatus(RUNNING)) {
    const { userId, name, instanceId, account } = stored;
    const key = { userId, name, instanceId };
    const instance = instanceOf(stored, logger);
    if (!instance) continue;
    // Nobody listens yet: what changes is only stored.
    const record = new RunRecord({ store, push: () => {}, logger }, key, stored.strategyId, '', instance);
    if (instance.BacktestFrom !== null) {
      record.change({ Status: 'BacktestingFailed', Message: BACKTEST_TEXT, FinishedAt: market.exchangeMs() });
      await record.stored();
      continue;
    }
    const startedAtMs = instance.StartedAt ?? 0;
    const prefix = clientIdPrefix(key, startedAtMs);
    const symbol = instance.PrimarySymbol;
    const book = createRunBook(symbol);
    const orders = new LiveOrders({
      brokerage,
      account,
      userId,
      symbol,
      destination: '',
      route: '',
      limits: NO_LIMITS,
      prefix,
      book,
      lastPrice: () => 0,
      exchangeMs: () => market.exchangeMs(),
      session: () => market.sessionDay(),
      hostMs,
      onOrder: (order) =>
        record.putOrders([{ serial: order.serial, order: wireOrderOf(order, symbol, book) }]),
      onRefused() {},
      onBroken() {},
      onError: (error) =>
        logger.error(
          { err: error, instance: key },
          'an order of an interrupted strategy could not be cancelled',
        ),
    });
    const stop = brokerage.listen(account, {
      onReport: (report) => orders.hear(report),
      onPosition() {},
      onBalance() {},
    });
    const earlier = await brokerage.readAccount(account, startedAtMs, (view) =>
      ordersOfInstance(view, prefix),
    );
    await cancelUnsent(record, new Set(earlier.map(({ serial }) => serial)), logger);
    orders.takeUp(earlier, 0);
    await orders.cancelAll();
    stop();
    const Returns = await finalReturns(market, record, book, await store.report(key));
    record.stopNotice = LIVE_TEXT;
    record.change({ Status: 'Stopped', Message: LIVE_TEXT, FinishedAt: market.exchangeMs(), Returns });
    await record.stored();
    await store.putStop(stopOf(record));
  }
}

/** Orders that the account never got, such as held sales, ended with the process. */
async function cancelUnsent(
  record: RunRecord,
  sent: ReadonlySet<number>,
  logger: StrategyServiceParts['logger'],
): Promise<void> {
  for (const stored of await record.storedOrders()) {
    const order = sent.has(stored.serial) ? undefined : orderOf(stored, logger);
    if (order?.Status === 'Sent')
      record.putOrders([{ serial: stored.serial, order: { ...order, Status: 'Cancelled' } }]);
  }
}

/** The figures of a run that ended with the former process: of the fills in the journal, at the present price. Its equity curve ends with them. */
async function finalReturns(
  market: StrategyServiceParts['market'],
  record: RunRecord,
  book: RunBook,
  stored: StoredReport | undefined,
): Promise<WireInstance['Returns']> {
  const { PrimarySymbol: symbol, StartedAt, Returns } = record.instance;
  if (book.fills() === 0) return Returns;
  const nowMs = market.exchangeMs();
  const lastPrice = fromE4(market.snapshot(symbol)?.lastE4 ?? 0);
  const fromMs = StartedAt ?? nowMs;
  const prices = await symbolPrices(market, symbol, {
    fromMs,
    toMs: nowMs,
    firstPrice: lastPrice,
    lastPrice,
  });
  const report = new LiveReport(record, fromMs, stored);
  report.follow(
    book,
    prices,
    () => lastPrice,
    () => nowMs,
  )();
  return report.finish(nowMs) ?? Returns;
}
