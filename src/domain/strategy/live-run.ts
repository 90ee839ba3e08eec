import { DAY_MS, MINUTE_MS } from '../calendar/durations.ts';
import type { Liquidity } from '../portfolio/index.ts';
import { DAY_BARS } from './bar-size.ts';
import { createDesk } from './desk.ts';
import type { DataColumns, RunLimits, StrategyDescription } from './description.ts';
import { isWithinIntervals } from './intervals.ts';
import { checkNotLate } from './language.ts';
import type { Language } from './language.ts';
import { createLiveColumns } from './live-columns.ts';
import { resumePosition } from './resume-position.ts';
import type { EarlierFill } from './resume-position.ts';
import { isOpen } from './order-record.ts';
import type { OrderReason, OrderRecord } from './order-record.ts';
import { closeLeadMs, createSessionFinder, dayWithoutSession, midnightOf } from './trading-days.ts';
import { flatten } from './venue.ts';
import type { Venue } from './venue.ts';

const ASK_AGAIN_MS = 10_000;

/** What a live run requests: an order sent, or one cancelled. */
export type LiveWish =
  | { readonly kind: 'send'; readonly order: OrderRecord }
  | { readonly kind: 'cancel'; readonly order: OrderRecord }
  /** Rejected by the rules of the run itself: nothing to send. */
  | { readonly kind: 'rejected'; readonly order: OrderRecord };

/** One execution of an order. The price is in dollars, exact to 1/10,000. */
export interface LiveFill {
  readonly quantity: number;
  readonly price: number;
  readonly liquidity: Liquidity;
}

/** One report of the broker about an order. */
export interface LiveReport {
  readonly number: number;
  readonly status: 'Accepted' | 'PartiallyFilled' | 'Filled' | 'Cancelled' | 'Rejected';
  /** The execution that this report is about; null when nothing was filled. */
  readonly fill: LiveFill | null;
  /** Of all fills of the order up to this report: a report that was booked before adds nothing to it. */
  readonly filledQuantity: number;
  readonly reason: string;
  readonly timeMs: number;
}

export interface LiveInput {
  readonly limits: RunLimits;
  readonly warmUp: DataColumns;
  readonly sessions: Float64Array;
  /** Signed quantity that the run holds when it starts. */
  readonly position: number;
  /** Fills of a run that is continued, in the order they happened. */
  readonly fills: readonly EarlierFill[];
}

/** A live run: the language of a backtest, with real bars and a real broker. Each call gives back what is to be done. */
export interface LiveRun {
  deliver(
    rows: DataColumns,
    quote: { readonly bid: number; readonly ask: number; readonly timeMs: number },
  ): readonly LiveWish[];
  report(change: LiveReport): readonly LiveWish[];
  end(): void;
  readonly isFinished: boolean;
}

export function startLiveRun(
  language: Language,
  description: StrategyDescription,
  input: LiveInput,
): LiveRun {
  const { limits } = input;
  const { onBar, bar } = language;
  const { barMinutes, openingOrderMinute, closingOrderMinute } = description;
  const isDaily = barMinutes === DAY_BARS;
  const barMs = isDaily ? 0 : barMinutes * MINUTE_MS;
  const finder = createSessionFinder(input.sessions, isDaily ? DAY_MS : 0);
  const columns = createLiveColumns(language);
  const done: OrderRecord[] = [];
  const wishes: LiveWish[] = [];
  let quote = { bid: Number.NaN, ask: Number.NaN };
  /** The day whose positions are closed, and when that was last asked for. */
  let closedDownMs = 0;
  let askedAtMs = 0;

  const moment: { timeMs: number; lastPrice: number; openingBar: OrderReason } = {
    timeMs: 0,
    lastPrice: Number.NaN,
    openingBar: '',
  };
  const desk = createDesk(
    {
      symbol: description.primarySymbol,
      allowedPositions: description.allowedPositions,
      shareLimit: limits.shareLimit,
      dollarLimit: limits.dollarLimit,
    },
    moment,
    (order) => {
      if (language.hasOrderHandler) done.push(order);
      if (order.status === 'Rejected' && !sent.has(order.number)) wishes.push({ kind: 'rejected', order });
    },
    (order) => wishes.push({ kind: 'send', order }),
  );
  const sent = new Map<number, OrderRecord>();
  const { position } = desk;
  const venue: Venue = {
    desk,
    send(order) {
      sent.set(order.number, order);
      wishes.push({ kind: 'send', order });
    },
    cancel(order) {
      if (order.isWaiting) desk.end(order, 'Cancelled', 'Cancelled by the strategy');
      else if (isOpen(order)) wishes.push({ kind: 'cancel', order });
    },
    quote: () => quote,
  };
  resumePosition(position, description.primarySymbol, input.fills, input.position);

  const take = (): readonly LiveWish[] => wishes.splice(0);

  function tellDone(): void {
    for (let n = 0; n < done.length; n += 1) {
      const order = done[n];
      if (order !== undefined && !language.isFinished) language.callOrder(order);
    }
    done.length = 0;
  }

  /** The session of a moment that has the right to be traded in; null when it is over, or has not begun. */
  const sessionOf = (timeMs: number) =>
    finder.find(timeMs) ??
    (limits.includeOffMarket || isDaily || finder.isBefore(timeMs) ? dayWithoutSession(timeMs) : null);

  /** Reads the clock: why nothing may open now, and whether the day's positions must be closed. */
  function readClock(timeMs: number): void {
    moment.timeMs = timeMs;
    const session = finder.find(timeMs);
    const midnightMs = session === null ? dayWithoutSession(timeMs).openMs : midnightOf(session.openMs);
    const minute = Math.floor((timeMs - midnightMs) / MINUTE_MS);
    moment.openingBar = '';
    if (!isDaily) {
      const isAfterClosing = closingOrderMinute !== null && minute >= closingOrderMinute;
      const isNearClose =
        limits.intradayPositionsOnly &&
        session !== null &&
        timeMs >= session.closeMs - closeLeadMs(barMinutes);
      if (isAfterClosing || isNearClose) closeDown(midnightMs, timeMs);
      moment.openingBar = openingBar(minute, isNearClose, isAfterClosing, session !== null);
    } else if (limits.intradayPositionsOnly && session !== null && timeMs >= session.closeMs - closeLeadMs(0))
      closeDown(midnightMs, timeMs);
  }

  /** Once a day; again when the order that closes was refused, or something came in afterwards. */
  function closeDown(midnightMs: number, timeMs: number): void {
    const isLeft = position.quantity !== 0 && desk.open.length === 0 && timeMs - askedAtMs >= ASK_AGAIN_MS;
    if (closedDownMs === midnightMs && !isLeft) return;
    closedDownMs = midnightMs;
    askedAtMs = timeMs;
    flatten(venue);
  }

  function openingBar(
    minute: number,
    isNearClose: boolean,
    isAfterClosing: boolean,
    isInSession: boolean,
  ): OrderReason {
    if (isNearClose) return 'Only closing orders before the end of the session';
    if (isAfterClosing) return 'After the time of closing orders';
    if (!isInSession && !limits.includeOffMarket) return 'The session was over';
    if (openingOrderMinute !== null && minute < openingOrderMinute)
      return 'Before the time of opening orders';
    return isWithinIntervals(limits.intervals, minute) ? '' : 'Outside of the trading intervals';
  }

  /** Takes a row into the columns; false when it lies outside of the hours that count. */
  function append(rows: DataColumns, row: number): boolean {
    const timeMs = rows.timeMs[row] ?? Number.NaN;
    const session = sessionOf(timeMs);
    if (session === null || !columns.append(rows, row)) return false;
    const midnightMs = midnightOf(session.openMs);
    if (midnightMs !== language.day.midnightMs)
      Object.assign(language.day, { firstRow: language.cursor.index, midnightMs, closeMs: session.closeMs });
    const close = rows.close[row] ?? Number.NaN;
    if (close > 0) moment.lastPrice = close;
    return true;
  }

  for (let row = 0; row < input.warmUp.timeMs.length; row += 1) append(input.warmUp, row);
  columns.follow();
  language.log.limit = 100;
  language.open(venue);

  return {
    deliver(rows, present) {
      quote = {
        bid: present.bid > 0 ? present.bid : moment.lastPrice,
        ask: present.ask > 0 ? present.ask : moment.lastPrice,
      };
      for (let row = 0; row < rows.timeMs.length && !language.isFinished; row += 1) {
        if (!append(rows, row)) continue;
        columns.follow();
        // A bar may come late: what the clock says now is what counts for orders.
        readClock(Math.max(present.timeMs, (rows.timeMs[row] ?? 0) + barMs));
        tellDone();
        const back = onBar(bar);
        if (back !== undefined) checkNotLate(back);
        tellDone();
      }
      if (!language.isFinished) readClock(Math.max(present.timeMs, moment.timeMs));
      return take();
    },
    report(change) {
      const order = sent.get(change.number) ?? desk.open.find(({ number }) => number === change.number);
      if (order === undefined || !isOpen(order)) return [];
      const { fill } = change;
      if (fill !== null && change.filledQuantity > order.filledQuantity)
        desk.fill(
          order,
          Math.min(fill.quantity, order.quantity - order.filledQuantity),
          fill.price,
          change.timeMs,
          fill.liquidity,
        );
      // A broker that calls an order filled means that nothing more will come of it.
      if (change.status === 'Filled') desk.end(order, 'Filled', change.reason);
      if (change.status === 'Cancelled' || change.status === 'Rejected')
        desk.end(order, change.status, change.reason);
      if (!isOpen(order)) sent.delete(order.number);
      if (!language.isFinished) tellDone();
      return take();
    },
    end: () => {
      language.callEnd();
    },
    get isFinished() {
      return language.isFinished;
    },
  };
}
