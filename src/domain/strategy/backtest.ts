import { MINUTE_MS } from '../calendar/durations.ts';
import { DAY_BARS } from './bar-size.ts';
import { BarsBeside, securityHistories } from './bars-beside.ts';
import type { DataColumns, RunLimits, StrategyDescription } from './description.ts';
import { BorrowCharges } from './costs/borrow-charges.ts';
import { Commissions } from './costs/commissions.ts';
import { costRulesOf } from './costs/cost-rules.ts';
import type { CostRules } from './costs/cost-rules.ts';
import { FillCosts } from './costs/fill-costs.ts';
import type { CostSettings } from './costs/settings.ts';
import { createEquityMarks } from './equity-marks.ts';
import type { EquityMarks } from './equity-marks.ts';
import type { Language } from './language.ts';
import { multiplierOfSymbol } from '../portfolio/index.ts';
import { OrderLog } from './order-log.ts';
import type { OrderReason, OrderRecord } from './order-record.ts';
import { resumePosition } from './resume-position.ts';
import { baseOfCapital, type AccountBase } from './account-base.ts';
import type { EarlierFill } from './resume-position.ts';
import { RunOrders } from './run-orders.ts';
import type { EarlierBracket } from './open-orders.ts';
import type { OrderMoment } from './run-orders.ts';
import { Simulation } from './simulation.ts';
import type { SimulationCosts } from './simulation.ts';
import { spreadRejectionText } from './spread-text.ts';
import { RunClock } from './run-clock.ts';
import { RunDriver } from './run-driver.ts';
import { splitIntoDays } from './trading-days.ts';
import type { TradingDay } from './trading-days.ts';
import { flatten } from './venue.ts';
import type { Venue } from './venue.ts';

/** What a run holds before its first bar. */
export interface RunStart {
  /** Signed quantity. */
  readonly position: number;
  /** Earlier fills in the symbol of the run, in the order they happened. */
  readonly fills: readonly EarlierFill[];
  /** Entries whose exits still work. They get the first numbers of the run's orders. */
  readonly brackets: readonly EarlierBracket[];
  /** Undefined: the capital of the file. */
  readonly account?: AccountBase | undefined;
}

/** The data and limits of a backtest. */
export interface BacktestInput {
  readonly limits: RunLimits;
  readonly data: DataColumns;
  /** The bars of the other symbols that the strategy reads, in the sequence of its description. */
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
  readonly #orders: RunOrders;
  readonly #simulation: Simulation;
  readonly #marks: EquityMarks;
  readonly #venue: Venue;
  readonly #clock: RunClock;
  readonly #driver: RunDriver;
  readonly #costs: CostRules | null;
  readonly #borrow: BorrowCharges | null;
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
    this.#beside = BarsBeside.create(language, securityHistories(language, others, split), includeOffMarket);
    const { data, days, kept } = split(given);
    this.#data = data;
    this.#days = days;
    this.#firstRow = kept === null ? firstIndex : rowFrom(kept, firstIndex);
    this.#orderLog = new OrderLog(onChunk);
    this.#costs = costs ? costRulesOf(costs) : null;
    this.#orders = this.#createOrders();
    if (start !== undefined) this.#resume(start);
    const [isDaily, barMs] = [this.#isDaily, this.#barMs];
    this.#simulation = new Simulation(this.#orders, data, { isDaily, barMs }, this.#simulationCosts());
    this.#borrow =
      this.#costs &&
      new BorrowCharges(this.#orders, this.#costs, { symbol: primarySymbol, data, days }, this.#orderLog);
    this.#marks = createEquityMarks(
      {
        position: this.#orders.position,
        multiplier: multiplierOfSymbol(primarySymbol),
        isDaily,
        barMs,
        startMs: data.timeMs[this.#firstRow] ?? 0,
      },
      data,
    );
    this.#venue = this.#createVenue(start?.account ?? baseOfCapital(language.plan.capital));
  }

  run(): Float64Array {
    const { columns, studies } = this.#language;
    for (const name of COLUMN_NAMES) columns[name].values = this.#data[name];
    studies.compute({ length: this.#data.timeMs.length, ...this.#data });
    this.#language.open(this.#venue);
    for (const day of this.#days) {
      if (day.endRow <= this.#firstRow) {
        if (this.#beside !== null) this.#warmUpDay(day, this.#beside);
        continue;
      }
      this.#runDay(day);
      if (this.#language.isFinished) break;
      this.#borrow?.chargeAfter(day);
    }
    return this.#finish();
  }

  #resume({ position, fills, brackets }: RunStart): void {
    resumePosition(this.#orders.position, this.#description.primarySymbol, fills, position);
    this.#orders.takeUp(brackets, []);
  }

  #createOrders(): RunOrders {
    const { primarySymbol: symbol, allowedPositions } = this.#description;
    const { shareLimit, dollarLimit } = this.#limits;
    return new RunOrders(
      {
        symbol,
        allowedPositions,
        shareLimit,
        dollarLimit,
        noSpreadReason:
          'A backtest has no quotes of options, so it cannot fill a multi-leg order: send it in a live run',
      },
      this.#createMoment(),
      {
        onEnd: (order) => {
          this.#orderLog.add(order);
          if (order.spread !== null) this.#language.log.write(spreadRejectionText(order));
          this.#driver.add(order);
        },
      },
      this.#costs && new Commissions(symbol, this.#costs.commission),
    );
  }

  #simulationCosts(): SimulationCosts | null {
    if (this.#costs === null) return null;
    return {
      fills: new FillCosts(this.#costs),
      onFill: ({ number, side }, fill) => this.#orderLog.addFill({ number, side, ...fill }),
    };
  }

  /** Its values are computed when they are read: on most bars no order is sent. */
  #createMoment(): OrderMoment {
    const { cursor } = this.#language;
    const { close } = this.#data;
    const nowMs = (): number => this.#nowMs;
    const lastPrice = (): number => {
      let row = cursor.index;
      while (row > 0 && !((close[row] ?? 0) > 0)) row -= 1;
      const price = close[row] ?? Number.NaN;
      return price > 0 ? price : Number.NaN;
    };
    const noOpeningReason = (): OrderReason => this.#clock.noOpeningReason(this.#nowMs, this.#today);
    return {
      get timeMs() {
        return nowMs();
      },
      get lastPrice() {
        return lastPrice();
      },
      get noOpeningReason() {
        return noOpeningReason();
      },
    };
  }

  #createVenue(account: AccountBase): Venue {
    const orders = this.#orders;
    const present = { bid: Number.NaN, ask: Number.NaN };
    return {
      orders,
      account,
      send: () => {},
      cancel: (order) => orders.end(order, 'Cancelled', 'Cancelled by the strategy'),
      // A backtest rejects multi-leg orders, so none can be replaced.
      replace: () => {},
      quote: () => {
        present.bid = present.ask = orders.moment.lastPrice;
        return present;
      },
    };
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
    const { open } = this.#orders;
    const { timeMs } = this.#data;
    const [simulation, marks, driver, progress, firstRow] = [
      this.#simulation,
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
      if (open.length > 0) simulation.processBar(row, day, row === closingRow);
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

  /** The time to close came in a period without a bar: the closing order meets the next bar, as it does live. */
  #closeBetweenBars(day: TradingDay, closesFromMs: number): void {
    const endMs = this.#clock.periodEndMs(closesFromMs);
    const boundaryMs = endMs < closesFromMs ? endMs + this.#barMs : endMs;
    this.#nowMs = Math.max(boundaryMs, day.openMs);
    flatten(this.#venue);
    this.#driver.notify();
  }

  /** Closes the position for the day: with an order that fills on the next bar, or at the close of this bar when it is the last one. */
  #flattenForDay(day: TradingDay, row: number, lastRow: number): void {
    const order = flatten(this.#venue);
    if (order !== null && row === lastRow) this.#simulation.fillAtClose(order, row, day);
  }

  /** Orders are good for the day. They expire with its last bar, before the strategy is called with it, as live. */
  #expireDayOrders(day: TradingDay): void {
    if (this.#isDaily || this.#orders.moment.timeMs < day.closeMs) return;
    for (const order of this.#openFromLast())
      if (!order.isFresh && !order.isForced && order.exit === null)
        this.#orders.end(order, 'Cancelled', 'The day order expired');
  }

  /** Ends the orders of a day. With daily bars, an order that was sent after the last bar works on the next day. */
  #endDay(day: TradingDay, mustClose: boolean): void {
    const isOver = this.#orders.moment.timeMs >= day.closeMs;
    // The data may end during the last day.
    const isIncomplete = day.endRow === this.#data.timeMs.length && !isOver;
    if (mustClose && !isIncomplete && this.#orders.position.quantity !== 0) {
      const order = flatten(this.#venue);
      if (order !== null) this.#simulation.fillAtClose(order, day.endRow - 1, day);
    }
    for (const order of this.#openFromLast()) this.#endOfDay(order, day, isOver, isIncomplete);
    this.#driver.notify();
  }

  #endOfDay(order: OrderRecord, day: TradingDay, isOver: boolean, isIncomplete: boolean): void {
    // Exits work as long as the position does.
    if (order.exit !== null) return;
    if (order.isForced && !this.#isDaily) this.#simulation.fillAtClose(order, day.endRow - 1, day);
    else if (isIncomplete) this.#orders.end(order, 'Cancelled', 'The data ends here');
    else if (!order.isFresh) this.#orders.end(order, 'Cancelled', 'The day order expired');
    else if (this.#isDaily) return;
    else if (isOver) this.#orders.end(order, 'Rejected', 'Outside of the regular session');
    else this.#orders.end(order, 'Cancelled', 'The day order expired');
  }

  #finish(): Float64Array {
    this.#endAll();
    this.#driver.notify();
    this.#language.callEnd();
    this.#endAll();
    this.#progress[0] = this.#data.timeMs.length;
    // A position that an early finish has left is held to the end of the data, and borrowed.
    const packed = this.#marks.finish(this.#days, (day) => this.#borrow?.chargeAfter(day));
    this.#orderLog.flush();
    return packed;
  }

  #endAll(): void {
    for (const order of this.#openFromLast()) this.#orders.end(order, 'Cancelled', 'The data ends here');
  }

  /** In reverse: an order that depends on another one ends before it. */
  #openFromLast(): OrderRecord[] {
    return [...this.#orders.open].toReversed();
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

/** The last row of a day that starts before the close; the last row of the day when none does. */
function lastRowBefore(timeMs: Float64Array, day: TradingDay): number {
  for (let row = day.endRow - 1; row >= day.firstRow; row -= 1)
    if ((timeMs[row] ?? 0) < day.closeMs) return row;
  return day.endRow - 1;
}
