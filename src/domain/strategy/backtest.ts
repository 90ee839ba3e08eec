import { MINUTE_MS } from '../calendar/durations.ts';
import { newYorkDate } from '../calendar/us-equity.ts';
import { fromE4 } from '../money/price.ts';
import { BacktestBook } from './backtest-book.ts';
import type { BacktestRun } from './backtest-book.ts';
import { DAY_BARS } from './bar-size.ts';
import { BarsBeside, securityHistories } from './bars-beside.ts';
import type { SplitBars } from './bars-beside.ts';
import { BooksBeside } from './books-beside.ts';
import type { DataColumns, RunLimits, StrategyDescription } from './description.ts';
import { costRulesOf } from './costs/cost-rules.ts';
import type { CostSettings } from './costs/settings.ts';
import { createEquityMarks } from './equity-marks.ts';
import type { EquityMarks, MarkedSymbol } from './equity-marks.ts';
import type { Language } from './language.ts';
import { OrderLog } from './order-log.ts';
import type { OrderRecord } from './order-record.ts';
import { resumePositions } from './resume-position.ts';
import { baseOfCapital, type AccountBase } from './account-base.ts';
import type { EarlierFill, SymbolHolding } from './resume-position.ts';
import type { EarlierBracket } from './open-orders.ts';
import { SharedOrders } from './shared-orders.ts';
import { takeUpEarlier } from './take-up.ts';
import { spreadRejectionText } from './spread-text.ts';
import { RunClock } from './run-clock.ts';
import { RunDriver } from './run-driver.ts';
import { lastRowBefore, splitIntoDays } from './trading-days.ts';
import type { TradingDay } from './trading-days.ts';
import { flatten } from './venue.ts';

/** What a run holds before its first bar. */
export interface RunStart {
  /** Signed quantity. */
  readonly position: number;
  /** Earlier fills in the symbol of the run, in the order they happened. */
  readonly fills: readonly EarlierFill[];
  /** Of the other symbols that it trades; undefined: nothing. */
  readonly otherHoldings?: readonly SymbolHolding[] | undefined;
  /** Entries whose exits still work. They get the first numbers of the run's orders. */
  readonly brackets: readonly EarlierBracket[];
  /** Undefined: the capital of the file. */
  readonly account?: AccountBase | undefined;
}

/** The data and limits of a backtest. */
export interface BacktestInput {
  readonly limits: RunLimits;
  readonly data: DataColumns;
  /** The bars of the other symbols of the strategy, in the sequence of its description. */
  readonly others?: readonly DataColumns[] | undefined;
  /** Index of the first row that the strategy is called with. The rows before it warm up the studies. */
  readonly firstIndex: number;
  /** Sessions of the rows, warm-up included: open, close, open, close … UTC ms. */
  readonly sessions: Float64Array;
  /** [0] is set to the row that is evaluated, for progress reports. */
  readonly progress: Float64Array;
  /** Undefined: the run begins without a position. */
  readonly start?: RunStart | undefined;
  /** Costs and fills; undefined or null: as bars fill orders in full, with the fees of the account. */
  readonly costs?: CostSettings | null | undefined;
}

/**
 * Runs a strategy, whose declarations have ended (`Language.settle`), over all rows. `onChunk` receives the finished orders, and with costs the fills and charges, packed, in the order in
 * which they happened (`readOrderChunk`). Returns the packed equity curve (`readEquity`). Throws what the strategy throws.
 */
export function runBacktest(
  language: Language,
  description: StrategyDescription,
  input: BacktestInput,
  onChunk: (chunk: Float64Array) => void,
): Float64Array {
  return new Backtest(language, description, input, onChunk).run();
}

const COLUMN_NAMES = ['timeMs', 'open', 'high', 'low', 'close', 'volume'] as const;

class Backtest {
  readonly #language: Language;
  readonly #description: StrategyDescription;
  readonly #limits: RunLimits;
  readonly #progress: Float64Array;
  readonly #isDaily: boolean;
  readonly #barMs: number;
  readonly #data: DataColumns;
  readonly #days: readonly TradingDay[];
  readonly #firstRow: number;
  readonly #orderLog: OrderLog;
  readonly #book: BacktestBook;
  /** Of the other symbols that it trades. */
  readonly #otherBooks: readonly BacktestBook[];
  readonly #booksBeside: BooksBeside | null;
  readonly #marks: EquityMarks;
  readonly #clock: RunClock;
  readonly #driver: RunDriver;
  readonly #beside: BarsBeside | null;
  #today: TradingDay = { firstRow: 0, endRow: 0, midnightMs: 0, openMs: 0, closeMs: 0 };
  /** The clock of the strategy: the end of the present bar, or of a period without a bar at which the clock closes the position. */
  #nowMs = 0;

  constructor(
    language: Language,
    description: StrategyDescription,
    { limits, data: given, others = [], firstIndex, sessions, progress, start, costs }: BacktestInput,
    onChunk: (chunk: Float64Array) => void,
  ) {
    const { barMinutes, primarySymbol } = description;
    this.#language = language;
    this.#description = description;
    this.#limits = limits;
    this.#progress = progress;
    this.#clock = new RunClock(description, limits);
    this.#driver = new RunDriver(language);
    this.#isDaily = barMinutes === DAY_BARS;
    this.#barMs = this.#isDaily ? 0 : barMinutes * MINUTE_MS;
    const { includeOffMarket } = limits;
    const split = (bars: DataColumns) => splitIntoDays(bars, sessions, barMinutes, includeOffMarket);
    const otherBars = others.map(split);
    this.#beside = BarsBeside.create(language, securityHistories(language, otherBars), includeOffMarket);
    const { data, days, kept } = split(given);
    this.#data = data;
    this.#days = days;
    this.#firstRow = kept === null ? firstIndex : rowFrom(kept, firstIndex);
    this.#orderLog = new OrderLog(onChunk);
    const run = this.#sharedParts(start?.account, costs);
    const { cursor } = language;
    this.#book = new BacktestBook(run, { symbol: primarySymbol, symbolIndex: 0, data, days, cursor });
    this.#otherBooks = this.#createOtherBooks(run, otherBars);
    const { isDaily, barMs } = run;
    this.#booksBeside = BooksBeside.create(this.#otherBooks, isDaily);
    if (start !== undefined) this.#resume(start, run.shared);
    const startMs = data.timeMs[this.#firstRow] ?? 0;
    this.#marks = createEquityMarks(
      { isDaily, barMs, startMs },
      markedOf(this.#book),
      this.#otherBooks.map(markedOf),
    );
  }

  run(): Float64Array {
    const { columns, studies } = this.#language;
    for (const name of COLUMN_NAMES) columns[name].values = this.#data[name];
    studies.compute({ length: this.#data.timeMs.length, ...this.#data });
    this.#language.open(
      this.#book.venue,
      this.#otherBooks.map(({ venue }) => venue),
    );
    for (const day of this.#days) {
      if (day.endRow <= this.#firstRow) {
        if (this.#beside !== null) this.#warmUpDay(day, this.#beside);
        continue;
      }
      this.#runDay(day);
      if (this.#language.isFinished) break;
      this.#chargeAfter(day);
    }
    return this.#finish();
  }

  #resume({ position, fills, otherHoldings = [], brackets }: RunStart, shared: SharedOrders): void {
    const books = [this.#book, ...this.#otherBooks].map(({ orders }) => orders);
    const { primarySymbol: symbol } = this.#description;
    resumePositions(books, [{ symbol, position, fills }, ...otherHoldings]);
    takeUpEarlier(books, shared, brackets, []);
  }

  #sharedParts(account: AccountBase | undefined, costs: CostSettings | null | undefined): BacktestRun {
    return {
      description: this.#description,
      limits: this.#limits,
      costs: costs ? costRulesOf(costs) : null,
      isDaily: this.#isDaily,
      barMs: this.#barMs,
      account: account ?? baseOfCapital(this.#language.plan.capital),
      orderLog: this.#orderLog,
      shared: new SharedOrders(),
      nowMs: () => this.#nowMs,
      noOpeningReason: () => this.#clock.noOpeningReason(this.#nowMs, this.#today),
      onEnd: (order) => {
        if (order.spread !== null) this.#language.log.write(spreadRejectionText(order));
        this.#driver.add(order);
      },
    };
  }

  /** In the sequence of the description. */
  #createOtherBooks(run: BacktestRun, otherBars: readonly SplitBars[]): BacktestBook[] {
    const { all } = this.#language.securities;
    return otherBars.flatMap(({ data, days }, n) => {
      const security = all[n];
      if (security?.isTraded !== true) return [];
      const { symbol, cursor } = security;
      return [new BacktestBook(run, { symbol, symbolIndex: n + 1, data, days, cursor })];
    });
  }

  #beginDay({ firstRow, midnightMs, openMs, closeMs }: TradingDay): void {
    Object.assign(this.#language.day, { firstRow, midnightMs, openMs, closeMs });
  }

  /** Makes what is read beside the bars of a day before the first call. */
  #warmUpDay(day: TradingDay, beside: BarsBeside): void {
    this.#beginDay(day);
    const { cursor } = this.#language;
    const { timeMs } = this.#data;
    for (let row = day.firstRow; row < day.endRow; row += 1) {
      cursor.index = row;
      this.#progress[0] = row;
      beside.follow(timeMs[row] ?? 0);
    }
  }

  #runDay(day: TradingDay): void {
    this.#today = day;
    const language = this.#language;
    const { cursor } = language;
    const { simulation, orders } = this.#book;
    const { open } = orders;
    const { timeMs } = this.#data;
    const [booksBeside, marks, driver, progress, firstRow] = [
      this.#booksBeside,
      this.#marks,
      this.#driver,
      this.#progress,
      this.#firstRow,
    ];
    const [barMs, isDaily] = [this.#barMs, this.#isDaily];
    const { firstRow: firstOfDay, closeMs } = day;
    this.#beginDay(day);
    const beside = this.#beside;
    const lastRow = day.endRow - 1;
    const closingRow = isDaily ? lastRow : lastRowBefore(timeMs, day);
    let closesFromMs = this.#clock.closesFromMs(day);
    const mustClose = closesFromMs < Number.POSITIVE_INFINITY;
    for (let row = firstOfDay; row < day.endRow; row += 1) {
      const startMs = timeMs[row] ?? 0;
      if (startMs >= closesFromMs && !isDaily) {
        this.#closeBetweenBars(day, closesFromMs);
        closesFromMs = Number.POSITIVE_INFINITY;
      }
      cursor.index = row;
      if (beside !== null) beside.follow(startMs);
      progress[0] = row;
      this.#nowMs = isDaily ? closeMs : startMs + barMs;
      if (booksBeside !== null) this.#playBeside(booksBeside, row, day, row === closingRow);
      else if (open.length > 0) simulation.processBar(row, day, row === closingRow);
      if (this.#nowMs >= closesFromMs) {
        // As live: the strategy receives the fills of the bar before the clock closes the position at its end.
        driver.notify();
        this.#flattenForDay(day, row, lastRow);
        closesFromMs = Number.POSITIVE_INFINITY;
      }
      if (row === lastRow) this.#expireDayOrders(day);
      // No orders before the first row, so the strategy needs no call.
      if (row < firstRow) continue;
      driver.endBar();
      marks.mark(row, day);
      if (language.isFinished) return;
    }
    this.#endDay(day, mustClose && closesFromMs < Number.POSITIVE_INFINITY);
  }

  /** The orders in all symbols meet the bars up to the present one of the run: those that start together first meet their opens. */
  #playBeside(beside: BooksBeside, row: number, day: TradingDay, isClosingRow: boolean): void {
    const { simulation, orders } = this.#book;
    const startMs = this.#data.timeMs[row] ?? 0;
    beside.playBefore(startMs);
    if (orders.open.length > 0) simulation.processOpen(row, day);
    beside.beginAt(startMs);
    if (orders.open.length > 0) simulation.processRest(row, isClosingRow);
    beside.endPresent();
  }

  /** The time to close came in a period without a bar: the closing order meets the next bar, as it does live. */
  #closeBetweenBars(day: TradingDay, closesFromMs: number): void {
    const endMs = this.#clock.periodEndMs(closesFromMs);
    const boundaryMs = endMs < closesFromMs ? endMs + this.#barMs : endMs;
    this.#nowMs = Math.max(boundaryMs, day.openMs);
    this.#booksBeside?.playBefore(this.#nowMs);
    flatten(this.#book.venue);
    this.#booksBeside?.flatten(null);
    this.#driver.notify();
  }

  /** Closes the position for the day: with an order that fills on the next bar, or at the close of this bar when it is the last one. */
  #flattenForDay(day: TradingDay, row: number, lastRow: number): void {
    const order = flatten(this.#book.venue);
    if (order !== null && row === lastRow) this.#book.simulation.fillAtClose(order, row, day);
    this.#booksBeside?.flatten(row === lastRow ? { day, nowMs: this.#nowMs } : null);
  }

  /** Orders are good for the day. They expire with its last bar, before the strategy is called with it, as live. */
  #expireDayOrders(day: TradingDay): void {
    if (this.#isDaily || this.#nowMs < day.closeMs) return;
    for (const order of this.#openFromLast())
      if (!order.isFresh && !order.isForced && order.exit === null)
        this.#book.orders.end(order, 'Cancelled', 'The day order expired');
    this.#booksBeside?.expireDayOrders();
  }

  /** Ends the orders of a day. With daily bars, an order that was sent after the last bar works on the next day. */
  #endDay(day: TradingDay, mustClose: boolean): void {
    const isOver = this.#nowMs >= day.closeMs;
    // The data may end during the last day.
    const isIncomplete = day.endRow === this.#data.timeMs.length && !isOver;
    if (mustClose && !isIncomplete && this.#book.orders.position.quantity !== 0) {
      const order = flatten(this.#book.venue);
      if (order !== null) this.#book.simulation.fillAtClose(order, day.endRow - 1, day);
    }
    for (const order of this.#openFromLast()) this.#endOfDay(order, day, isOver, isIncomplete);
    const [nowMs, isDaily] = [this.#nowMs, this.#isDaily];
    this.#booksBeside?.endDay(day, { nowMs, isDaily, isOver, isIncomplete, mustClose });
    this.#driver.notify();
  }

  #endOfDay(order: OrderRecord, day: TradingDay, isOver: boolean, isIncomplete: boolean): void {
    // Exits work as long as the position does.
    if (order.exit !== null) return;
    if (order.isForced && !this.#isDaily) this.#book.simulation.fillAtClose(order, day.endRow - 1, day);
    else if (isIncomplete) this.#book.orders.end(order, 'Cancelled', 'The data ends here');
    else if (!order.isFresh) this.#book.orders.end(order, 'Cancelled', 'The day order expired');
    else if (this.#isDaily) return;
    else if (isOver) this.#book.orders.end(order, 'Rejected', 'Outside of the regular session');
    else this.#book.orders.end(order, 'Cancelled', 'The day order expired');
  }

  #finish(): Float64Array {
    this.#endAll();
    this.#driver.notify();
    this.#language.callEnd();
    this.#endAll();
    this.#progress[0] = this.#data.timeMs.length;
    // A position that an early finish has left is held to the end of the data, and borrowed.
    const packed = this.#marks.finish(this.#days, (day) => this.#chargeAfter(day));
    this.#reportOtherPrices();
    this.#orderLog.flush();
    return packed;
  }

  /** The prices at which open positions in other symbols count, with a line in the log where the bars of the symbol have ended earlier. */
  #reportOtherPrices(): void {
    const lastMs = this.#days.at(-1)?.midnightMs ?? 0;
    for (const [n, { symbol, symbolIndex, days, orders }] of this.#otherBooks.entries()) {
      const priceE4 = this.#marks.otherPriceE4(n);
      if (priceE4 > 0) this.#orderLog.addPrice({ symbolIndex, priceE4 });
      const endMs = days.at(-1)?.midnightMs ?? lastMs;
      const { quantity } = orders.position;
      if (quantity !== 0 && endMs < lastMs)
        this.#language.log.write(
          `${symbol}: its bars end on ${newYorkDate(endMs)}; the position of ${quantity} counts at ${fromE4(priceE4)}.`,
        );
    }
  }

  #endAll(): void {
    for (const order of this.#openFromLast()) this.#book.orders.end(order, 'Cancelled', 'The data ends here');
    this.#booksBeside?.endAll();
  }

  /** What short stock costs for the nights after a day that has ended. */
  #chargeAfter(day: TradingDay): void {
    this.#book.borrow?.chargeAfter(day);
    this.#booksBeside?.chargeThrough(day);
  }

  /** In reverse: an order that depends on another one ends before it. */
  #openFromLast(): OrderRecord[] {
    return [...this.#book.orders.open].toReversed();
  }
}

/** Index among the kept rows of the first one at `index` or later among all rows. */
function rowFrom(kept: Int32Array, index: number): number {
  let low = 0;
  let high = kept.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((kept[middle] ?? 0) < index) low = middle + 1;
    else high = middle;
  }
  return low;
}

const markedOf = ({ orders: { position }, multiplier, data }: BacktestBook): MarkedSymbol => ({
  position,
  multiplier,
  data,
});
