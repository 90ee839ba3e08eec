import { MINUTE_MS } from '../calendar/durations.ts';
import { DAY_BARS } from './bar-size.ts';
import { createDesk } from './desk.ts';
import type { Desk, DeskMoment } from './desk.ts';
import type { DataColumns, RunLimits, StrategyDescription } from './description.ts';
import { checkNotLate } from './language.ts';
import { createEquityMarks } from './equity-marks.ts';
import type { Language } from './language.ts';
import { multiplierOfSymbol } from '../portfolio/index.ts';
import { createOrderLog } from './order-log.ts';
import type { OrderReason, OrderRecord } from './order-record.ts';
import { createSimulation } from './simulation.ts';
import { closeLeadMs, splitIntoDays } from './trading-days.ts';
import type { TradingDay } from './trading-days.ts';
import { flatten } from './venue.ts';
import type { Venue } from './venue.ts';

export interface BacktestInput {
  readonly limits: RunLimits;
  readonly data: DataColumns;
  /** Index of the first row that the strategy is called with; the rows before it warm the studies up. */
  readonly firstIndex: number;
  /** Sessions of the rows, warm-up included: open, close, open, close … UTC ms. */
  readonly sessions: Float64Array;
  /** [0] is set to the row that the run has come to, for whoever looks on. */
  readonly progress: Float64Array;
}

/** Runs a settled strategy over all rows. `give` gets its orders that are done, packed, in the order they were done in. Returns the equity curve, packed. Throws what the strategy throws. */
export function runBacktest(
  language: Language,
  {
    primarySymbol,
    barMinutes,
    allowedPositions,
    openingOrderMinute,
    closingOrderMinute,
  }: StrategyDescription,
  input: BacktestInput,
  give: (chunk: Float64Array) => void,
): Float64Array {
  const { limits, progress } = input;
  const isDaily = barMinutes === DAY_BARS;
  const barMs = isDaily ? 0 : barMinutes * MINUTE_MS;
  const { data, days, kept } = splitIntoDays(input.data, input.sessions, barMinutes, limits.includeOffMarket);
  const rows = data.timeMs.length;
  const firstRow = kept === null ? input.firstIndex : rowFrom(kept, input.firstIndex);

  const orderLog = createOrderLog(give);
  const done: OrderRecord[] = [];
  const { cursor, hasOrderHandler, onBar, bar } = language;
  const { timeMs, close } = data;
  let today: TradingDay = { firstRow: 0, endRow: 0, midnightMs: 0, openMs: 0, closeMs: 0 };
  let openingBar: OrderReason = '';
  // Worked out when it is asked for: most bars send nothing.
  const moment: DeskMoment = {
    get timeMs() {
      return isDaily ? today.closeMs : (timeMs[cursor.index] ?? 0) + barMs;
    },
    get lastPrice() {
      let row = cursor.index;
      while (row > 0 && !((close[row] ?? 0) > 0)) row -= 1;
      const price = close[row] ?? Number.NaN;
      return price > 0 ? price : Number.NaN;
    },
    get openingBar() {
      return openingBar;
    },
  };
  const desk = createDesk(
    {
      symbol: primarySymbol,
      allowedPositions,
      shareLimit: limits.shareLimit,
      dollarLimit: limits.dollarLimit,
    },
    moment,
    (order) => {
      orderLog.add(order);
      if (hasOrderHandler) done.push(order);
    },
  );
  const simulation = createSimulation(desk, data, {
    intervals: limits.intervals,
    openingOrderMinute,
    isDaily,
    barMs,
  });
  const { position, open } = desk;
  const marks = createEquityMarks(
    {
      position,
      multiplier: multiplierOfSymbol(primarySymbol),
      isDaily,
      barMs,
      startMs: timeMs[firstRow] ?? 0,
    },
    data,
  );
  const present = { bid: Number.NaN, ask: Number.NaN };
  const venue: Venue = {
    desk,
    send: () => {},
    cancel: (order) => desk.end(order, 'Cancelled', 'Cancelled by the strategy'),
    quote: () => {
      present.bid = present.ask = moment.lastPrice;
      return present;
    },
  };

  for (const name of ['timeMs', 'open', 'high', 'low', 'close', 'volume'] as const)
    language.columns[name].values = data[name];
  language.studies.compute({ length: rows, ...data });
  language.open(venue);

  function tellDone(): void {
    // Orders sent by a handler may be done at once, and are told in their turn.
    for (let n = 0; n < done.length; n += 1) {
      const order = done[n];
      if (order !== undefined) language.callOrder(order);
    }
    done.length = 0;
  }

  function runDay(day: TradingDay): void {
    today = day;
    openingBar = '';
    const { firstRow: firstOfDay, midnightMs, closeMs } = day;
    Object.assign(language.day, { firstRow: firstOfDay, midnightMs, closeMs });
    const closeDownMs = flattenMs(day, limits.intradayPositionsOnly, barMinutes, closingOrderMinute);
    const lastRow = day.endRow - 1;
    const closingRow = isDaily ? lastRow : lastRowBefore(timeMs, day);
    const closeDownRow =
      isDaily && closeDownMs < Number.POSITIVE_INFINITY
        ? lastRow
        : firstRowFrom(timeMs, day, closeDownMs - barMs);
    for (let row = day.firstRow; row < day.endRow; row += 1) {
      cursor.index = row;
      progress[0] = row;
      if (open.length > 0) simulation.meet(row, day, row === closingRow);
      if (row === closeDownRow) closeDown(day, row, lastRow);
      if (row === lastRow && !isDaily && moment.timeMs >= day.closeMs) expireDayOrders(desk);
      if (done.length > 0) tellDone();
      if (row < firstRow) continue;
      const back = onBar(bar);
      if (back !== undefined) checkNotLate(back);
      if (done.length > 0) tellDone();
      marks.mark(row, day);
      if (language.isFinished) return;
    }
    endDay(day, lastRow, closeDownRow <= lastRow, closeDownMs);
  }

  /** The day's positions are closed, by an order that meets the next bar, or at this one's close when it is the last. */
  function closeDown(day: TradingDay, row: number, lastRow: number): void {
    const order = flatten(venue);
    if (order !== null && row === lastRow) simulation.fillAtClose(order, row, day);
    if (!isDaily)
      openingBar = limits.intradayPositionsOnly
        ? 'Only closing orders before the end of the session'
        : 'After the time of closing orders';
  }

  /** A day's orders end with it; those that were sent after its last bar of a day are for the next one. */
  function endDay(day: TradingDay, lastRow: number, isClosedDown: boolean, closeDownMs: number): void {
    // Of the last day there may be no more to come than a part.
    const isBrokenOff = day.endRow === rows && moment.timeMs < day.closeMs;
    if (!isClosedDown && !isBrokenOff && closeDownMs < Number.POSITIVE_INFINITY && position.quantity !== 0) {
      const order = flatten(venue);
      if (order !== null) simulation.fillAtClose(order, lastRow, day);
    }
    for (const order of [...open].toReversed()) {
      if (order.isForced && !isDaily) simulation.fillAtClose(order, lastRow, day);
      else if (isBrokenOff) desk.end(order, 'Cancelled', 'The data end here');
      else if (!order.isFresh) desk.end(order, 'Cancelled', 'The day is over');
      else if (!isDaily)
        desk.end(
          order,
          moment.timeMs >= day.closeMs ? 'Rejected' : 'Cancelled',
          moment.timeMs >= day.closeMs ? 'The session was over' : 'The day is over',
        );
    }
    if (done.length > 0) tellDone();
  }

  for (const day of days) {
    if (day.endRow <= firstRow) continue;
    runDay(day);
    if (language.isFinished) break;
  }
  for (const order of [...open].toReversed()) desk.end(order, 'Cancelled', 'The data end here');
  if (done.length > 0) tellDone();
  language.callEnd();
  for (const order of [...open].toReversed()) desk.end(order, 'Cancelled', 'The data end here');
  orderLog.flush();
  progress[0] = rows;
  return marks.finish(days);
}

/** When a day's positions are closed, ms; Infinity = never. */
function flattenMs(
  day: TradingDay,
  isIntradayOnly: boolean,
  barMinutes: number,
  closingOrderMinute: number | null,
): number {
  const isDaily = barMinutes === DAY_BARS;
  const intradayMs = isIntradayOnly
    ? day.closeMs - (isDaily ? 0 : closeLeadMs(barMinutes))
    : Number.POSITIVE_INFINITY;
  if (closingOrderMinute === null) return intradayMs;
  return Math.min(intradayMs, isDaily ? day.closeMs : day.midnightMs + closingOrderMinute * MINUTE_MS);
}

/** Orders are good for the day: they end with its last bar, before the strategy is called with it, as they do live. */
function expireDayOrders(desk: Desk): void {
  for (const order of [...desk.open].toReversed())
    if (!order.isFresh && !order.isForced) desk.end(order, 'Cancelled', 'The day is over');
}

/** The first kept row that was at `index` or later among all. */
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

/** The first row of a day that starts at a moment or later; the day's end when none does. */
function firstRowFrom(timeMs: Float64Array, day: TradingDay, fromMs: number): number {
  let low = day.firstRow;
  let high = day.endRow;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((timeMs[middle] ?? 0) < fromMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Of a day with rows after the close: the last one that starts before it; the day's last when there is none. */
function lastRowBefore(timeMs: Float64Array, day: TradingDay): number {
  for (let row = day.endRow - 1; row >= day.firstRow; row -= 1)
    if ((timeMs[row] ?? 0) < day.closeMs) return row;
  return day.endRow - 1;
}
