import { DAY_MS, MINUTE_MS } from '../calendar/durations.ts';
import { newYorkDate, newYorkMinutes, newYorkMs } from '../calendar/us-equity.ts';
import { DAY_BARS } from './bar-size.ts';
import type { DataColumns } from './description.ts';

/** Positions of the day are closed at least this long before the close. */
const CLOSE_LEAD_MINUTES = 5;

/** A day of a run: rows [firstRow, endRow), times UTC ms. */
export interface TradingDay {
  readonly firstRow: number;
  readonly endRow: number;
  /** New York midnight, so that (time - midnight) is the minute of the day. */
  readonly midnightMs: number;
  readonly openMs: number;
  readonly closeMs: number;
}

/** Finds the session of a moment. Fast when moments mostly ascend. */
export interface SessionFinder {
  /** The session that contains a moment (for a daily bar: the session of its day); null outside of the known sessions. */
  find(timeMs: number): { readonly openMs: number; readonly closeMs: number } | null;
  /** True for a moment before the day of the first known session. */
  isBefore(timeMs: number): boolean;
}

/**
 * `sessions`: open, close, open, close …, UTC ms, ascending. `reachMs`: how long before its open a moment already belongs to a session; a day for daily
 * bars, which start at midnight.
 */
export function createSessionFinder(sessions: Float64Array, reachMs: number): SessionFinder {
  const open = (n: number): number => sessions[2 * n] ?? Number.POSITIVE_INFINITY;
  const close = (n: number): number => sessions[2 * n + 1] ?? Number.POSITIVE_INFINITY;
  const firstMs = sessions.length === 0 ? Number.POSITIVE_INFINITY : midnightOf(open(0));
  let at = 0;
  return {
    find(timeMs) {
      while (at > 0 && timeMs < close(at - 1)) at -= 1;
      while (timeMs >= close(at)) at += 1;
      return timeMs >= open(at) - reachMs ? { openMs: open(at), closeMs: close(at) } : null;
    },
    isBefore: (timeMs) => timeMs < firstMs,
  };
}

/** Time before the close at which the positions of a day are closed, ms. */
export function closeLeadMs(barMinutes: number): number {
  return Math.max(CLOSE_LEAD_MINUTES, barMinutes) * MINUTE_MS;
}

/** Start and end of the New York day of a moment, for a day without a known session. */
export function dayWithoutSession(timeMs: number): { readonly openMs: number; readonly closeMs: number } {
  const date = newYorkDate(timeMs);
  return { openMs: newYorkMs(date, 0), closeMs: newYorkMs(date, 24 * 60) };
}

/** New York midnight of the day of a session's open. */
export function midnightOf(openMs: number): number {
  return openMs - newYorkMinutes(openMs) * MINUTE_MS - (openMs % MINUTE_MS);
}

/**
 * Splits rows into days, and removes rows outside of the regular sessions unless `includeOffMarket`. Rows before the first known session (warm-up
 * before the calendar begins) stay. Returns the same columns when nothing was removed.
 */
export function splitIntoDays(
  data: DataColumns,
  sessions: Float64Array,
  barMinutes: number,
  includeOffMarket: boolean,
): {
  readonly data: DataColumns;
  readonly days: readonly TradingDay[];
  /** Index of each row among all given rows; null = nothing was removed. */
  readonly kept: Int32Array | null;
} {
  const isDaily = barMinutes === DAY_BARS;
  const finder = createSessionFinder(sessions, isDaily ? DAY_MS : 0);
  const { timeMs } = data;
  const count = timeMs.length;
  const days: { firstRow: number; endRow: number; midnightMs: number; openMs: number; closeMs: number }[] =
    [];
  let kept: Int32Array | null = null;
  let keptCount = 0;
  let fromMs = Number.POSITIVE_INFINITY;
  let toMs = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < count; row += 1) {
    const time = timeMs[row] ?? Number.NaN;
    if (!(time >= fromMs && time < toMs)) {
      const session = sessionOf(finder, time, isDaily || includeOffMarket);
      if (session === null) {
        kept ??= firstRows(row, count);
        continue;
      }
      const midnightMs = midnightOf(session.openMs);
      endLastDay(days, keptCount);
      if (days.at(-1)?.midnightMs !== midnightMs)
        days.push({
          firstRow: keptCount,
          endRow: count,
          midnightMs,
          openMs: session.openMs,
          closeMs: session.closeMs,
        });
      [fromMs, toMs] = isDaily ? [time, time + 1] : spanOf(session, includeOffMarket);
    }
    if (kept !== null) kept[keptCount] = row;
    keptCount += 1;
  }
  endLastDay(days, keptCount);
  if (kept === null) return { data, days, kept };
  const rows = kept.subarray(0, keptCount);
  return { data: pick(data, rows), days, kept: rows };
}

function endLastDay(days: { endRow: number }[], endRow: number): void {
  const last = days.at(-1);
  if (last !== undefined) last.endRow = endRow;
}

/** The session of a row; null when the row is removed. Rows before the first known session stay. */
function sessionOf(
  finder: SessionFinder,
  timeMs: number,
  includeAll: boolean,
): { readonly openMs: number; readonly closeMs: number } | null {
  const session = finder.find(timeMs);
  if (session !== null) return session;
  return includeAll || finder.isBefore(timeMs) ? offMarketDay(finder, timeMs) : null;
}

/** The period whose rows belong to the day of a session: the session, or its whole New York day. */
function spanOf(
  { openMs, closeMs }: { readonly openMs: number; readonly closeMs: number },
  includeOffMarket: boolean,
): [fromMs: number, toMs: number] {
  return includeOffMarket ? [midnightOf(openMs), newYorkMs(newYorkDate(openMs), 24 * 60)] : [openMs, closeMs];
}

/** Indexes of the rows before the first removed one, with room for `count`. */
function firstRows(rows: number, count: number): Int32Array {
  const kept = new Int32Array(count);
  for (let n = 0; n < rows; n += 1) kept[n] = n;
  return kept;
}

/** The day of a moment inside or outside of its session. A date without a known session is a day from midnight to midnight. */
export function dayOfMoment(
  finder: SessionFinder,
  timeMs: number,
): { readonly midnightMs: number; readonly openMs: number; readonly closeMs: number } {
  const session = finder.find(timeMs) ?? offMarketDay(finder, timeMs);
  return { midnightMs: midnightOf(session.openMs), openMs: session.openMs, closeMs: session.closeMs };
}

/** The day of a row outside of its session: that day's session when there is one later or earlier on the same date. */
function offMarketDay(
  finder: SessionFinder,
  timeMs: number,
): { readonly openMs: number; readonly closeMs: number } {
  const day = dayWithoutSession(timeMs);
  // A session lies within its date, so steps of half an hour find it.
  for (let minute = 0; minute < 24 * 60; minute += 30) {
    const session = finder.find(day.openMs + minute * MINUTE_MS);
    if (session !== null && session.openMs >= day.openMs && session.openMs < day.closeMs) return session;
  }
  return day;
}

function pick(data: DataColumns, rows: Int32Array): DataColumns {
  const picked = (column: Float64Array): Float64Array => {
    const values = new Float64Array(rows.length);
    for (let n = 0; n < rows.length; n += 1) values[n] = column[rows[n] ?? 0] ?? Number.NaN;
    return values;
  };
  return {
    timeMs: picked(data.timeMs),
    open: picked(data.open),
    high: picked(data.high),
    low: picked(data.low),
    close: picked(data.close),
    volume: picked(data.volume),
  };
}

/** The last row of a day that starts before the close; the last row of the day when none does. */
export function lastRowBefore(timeMs: Float64Array, day: TradingDay): number {
  for (let row = day.endRow - 1; row >= day.firstRow; row -= 1)
    if ((timeMs[row] ?? 0) < day.closeMs) return row;
  return day.endRow - 1;
}
