import { DAY_MS, MINUTE_MS } from '../calendar/durations.ts';
import type { Liquidity } from '../portfolio/index.ts';
import { DAY_BARS } from './bar-size.ts';
import { BarsBeside, securityFeeds } from './bars-beside.ts';
import type { SecurityFeed } from './bars-beside.ts';
import type { DataColumns, RunLimits, StrategyDescription } from './description.ts';
import type { Language } from './language.ts';
import { createLiveColumns } from './live-columns.ts';
import type { LiveColumns } from './live-columns.ts';
import type { LiveInput, LiveSettlement } from './live-input.ts';
import { resumePosition } from './resume-position.ts';
import { baseOfCapital, type AccountBase } from './account-base.ts';
import { isOpen } from './order-record.ts';
import type { ExitName, OrderReason, OrderRecord, SpreadLegFill } from './order-record.ts';
import { RunClock } from './run-clock.ts';
import { RunDriver } from './run-driver.ts';
import { RunOrders } from './run-orders.ts';
import { spreadRejectionText } from './spread-text.ts';
import type { SpreadChange } from './spread-terms.ts';
import { createSessionFinder, dayOfMoment, dayWithoutSession, midnightOf } from './trading-days.ts';
import type { SessionFinder } from './trading-days.ts';
import { flatten } from './venue.ts';
import type { Venue } from './venue.ts';

/** After a rejected closing order, the next one is sent this much later, ms. */
const CLOSE_RETRY_MS = 10_000;
/** A bar that has ended is delivered within this time at the latest: the clock rules of its end wait for it, so that they follow the same bars as in a backtest. */
const BAR_GRACE_MS = 2_000;
/** The orders of a bar that is delivered later than this must also be allowed at the present time. */
const MAX_BAR_DELAY_MS = MINUTE_MS;
/** Max log lines that are kept per delivery. */
const LOG_LINES_PER_DELIVERY = 100;

/** What a live run requests of the server. */
export type LiveAction =
  | { readonly kind: 'send'; readonly order: OrderRecord }
  | { readonly kind: 'cancel'; readonly order: OrderRecord }
  /** Other terms for an open multi-leg order. */
  | { readonly kind: 'replace'; readonly order: OrderRecord; readonly change: SpreadChange }
  /** Rejected by the rules of the run itself: nothing to send. */
  | { readonly kind: 'rejected'; readonly order: OrderRecord };

/** One execution of an order. The price is in dollars, exact to 1/10,000. */
export interface LiveFill {
  /** Shares, contracts, or units of a multi-leg order. */
  readonly quantity: number;
  /** Of a multi-leg order the net price; below 0 when a Buy fills for a credit, or a Sell for a debit. */
  readonly price: number;
  readonly liquidity: Liquidity;
  /** The fills of the legs of a multi-leg order. */
  readonly legs?: readonly SpreadLegFill[] | undefined;
}

/** A report of the broker on an order of the run. */
export interface LiveReport {
  readonly number: number;
  readonly status:
    'Accepted' | 'PartiallyFilled' | 'Filled' | 'Cancelled' | 'Rejected' | 'Replaced' | 'ReplaceRejected';
  /** The execution that is reported; null when nothing was filled. */
  readonly fill: LiveFill | null;
  /** Cumulative quantity of the order, by which a repeated report is recognised. */
  readonly filledQuantity: number;
  readonly reason: string;
  readonly timeMs: number;
  /** The terms of a multi-leg order that was replaced. */
  readonly terms?: SpreadChange | undefined;
  /** The report is of this exit of the order, or of the order with which the broker closes what its exits have filled too much. */
  readonly exit?: ExitName | 'Surplus' | undefined;
  /** Where an exit stands. */
  readonly exitTerms?: Pick<OrderRecord, 'quantity' | 'price' | 'stop'> | undefined;
}

/** Best bid and offer of the symbol, dollars, and the time of the exchange. */
interface PresentQuote {
  readonly bid: number;
  readonly ask: number;
  readonly timeMs: number;
}

/** A live run: the language of a backtest with live bars and a broker. Each call returns the requests to the server. */
export class LiveRun {
  readonly #language: Language;
  readonly #description: StrategyDescription;
  readonly #limits: RunLimits;
  readonly #isDaily: boolean;
  readonly #barMs: number;
  readonly #finder: SessionFinder;
  readonly #clock: RunClock;
  readonly #driver: RunDriver;
  readonly #columns: LiveColumns;
  readonly #feeds: readonly SecurityFeed[];
  readonly #beside: BarsBeside | null;
  readonly #orders: RunOrders;
  readonly #venue: Venue;
  /** Orders by number, from when they are sent until they end. */
  readonly #sent = new Map<number, OrderRecord>();
  /** Entries with exits, by their number. */
  readonly #brackets = new Map<number, OrderRecord>();
  readonly #actions: LiveAction[] = [];
  readonly #moment: { timeMs: number; lastPrice: number; noOpeningReason: OrderReason } = {
    timeMs: 0,
    lastPrice: Number.NaN,
    noOpeningReason: '',
  };
  #quote = { bid: Number.NaN, ask: Number.NaN };
  /** New York midnight of the day whose position was closed by the clock, and the time of the last closing order. */
  #flattenedDayMs = 0;
  #closingSentMs = 0;

  constructor(language: Language, description: StrategyDescription, input: LiveInput) {
    const { barMinutes, primarySymbol } = description;
    this.#language = language;
    this.#description = description;
    this.#limits = input.limits;
    this.#isDaily = barMinutes === DAY_BARS;
    this.#barMs = this.#isDaily ? 0 : barMinutes * MINUTE_MS;
    this.#finder = createSessionFinder(input.sessions, this.#isDaily ? DAY_MS : 0);
    this.#clock = new RunClock(description, input.limits);
    this.#driver = new RunDriver(language);
    this.#columns = createLiveColumns(language, undefined, (count) => {
      language.day.firstRow -= count;
    });
    this.#feeds = securityFeeds(language, input.otherWarmUps ?? [], (timeMs) => this.#dayOf(timeMs));
    this.#beside = BarsBeside.create(language, this.#feeds, input.limits.includeOffMarket);
    this.#orders = this.#createOrders();
    this.#venue = this.#createVenue(input.account ?? baseOfCapital(language.plan.capital));
    resumePosition(this.#orders.position, primarySymbol, input.fills, input.position);
    for (const { symbol, quantity } of input.contracts) this.#orders.setHeld(symbol, quantity);
    const earlier = this.#orders.takeUp(input.brackets, input.openOrders ?? []);
    for (const order of earlier.open) this.#sent.set(order.number, order);
    for (const order of [...earlier.entries, ...earlier.open]) this.#addBracket(order);
    for (let row = 0; row < input.warmUp.timeMs.length; row += 1) this.#append(input.warmUp, row);
    this.#columns.follow();
    language.log.limit = LOG_LINES_PER_DELIVERY;
    language.open(this.#venue);
  }

  get isFinished(): boolean {
    return this.#language.isFinished;
  }

  /**
   * Calls the strategy with finished bars, in the order of time. `present` is the present quote and time. `others` are bars of the other symbols, in the sequence of
   * the description: those that start with a bar of the run or before must be delivered with it at the latest.
   */
  deliver(
    rows: DataColumns,
    present: PresentQuote,
    others: readonly DataColumns[] = [],
  ): readonly LiveAction[] {
    const language = this.#language;
    for (const [n, bars] of others.entries()) this.#feeds[n]?.receive(bars);
    this.#quote = {
      bid: present.bid > 0 ? present.bid : this.#moment.lastPrice,
      ask: present.ask > 0 ? present.ask : this.#moment.lastPrice,
    };
    for (let row = 0; row < rows.timeMs.length && !language.isFinished; row += 1) {
      if (!this.#append(rows, row)) continue;
      this.#columns.follow();
      this.#endBar(rows.timeMs[row] ?? 0, present.timeMs);
      this.#driver.endBar();
    }
    if (!language.isFinished) this.#passTime(Math.max(present.timeMs, this.#moment.timeMs));
    return this.#takeActions();
  }

  /** Applies a report of the broker. A report on an unknown or ended order changes nothing. */
  report(change: LiveReport): readonly LiveAction[] {
    if (change.exit !== undefined) return this.#reportExit(change, change.exit);
    const order =
      this.#sent.get(change.number) ?? this.#orders.open.find(({ number }) => number === change.number);
    if (order === undefined || !isOpen(order)) return [];
    this.#readTime(Math.max(change.timeMs, this.#moment.timeMs));
    this.#applyReport(order, change);
    if (!isOpen(order)) this.#sent.delete(order.number);
    this.#driver.notify();
    return this.#takeActions();
  }

  #reportExit(change: LiveReport, name: ExitName | 'Surplus'): readonly LiveAction[] {
    const entry = this.#brackets.get(change.number);
    if (entry === undefined) return [];
    const exit = entry.bracket?.orders.find((order) => order.exit?.name === name);
    if (exit !== undefined && isOpen(exit)) {
      this.#readTime(Math.max(change.timeMs, this.#moment.timeMs));
      if (change.exitTerms !== undefined) Object.assign(exit, change.exitTerms);
      this.#applyReport(exit, change);
      this.#driver.notify();
    } else if (change.fill !== null) {
      // Both exits filled at once: the broker closes what they have sold (or bought) too much.
      const side = exit?.side ?? entry.side;
      this.#orders.bookSurplus(side, change.fill.quantity, change.fill.price, change.fill.liquidity);
    }
    return this.#takeActions();
  }

  #addBracket(entry: OrderRecord): void {
    if (entry.bracket !== null) this.#brackets.set(entry.number, entry);
  }

  /** Books the exercise, assignment or expiration of an option that the run holds. */
  settle({ symbol, contracts, shares, strike }: LiveSettlement): readonly LiveAction[] {
    this.#orders.setHeld(symbol, this.#orders.held(symbol) + contracts);
    if (shares !== 0) this.#orders.receiveShares(shares, strike);
    return [];
  }

  /** Calls the handler of the end of the run. */
  end(): void {
    this.#language.callEnd();
  }

  #createOrders(): RunOrders {
    const { primarySymbol: symbol, allowedPositions } = this.#description;
    const { shareLimit, dollarLimit } = this.#limits;
    return new RunOrders(
      { symbol, allowedPositions, shareLimit, dollarLimit, noSpreadReason: this.#noSpreadReason() },
      this.#moment,
      {
        onEnd: (order) => {
          this.#driver.add(order);
          if (order.status !== 'Rejected') return;
          if (order.spread !== null) this.#language.log.write(spreadRejectionText(order));
          if (!this.#sent.has(order.number)) this.#actions.push({ kind: 'rejected', order });
        },
        onRelease: (order) => {
          this.#addBracket(order);
          this.#actions.push({ kind: 'send', order });
        },
      },
    );
  }

  /** Limits count shares or dollars of one symbol, and the clock closes only the position in it. */
  #noSpreadReason(): OrderReason {
    const { shareLimit, dollarLimit, intradayPositionsOnly } = this.#limits;
    if (shareLimit >= 0 || dollarLimit >= 0)
      return 'A run with a share or dollar limit cannot send multi-leg orders';
    return intradayPositionsOnly || this.#description.closingOrderMinute !== null
      ? 'A run that closes its position during the day cannot send multi-leg orders'
      : '';
  }

  #createVenue(account: AccountBase): Venue {
    return {
      orders: this.#orders,
      account,
      send: (order) => {
        this.#sent.set(order.number, order);
        this.#addBracket(order);
        this.#actions.push({ kind: 'send', order });
      },
      cancel: (order) => {
        if (order.isWaiting) this.#orders.end(order, 'Cancelled', 'Cancelled by the strategy');
        else if (isOpen(order)) {
          if (order.exit !== null) order.exit.isCancelling = true;
          this.#actions.push({ kind: 'cancel', order });
        }
      },
      replace: (order, change) => this.#actions.push({ kind: 'replace', order, change }),
      quote: () => this.#quote,
    };
  }

  #takeActions(): readonly LiveAction[] {
    return this.#actions.splice(0);
  }

  #applyReport(order: OrderRecord, change: LiveReport): void {
    const orders = this.#orders;
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
        if (change.terms !== undefined) this.#applyTerms(order, change.terms);
        return this.#driver.add(order);
      case 'ReplaceRejected':
        order.reason = change.reason;
        return this.#driver.add(order);
    }
  }

  #bookFill(order: OrderRecord, fill: LiveFill, timeMs: number): void {
    const quantity = Math.min(fill.quantity, order.quantity - order.filledQuantity);
    if (order.spread === null) return this.#orders.fill(order, quantity, fill.price, timeMs, fill.liquidity);
    const legs = (fill.legs ?? []).map((leg) => Object.freeze({ ...leg }));
    this.#orders.fillSpread(
      order,
      Object.freeze({ quantity, price: fill.price, timeMs, legs: Object.freeze(legs) }),
    );
    // The last fill ends the order, which notifies the strategy.
    if (isOpen(order)) this.#driver.add(order);
  }

  #applyTerms(order: OrderRecord, { quantity, price, tif }: SpreadChange): void {
    order.quantity = quantity;
    order.price = price;
    order.reason = '';
    if (order.spread !== null) order.spread.tif = tif;
  }

  /** The session (or the whole day) in which the run may trade at a moment; null outside of it. */
  #sessionOf(timeMs: number): { readonly openMs: number; readonly closeMs: number } | null {
    const isAnyTime = this.#limits.includeOffMarket || this.#isDaily;
    return (
      this.#finder.find(timeMs) ??
      (isAnyTime || this.#finder.isBefore(timeMs) ? dayWithoutSession(timeMs) : null)
    );
  }

  /** The day of a bar of another symbol; null when the run leaves it out. */
  #dayOf(timeMs: number): ReturnType<typeof dayOfMoment> | null {
    return this.#sessionOf(timeMs) === null ? null : dayOfMoment(this.#finder, timeMs);
  }

  /** The clock rules at the end of a bar that is delivered. */
  #endBar(startMs: number, presentMs: number): void {
    const endMs = this.#isDaily ? Math.max(presentMs, startMs) : startMs + this.#barMs;
    this.#moment.timeMs = Math.max(this.#moment.timeMs, endMs);
    this.#closeForDay(endMs);
    this.#moment.noOpeningReason =
      this.#noOpeningReason(endMs) ||
      (presentMs - endMs > MAX_BAR_DELAY_MS ? this.#noOpeningReason(presentMs) : '');
  }

  /** The clock rules between bars, for the ends of periods without a bar. */
  #passTime(presentMs: number): void {
    this.#readTime(presentMs);
    const graceMs = this.#barMs > 0 ? BAR_GRACE_MS : 0;
    this.#closeForDay(this.#clock.periodEndMs(presentMs - graceMs));
  }

  /** What a handler that is called between bars may open. */
  #readTime(presentMs: number): void {
    this.#moment.timeMs = presentMs;
    // A backtest handles a fill at the end of its bar. An order must not open before its time because of that.
    this.#moment.noOpeningReason =
      this.#noOpeningReason(this.#clock.formingEndMs(presentMs)) || this.#noOpeningReason(presentMs);
  }

  #noOpeningReason(timeMs: number): OrderReason {
    return this.#clock.noOpeningReason(timeMs, dayOfMoment(this.#finder, timeMs));
  }

  /** Closes the position when its time has come. */
  #closeForDay(timeMs: number): void {
    const day = dayOfMoment(this.#finder, timeMs);
    if (timeMs < this.#clock.closesFromMs(day)) return;
    // Only the closing time of the strategy also holds outside of the session.
    if (timeMs >= day.closeMs && (this.#isDaily || this.#description.closingOrderMinute === null)) return;
    this.#flattenForDay(day.midnightMs, this.#moment.timeMs);
  }

  /** Runs once a day, and again while a position is left: the closing order was rejected, or a fill arrived later. */
  #flattenForDay(midnightMs: number, timeMs: number): void {
    const isLeft =
      this.#orders.position.quantity !== 0 &&
      this.#orders.open.length === 0 &&
      timeMs - this.#closingSentMs >= CLOSE_RETRY_MS;
    if (this.#flattenedDayMs === midnightMs && !isLeft) return;
    this.#flattenedDayMs = midnightMs;
    this.#closingSentMs = timeMs;
    flatten(this.#venue);
  }

  /** Adds a row to the columns; false when it lies outside of the trading hours of the run. */
  #append(rows: DataColumns, row: number): boolean {
    const timeMs = rows.timeMs[row] ?? Number.NaN;
    const session = this.#sessionOf(timeMs);
    if (session === null || !this.#columns.append(rows, row)) return false;
    const { day, cursor } = this.#language;
    // A row before the open is of the day of the session that follows.
    if (midnightOf(session.openMs) !== day.midnightMs)
      Object.assign(day, { firstRow: cursor.index, ...dayOfMoment(this.#finder, timeMs) });
    if (this.#beside !== null) this.#beside.follow(timeMs);
    const close = rows.close[row] ?? Number.NaN;
    if (close > 0) this.#moment.lastPrice = close;
    return true;
  }
}
