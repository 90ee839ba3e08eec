import { DAY_MS, MINUTE_MS } from '../calendar/durations.ts';
import { baseOfCapital, type AccountBase } from './account-base.ts';
import { DAY_BARS } from './bar-size.ts';
import { BarsBeside, securityFeeds } from './bars-beside.ts';
import type { SecurityFeed } from './bars-beside.ts';
import type { DataColumns, RunLimits, StrategyDescription } from './description.ts';
import type { Language } from './language.ts';
import { lastPriceAt } from './last-price.ts';
import { LiveBook } from './live-book.ts';
import { createLiveColumns } from './live-columns.ts';
import type { LiveColumns } from './live-columns.ts';
import type { LiveInput, LiveSettlement } from './live-input.ts';
import type { LiveAction, LiveReport } from './live-messages.ts';
import type { OrderReason } from './order-record.ts';
import { resumePositions } from './resume-position.ts';
import { RunClock } from './run-clock.ts';
import { RunDriver } from './run-driver.ts';
import { SharedOrders } from './shared-orders.ts';
import { takeUpEarlier } from './take-up.ts';
import { createSessionFinder, dayOfMoment, dayWithoutSession, midnightOf } from './trading-days.ts';
import type { SessionFinder } from './trading-days.ts';

/** A bar that has ended is delivered within this time at the latest: the clock rules of its end wait for it, so that they follow the same bars as in a backtest. */
const BAR_GRACE_MS = 2_000;
/** The orders of a bar that is delivered later than this must also be allowed at the present time. */
const MAX_BAR_DELAY_MS = MINUTE_MS;
/** Max log lines that are kept per delivery. */
const LOG_LINES_PER_DELIVERY = 100;

/** Best bid and offer, dollars; 0 = none. */
interface Nbbo {
  readonly bid: number;
  readonly ask: number;
}

/** Best bid and offer of the symbol of the run, and the time of the exchange. */
interface PresentQuote extends Nbbo {
  readonly timeMs: number;
  /** Of the other symbols that the strategy trades, in the sequence of its description; absent when it trades none. */
  readonly others?: readonly Nbbo[] | undefined;
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
  readonly #book: LiveBook;
  /** That of the symbol of the run first, then of the other symbols that it trades. */
  readonly #books: readonly LiveBook[];
  readonly #actions: LiveAction[] = [];
  readonly #moment: { timeMs: number; noOpeningReason: OrderReason } = { timeMs: 0, noOpeningReason: '' };
  /** Of the symbol of the run, dollars. */
  #lastPrice = Number.NaN;
  /** New York midnight of the day whose positions were closed by the clock. */
  #flattenedDayMs = 0;

  constructor(language: Language, description: StrategyDescription, input: LiveInput) {
    const { barMinutes } = description;
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
    const shared = new SharedOrders();
    [this.#book, this.#books] = this.#createBooks(
      shared,
      input.account ?? baseOfCapital(language.plan.capital),
    );
    this.#resume(shared, input);
    for (let row = 0; row < input.warmUp.timeMs.length; row += 1) this.#append(input.warmUp, row);
    this.#columns.follow();
    language.log.limit = LOG_LINES_PER_DELIVERY;
    const [{ venue }, ...others] = [this.#book, ...this.#books.slice(1)];
    language.open(
      venue,
      others.map((book) => book.venue),
    );
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
    this.#book.show(present);
    for (const [n, quote] of (present.others ?? []).entries()) this.#books[n + 1]?.show(quote);
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
    this.#books.find((book) => book.has(change.number))?.report(change);
    return this.#takeActions();
  }

  /** Books the exercise, assignment or expiration of an option that the run holds. */
  settle({ symbol, contracts, shares, strike }: LiveSettlement): readonly LiveAction[] {
    const { orders } = this.#book;
    orders.setHeld(symbol, orders.held(symbol) + contracts);
    if (shares !== 0) orders.receiveShares(shares, strike);
    return [];
  }

  /** Calls the handler of the end of the run. */
  end(): void {
    this.#language.callEnd();
  }

  #createBooks(shared: SharedOrders, account: AccountBase): [LiveBook, readonly LiveBook[]] {
    const language = this.#language;
    const run = {
      description: this.#description,
      limits: this.#limits,
      account,
      shared,
      driver: this.#driver,
      log: language.log,
      moment: this.#moment,
      actions: this.#actions,
      readTime: (timeMs: number) => this.#readTime(Math.max(timeMs, this.#moment.timeMs)),
    };
    const book = new LiveBook(run, this.#description.primarySymbol, () => this.#lastPrice);
    const others = language.securities.all
      .filter(({ isTraded }) => isTraded)
      .map(
        ({ symbol, cursor, columns: { close } }) =>
          new LiveBook(run, symbol, () => lastPriceAt(cursor, close)),
      );
    return [book, [book, ...others]];
  }

  /** Restores what an earlier part of the run holds and has open. */
  #resume(shared: SharedOrders, input: LiveInput): void {
    const books = this.#books.map(({ orders }) => orders);
    const { primarySymbol: symbol } = this.#description;
    const { position, fills, otherHoldings = [], contracts, brackets, openOrders = [] } = input;
    resumePositions(books, [{ symbol, position, fills }, ...otherHoldings]);
    for (const held of contracts) this.#book.orders.setHeld(held.symbol, held.quantity);
    for (const [n, earlier] of takeUpEarlier(books, shared, brackets, openOrders).entries())
      this.#books[n]?.takeUp(earlier);
  }

  #takeActions(): readonly LiveAction[] {
    return this.#actions.splice(0);
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

  /** Closes all positions once a day, and each again while it is left. */
  #flattenForDay(midnightMs: number, timeMs: number): void {
    const isFirst = this.#flattenedDayMs !== midnightMs;
    this.#flattenedDayMs = midnightMs;
    for (const book of this.#books) {
      if (isFirst) book.flatten(timeMs);
      else book.flattenRest(timeMs);
    }
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
    if (close > 0) this.#lastPrice = close;
    return true;
  }
}
