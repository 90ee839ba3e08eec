import { applyEvent } from '../../domain/orders/core/book.ts';
import type { AccountFacts } from '../../domain/orders/core/decide.ts';
import { refusalReport, unknownOrderReport } from '../../domain/orders/core/report.ts';
import { OrderError } from '../../domain/orders/errors.ts';
import type { Clock } from '../clock.ts';
import type { MarketData } from '../market/market-data.ts';
import type { Journal } from '../storage/repositories.ts';
import type { Brokerage, BrokerageListener, NewOrder, Report } from './brokerage.ts';
import { Engine } from './engine.ts';
import { decodeEvent } from './event-codec.ts';
import { Ledger } from './ledger.ts';
import { OrderWatch } from './order-watch.ts';
import { ReleaseQueue, type Batch } from './release-queue.ts';

export type { AccountFacts } from '../../domain/orders/core/decide.ts';

/** The few lines of a logger that the brokerage needs; pino fits. */
export interface BrokerageLogger {
  info(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface BrokerageParts {
  readonly market: MarketData;
  readonly journal: Journal;
  readonly clock: Clock;
  /** What is known of an account; undefined = there is none. May answer at once or later. */
  readonly accounts: (account: string) => AccountFacts | undefined | Promise<AccountFacts | undefined>;
  readonly logger?: BrokerageLogger;
  /** How often session ends are looked for, host milliseconds. */
  readonly sweepIntervalMs?: number;
}

/** Cash of one account at most, ten billion dollars: keeps every sum an exact integer. */
const MAX_CASH_E4 = 100_000_000_000_000;

/** A repeated order is the same in everything; the source is derived from the position and may have changed meanwhile. */
function isSameOrder(one: NewOrder, other: NewOrder): boolean {
  return (['symbol', 'side', 'type', 'tif', 'quantity', 'priceE4', 'stopPriceE4', 'stopType', 'destination', 'route'] as const).every((key) => one[key] === other[key]);
}

/** The paper brokerage: takes orders on the simulated or replayed market, journals every event, and tells of it once it is durable. */
export function createBrokerage({ market, journal, clock, accounts, logger, sweepIntervalMs = 1_000 }: BrokerageParts): Brokerage {
  let state: 'new' | 'ready' | 'stopped' | 'failed' = 'new';
  let timer: NodeJS.Timeout | undefined;
  const engine = new Engine(market, clock);
  const ledger = new Ledger();
  const listeners = new Map<string, Set<BrokerageListener>>();
  const prices = market.snapshot.bind(market);
  const queue = new ReleaseQueue<readonly Report[]>(journal, release, (error) => {
    state = 'failed';
    clearInterval(timer);
    watch.stopAll();
    logger?.error({ error }, 'The order journal failed: no orders are taken. Free or repair the disk, then restart the server.');
  });
  const watch = new OrderWatch(market, (symbol) => state === 'ready' && engine.book.openBySymbol.has(symbol), {
    onQuote: (quote) => void perform(() => engine.quoteChanged(quote.symbol)),
    onTrade: (trade) => void perform(() => engine.traded(trade)),
  });

  /** Lets the engine decide, journals the outcome, and resolves once it is durable; undefined when it never will be. */
  function perform(decide: () => Batch | undefined): Promise<readonly Report[] | undefined> {
    if (state !== 'ready') return Promise.resolve(undefined);
    let batch: Batch | undefined;
    try {
      batch = decide();
    } catch (error) {
      // The working book may be half changed: only a rebuild from the journal can be trusted.
      queue.fail(error);
      return Promise.resolve(undefined);
    }
    if (!batch) return Promise.resolve([]);
    const released = queue.push(batch);
    for (const symbol of symbolsOf(batch)) watch.update(symbol);
    return released;
  }

  function symbolsOf({ events }: Batch): Set<string> {
    const symbols = new Set<string>();
    for (const event of events) {
      if (event.kind === 'accepted') symbols.add(event.order.symbol);
      else if (event.kind === 'executed' || event.kind === 'cancelled' || event.kind === 'expired') symbols.add(engine.book.orders.get(event.orderId)?.symbol ?? '');
    }
    return symbols;
  }

  /** The batch is durable: books it for everyone to see and tells the listeners. */
  function release({ firstSeq, events }: Batch): readonly Report[] {
    const reports: Report[] = [];
    const touched = new Map<string, Set<string>>();
    const touch = (account: string, symbols: Iterable<string>): void => {
      let known = touched.get(account);
      if (!known) touched.set(account, (known = new Set()));
      for (const symbol of symbols) known.add(symbol);
    };
    events.forEach((event, index) => {
      const report = ledger.add(firstSeq + index, event);
      if (report) reports.push(report);
      if (report && event.kind !== 'cancelRejected' && event.kind !== 'rejected') touch(report.account, [report.symbol]);
      if (event.kind === 'funded') touch(event.account, []);
      if (event.kind === 'session') for (const account of ledger.book.accounts.values()) touch(account.account, account.positions.keys());
    });
    for (const report of reports) tell(report.account, (listener) => listener.onReport(report));
    for (const [account, symbols] of touched) {
      if (!listeners.has(account)) continue;
      for (const symbol of symbols) {
        const position = ledger.position(account, symbol);
        if (position) tell(account, (listener) => listener.onPosition(position));
      }
      const balance = ledger.balance(account, prices);
      tell(account, (listener) => listener.onBalance(balance));
    }
    return reports;
  }

  function tell(account: string, call: (listener: BrokerageListener) => void): void {
    // A copy: a listener may leave while it is being called.
    for (const listener of [...(listeners.get(account) ?? [])]) {
      try {
        call(listener);
      } catch (error) {
        logger?.error({ error, account }, 'A listener of the brokerage failed; the orders are not affected.');
      }
    }
  }

  const offlineCode = (): number => (state === 'failed' ? OrderError.DatabaseOffline : OrderError.MarketOffline);
  const refuse = (order: NewOrder, code = offlineCode()): readonly Report[] => [refusalReport(order, code, clock.exchangeMs())];

  return {
    async start() {
      if (state !== 'new') throw new Error('The brokerage was started before; create another one.');
      for await (const records of journal.read(1)) {
        for (const record of records) {
          const event = decodeEvent(record);
          applyEvent(engine.book, record.seq, event);
          ledger.add(record.seq, event);
        }
      }
      const lastSeq = await journal.lastSeq();
      if (lastSeq !== engine.book.lastSeq) throw new Error(`The order journal ends at ${lastSeq} but only ${engine.book.lastSeq} records could be read. Restore it from a backup.`);
      state = 'ready';
      logger?.info({ lastSeq, orders: engine.book.orders.size, openSymbols: engine.book.openBySymbol.size }, 'Order book rebuilt from the journal.');
      const released = await perform(() => engine.sweep());
      if (!released) throw new Error('The order journal could not be written. Free or repair the disk, then start again.');
      for (const symbol of [...engine.book.openBySymbol.keys()]) watch.update(symbol);
      timer = setInterval(() => void perform(() => engine.sweep()), sweepIntervalMs);
      timer.unref();
    },

    async stop() {
      if (state !== 'failed') state = 'stopped';
      clearInterval(timer);
      watch.stopAll();
      await queue.flushed();
    },

    isReady: () => state === 'ready',

    async submit(order) {
      // JSON has no such numbers: the journal could not be read back.
      if (![order.quantity, order.priceE4, order.stopPriceE4].every(Number.isFinite)) return refuse(order, OrderError.InvalidOrderFormat);
      const answer = accounts(order.account);
      const facts = answer instanceof Promise ? await answer : answer;
      if (state !== 'ready') return refuse(order);
      const known = engine.book.orders.get(engine.book.accounts.get(order.account)?.orderIdByClientId.get(order.clientId) ?? '');
      if (known) {
        // Two programs of one account may make up the same ClientId: the second must not take the first one's order for its own.
        if (!isSameOrder(known, order)) return refuse(order, OrderError.InvalidOrderFormat);
        await queue.flushed();
        return ledger.reportsOf(order.account, order.clientId) ?? refuse(order);
      }
      const reports = await perform(() => engine.submit(order, facts));
      return reports ?? refuse(order);
    },

    async cancel(request) {
      const reports = await perform(() => engine.cancel(request));
      return reports ?? [unknownOrderReport(0, { ...request, code: offlineCode(), timeMs: clock.exchangeMs() })];
    },

    accountView: (account, sinceMs) => ledger.accountView(account, sinceMs, prices),

    listen(account, listener) {
      let set = listeners.get(account);
      if (!set) listeners.set(account, (set = new Set()));
      set.add(listener);
      return () => {
        set.delete(listener);
        if (set.size === 0 && listeners.get(account) === set) listeners.delete(account);
      };
    },

    async fundAccount(account, cash) {
      if (!Number.isSafeInteger(cash.cashE4) || Math.abs(cash.cashE4) > MAX_CASH_E4) throw new RangeError(`Cash of account ${account} is out of range: ${cash.cashE4} E4.`);
      if (!Number.isSafeInteger(cash.version) || cash.version < 0) throw new RangeError(`Funding version of account ${account} must be a whole number from 0: ${cash.version}.`);
      const released = await perform(() => engine.fund(account, cash));
      // The same funding may have been asked for a moment ago and not be durable yet.
      await queue.flushed();
      if (!released || state !== 'ready') throw new Error(`Account ${account} could not be funded: the brokerage is not taking orders.`);
    },
  };
}
