import type { AccountBase } from './account-base.ts';
import type { RunLimits, StrategyDescription } from './description.ts';
import type { StrategyLog } from './log.ts';
import type { LiveAction, LiveFill, LiveReport } from './live-messages.ts';
import type { EarlierRecords } from './take-up.ts';
import { isOpen } from './order-record.ts';
import type { ExitName, OrderReason, OrderRecord } from './order-record.ts';
import type { RunDriver } from './run-driver.ts';
import { RunOrders } from './run-orders.ts';
import type { OrderMoment } from './run-orders.ts';
import type { SharedOrders } from './shared-orders.ts';
import { spreadRejectionText } from './spread-text.ts';
import type { SpreadChange } from './spread-terms.ts';
import { flatten } from './venue.ts';
import type { Venue } from './venue.ts';

/** After a rejected closing order, the next one is sent this much later, ms. */
const CLOSE_RETRY_MS = 10_000;

/** What the books of a live run share. */
export interface LiveBooksParts {
  readonly description: StrategyDescription;
  readonly limits: RunLimits;
  readonly account: AccountBase;
  readonly shared: SharedOrders;
  readonly driver: RunDriver;
  readonly log: StrategyLog;
  /** Time and rules of openings of the run. */
  readonly moment: Omit<OrderMoment, 'lastPrice'>;
  /** Receives what the run requests of the server. */
  readonly actions: LiveAction[];
  /** Advances the moment to the time of a report, UTC ms. */
  readTime(timeMs: number): void;
}

/** The orders of a live run in a symbol, which the reports of the broker fill and end. */
export class LiveBook {
  readonly orders: RunOrders;
  readonly venue: Venue;
  readonly #run: LiveBooksParts;
  /** Orders by number, from when they are sent until they end. */
  readonly #sent = new Map<number, OrderRecord>();
  /** Entries with exits, by their number. */
  readonly #brackets = new Map<number, OrderRecord>();
  readonly #lastPrice: () => number;
  #quote = { bid: Number.NaN, ask: Number.NaN };
  /** Time of the last closing order, UTC ms. */
  #closingSentMs = 0;

  /** `lastPrice`: of the bars that the code reads, dollars; NaN = none is known. */
  constructor(run: LiveBooksParts, symbol: string, lastPrice: () => number) {
    this.#run = run;
    this.#lastPrice = lastPrice;
    this.orders = this.#createOrders(symbol);
    this.venue = this.#createVenue();
  }

  /** Takes the present quote, dollars; 0 = none, for which the last price counts. */
  show({ bid, ask }: { readonly bid: number; readonly ask: number }): void {
    const lastPrice = bid > 0 && ask > 0 ? 0 : this.#lastPrice();
    this.#quote = { bid: bid > 0 ? bid : lastPrice, ask: ask > 0 ? ask : lastPrice };
  }

  /** Takes up the orders of an earlier part of the run. */
  takeUp({ entries, open }: EarlierRecords): void {
    for (const order of open) this.#sent.set(order.number, order);
    for (const order of [...entries, ...open]) this.#addBracket(order);
  }

  /** True for an order of this symbol, by the number that a report names. */
  has(number: number): boolean {
    return this.#find(number) !== undefined || this.#brackets.has(number);
  }

  /** Applies a report of the broker. A report on an unknown or ended order changes nothing. */
  report(change: LiveReport): void {
    if (change.exit !== undefined) return this.#reportExit(change, change.exit);
    const order = this.#find(change.number);
    if (order === undefined || !isOpen(order)) return;
    this.#run.readTime(change.timeMs);
    this.#applyReport(order, change);
    if (!isOpen(order)) this.#sent.delete(order.number);
    this.#run.driver.notify();
  }

  /** Cancels the open orders and closes the position. */
  flatten(timeMs: number): void {
    this.#closingSentMs = timeMs;
    flatten(this.venue);
  }

  /** Closes a position that is left after `flatten`: the closing order was rejected, or a fill arrived later. */
  flattenRest(timeMs: number): void {
    const { position, open } = this.orders;
    if (position.quantity !== 0 && open.length === 0 && timeMs - this.#closingSentMs >= CLOSE_RETRY_MS)
      this.flatten(timeMs);
  }

  #find(number: number): OrderRecord | undefined {
    return this.#sent.get(number) ?? this.orders.open.find((order) => order.number === number);
  }

  #reportExit(change: LiveReport, name: ExitName | 'Surplus'): void {
    const entry = this.#brackets.get(change.number);
    if (entry === undefined) return;
    const exit = entry.bracket?.orders.find((order) => order.exit?.name === name);
    if (exit !== undefined && isOpen(exit)) {
      this.#run.readTime(change.timeMs);
      if (change.exitTerms !== undefined) Object.assign(exit, change.exitTerms);
      this.#applyReport(exit, change);
      this.#run.driver.notify();
    } else if (change.fill !== null) {
      // Both exits filled at once: the broker closes what they have sold (or bought) too much.
      const side = exit?.side ?? entry.side;
      this.orders.bookSurplus(side, change.fill.quantity, change.fill.price, change.fill.liquidity);
    }
  }

  #addBracket(entry: OrderRecord): void {
    if (entry.bracket !== null) this.#brackets.set(entry.number, entry);
  }

  #createOrders(symbol: string): RunOrders {
    const { description, limits, shared, driver, log, moment, actions } = this.#run;
    const { shareLimit, dollarLimit } = limits;
    const { allowedPositions } = description;
    const lastPrice = this.#lastPrice;
    return new RunOrders(
      {
        symbol,
        allowedPositions,
        shareLimit,
        dollarLimit,
        noSpreadReason: noSpreadReason(description, limits),
      },
      {
        get timeMs() {
          return moment.timeMs;
        },
        get lastPrice() {
          return lastPrice();
        },
        get noOpeningReason() {
          return moment.noOpeningReason;
        },
      },
      {
        onEnd: (order) => {
          driver.add(order);
          if (order.status !== 'Rejected') return;
          if (order.spread !== null) log.write(spreadRejectionText(order));
          if (!this.#sent.has(order.number)) actions.push({ kind: 'rejected', order });
        },
        onRelease: (order) => {
          this.#addBracket(order);
          actions.push({ kind: 'send', order });
        },
      },
      null,
      shared,
    );
  }

  #createVenue(): Venue {
    const { account, actions } = this.#run;
    return {
      orders: this.orders,
      account,
      send: (order) => {
        this.#sent.set(order.number, order);
        this.#addBracket(order);
        actions.push({ kind: 'send', order });
      },
      cancel: (order) => {
        if (order.isWaiting) this.orders.end(order, 'Cancelled', 'Cancelled by the strategy');
        else if (isOpen(order)) {
          if (order.exit !== null) order.exit.isCancelling = true;
          actions.push({ kind: 'cancel', order });
        }
      },
      replace: (order, change) => actions.push({ kind: 'replace', order, change }),
      quote: () => this.#quote,
    };
  }

  #applyReport(order: OrderRecord, change: LiveReport): void {
    const { orders } = this;
    const { driver } = this.#run;
    const { fill } = change;
    if (fill !== null && change.filledQuantity > order.filledQuantity)
      this.#bookFill(order, fill, change.timeMs);
    switch (change.status) {
      case 'Accepted':
      case 'PartiallyFilled':
        return;
      // No more fills follow, even when some quantity is left.
      case 'Filled':
        return orders.end(order, 'Filled', change.reason);
      case 'Cancelled':
      case 'Rejected':
        return orders.end(order, change.status, change.reason);
      case 'Replaced':
        if (order.exit !== null) return;
        if (change.terms !== undefined) applyTerms(order, change.terms);
        return driver.add(order);
      case 'ReplaceRejected':
        order.reason = change.reason;
        return driver.add(order);
    }
  }

  #bookFill(order: OrderRecord, fill: LiveFill, timeMs: number): void {
    const quantity = Math.min(fill.quantity, order.quantity - order.filledQuantity);
    if (order.spread === null) return this.orders.fill(order, quantity, fill.price, timeMs, fill.liquidity);
    const legs = (fill.legs ?? []).map((leg) => Object.freeze({ ...leg }));
    this.orders.fillSpread(
      order,
      Object.freeze({ quantity, price: fill.price, timeMs, legs: Object.freeze(legs) }),
    );
    // The last fill ends the order, which notifies the strategy.
    if (isOpen(order)) this.#run.driver.add(order);
  }
}

/** Limits count shares or dollars without options, and the clock closes only positions in traded symbols. */
function noSpreadReason(
  { closingOrderMinute }: StrategyDescription,
  { shareLimit, dollarLimit, intradayPositionsOnly }: RunLimits,
): OrderReason {
  if (shareLimit >= 0 || dollarLimit >= 0)
    return 'A run with a share or dollar limit cannot send multi-leg orders';
  return intradayPositionsOnly || closingOrderMinute !== null
    ? 'A run that closes its position during the day cannot send multi-leg orders'
    : '';
}

function applyTerms(order: OrderRecord, { quantity, price, tif }: SpreadChange): void {
  order.quantity = quantity;
  order.price = price;
  order.reason = '';
  if (order.spread !== null) order.spread.tif = tif;
}
