import { DAY_MS } from '../calendar/durations.ts';
import type { BacktestBook } from './backtest-book.ts';
import type { OrderReason, OrderRecord } from './order-record.ts';
import { lastRowBefore } from './trading-days.ts';
import type { TradingDay } from './trading-days.ts';
import { flatten } from './venue.ts';

/** How a day of the run ends. */
export interface DayEnd {
  /** The clock of the strategy, UTC ms. */
  readonly nowMs: number;
  readonly isDaily: boolean;
  /** The session is over; false when the data end before. */
  readonly isOver: boolean;
  readonly isIncomplete: boolean;
  /** Positions do not stay open. */
  readonly mustClose: boolean;
}

/** A book and the bars that its orders have met. */
class FollowedBook {
  readonly book: BacktestBook;
  /** Of the next bar that the orders meet. */
  #row = 0;
  #dayAt = 0;
  /** The next day that is charged for what its short stock costs. */
  #chargedAt = 0;

  constructor(book: BacktestBook) {
    this.book = book;
  }

  /** Start of the next bar, UTC ms; Infinity = the data have ended. */
  get nextMs(): number {
    return this.book.data.timeMs[this.#row] ?? Number.POSITIVE_INFINITY;
  }

  /** The orders meet the open of the next bar. */
  beginBar(): void {
    const { book } = this;
    for (;;) {
      const day = book.days[this.#dayAt];
      if (day === undefined || this.#row < day.endRow) break;
      this.#endOfItsDay(day);
      this.#dayAt += 1;
    }
    const day = book.days[this.#dayAt];
    if (day !== undefined && book.orders.open.length > 0) book.simulation.processOpen(this.#row, day);
  }

  /** The orders meet the rest of the bar that has begun. */
  endBar(isDaily: boolean): void {
    const { book } = this;
    const day = book.days[this.#dayAt];
    if (day !== undefined && book.orders.open.length > 0) {
      const closingRow = isDaily ? day.endRow - 1 : lastRowBefore(book.data.timeMs, day);
      book.simulation.processRest(this.#row, this.#row === closingRow);
    }
    this.#row += 1;
  }

  /** A day of the symbol on which the run may have had no bar. */
  #endOfItsDay(day: TradingDay): void {
    for (const order of this.#openFromLast())
      if (order.exit === null && !order.isFresh) this.#end(order, 'The day order expired');
    this.chargeThrough(day.midnightMs);
  }

  /** Charges the nights after the days of the symbol up to a day of the run. */
  chargeThrough(midnightMs: number): void {
    const { borrow, days } = this.book;
    if (borrow === null) return;
    for (let day = days[this.#chargedAt]; day && day.midnightMs <= midnightMs; day = days[this.#chargedAt]) {
      borrow.chargeAfter(day);
      this.#chargedAt += 1;
    }
  }

  /** As the run ends the day orders of its own symbol with the last bar of a day. */
  expireDayOrders(): void {
    for (const order of this.#openFromLast())
      if (!order.isFresh && !order.isForced && order.exit === null) this.#end(order, 'The day order expired');
  }

  /** Ends the orders of a day of the run. A position that must not stay open is closed at the last price. */
  endDay(day: TradingDay, end: DayEnd): void {
    if (end.mustClose && !end.isIncomplete && this.book.orders.position.quantity !== 0) {
      const order = flatten(this.book.venue);
      if (order !== null) this.closeAtLast(order, day, end.nowMs);
    }
    for (const order of this.#openFromLast()) this.#endOfDay(order, day, end);
  }

  /** Fills a forced order at the close of the last bar, at the time of its day or later. */
  closeAtLast(order: OrderRecord, day: TradingDay, nowMs: number): void {
    this.book.simulation.fillAtClose(order, this.#row - 1, day, nowMs);
  }

  #endOfDay(order: OrderRecord, day: TradingDay, { nowMs, isDaily, isOver, isIncomplete }: DayEnd): void {
    // Exits work as long as the position does.
    if (order.exit !== null) return;
    // Where the symbol has no bar on the day, its orders have met none and end nevertheless.
    const isOfEarlier = !order.isFresh || order.sentMs < day.openMs;
    if (order.isForced && !isDaily) this.closeAtLast(order, day, nowMs);
    else if (isIncomplete) this.#end(order, 'The data ends here');
    else if (isOfEarlier) this.#end(order, 'The day order expired');
    else if (isDaily) return;
    else if (isOver && order.sentMs >= day.closeMs)
      this.book.orders.end(order, 'Rejected', 'Outside of the regular session');
    else this.#end(order, 'The day order expired');
  }

  endAll(): void {
    for (const order of this.#openFromLast()) this.#end(order, 'The data ends here');
  }

  #end(order: OrderRecord, reason: OrderReason): void {
    this.book.orders.end(order, 'Cancelled', reason);
  }

  /** In reverse: an order that depends on another one ends before it. */
  #openFromLast(): OrderRecord[] {
    return [...this.book.orders.open].toReversed();
  }
}

/**
 * The other symbols that a backtest trades. Their orders meet the bars of their own symbols in the order of time: those before the bar of the run, and
 * those that start with it.
 */
export class BooksBeside {
  readonly #followed: readonly FollowedBook[];
  readonly #isDaily: boolean;
  /** Those whose bar starts with the present bar of the run. */
  #present: FollowedBook[] = [];

  /** Null when the run trades no other symbol, so that it costs nothing on each bar. */
  static create(books: readonly BacktestBook[], isDaily: boolean): BooksBeside | null {
    return books.length === 0 ? null : new BooksBeside(books, isDaily);
  }

  private constructor(books: readonly BacktestBook[], isDaily: boolean) {
    this.#followed = books.map((book) => new FollowedBook(book));
    this.#isDaily = isDaily;
  }

  /** Plays the bars that start before a moment. */
  playBefore(untilMs: number): void {
    for (;;) {
      let nextMs = untilMs;
      for (const followed of this.#followed) nextMs = Math.min(nextMs, followed.nextMs);
      if (nextMs >= untilMs) return;
      this.beginAt(nextMs);
      this.endPresent();
    }
  }

  /** Begins the bars that start at a moment. */
  beginAt(startMs: number): void {
    this.#present = this.#followed.filter(({ nextMs }) => nextMs === startMs);
    for (const followed of this.#present) followed.beginBar();
  }

  /** Plays the rest of the bars that have begun. */
  endPresent(): void {
    for (const followed of this.#present) followed.endBar(this.#isDaily);
    this.#present = [];
  }

  expireDayOrders(): void {
    for (const followed of this.#followed) followed.expireDayOrders();
  }

  /** Sends the orders that close all positions. With `closedAt` no bar follows: they fill at the last close. */
  flatten(closedAt: { readonly day: TradingDay; readonly nowMs: number } | null): void {
    for (const followed of this.#followed) {
      const order = flatten(followed.book.venue);
      if (order !== null && closedAt !== null) followed.closeAtLast(order, closedAt.day, closedAt.nowMs);
    }
  }

  /** Plays what is left of a day of the run, and ends its orders. */
  endDay(day: TradingDay, end: DayEnd): void {
    if (!end.isIncomplete) this.playBefore(day.midnightMs + DAY_MS);
    for (const followed of this.#followed) followed.endDay(day, end);
  }

  chargeThrough({ midnightMs }: TradingDay): void {
    for (const followed of this.#followed) followed.chargeThrough(midnightMs);
  }

  endAll(): void {
    for (const followed of this.#followed) followed.endAll();
  }
}
