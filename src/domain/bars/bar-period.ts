import { MINUTE_MS } from '../calendar/durations.ts';
import { dateOfDay, dayNumber, weekdayOf } from '../calendar/new-york-time.ts';
import { newYorkDate, newYorkMs } from '../calendar/us-equity.ts';

const OPEN_MINUTES = 9 * 60 + 30;

/** How long a bar lasts: whole minutes counted from the session's open, or a New York day, week (from Monday), month or quarter. */
export type BarPeriod = { readonly minutes: number } | 'day' | 'week' | 'month' | 'quarter';

/**
 * The start (UTC ms) of the bar that a moment falls in. Minute bars are counted from 09:30 New York in both directions,
 * so that a 60-minute bar starts 09:30, not 09:00; the last one before the open may reach past midnight.
 */
export function barStartMs(timeMs: number, period: BarPeriod): number {
  if (period === 'day') return dayStartMs(timeMs);
  if (typeof period === 'string') return longStartMs(timeMs, period);
  const spanMs = period.minutes * MINUTE_MS;
  const anchorMs = openAnchorMs(timeMs);
  return anchorMs + Math.floor((timeMs - anchorMs) / spanMs) * spanMs;
}

const longStarts = new Map<string, number>();

/** The first New York midnight of the week, month or quarter of a moment. */
function longStartMs(timeMs: number, period: 'week' | 'month' | 'quarter'): number {
  const date = newYorkDate(timeMs);
  const firstDate = firstDateOf(date, period);
  const known = longStarts.get(firstDate);
  if (known !== undefined) return known;
  const startMs = newYorkMs(firstDate, 0);
  if (longStarts.size >= LONG_STARTS_KEPT) longStarts.clear();
  longStarts.set(firstDate, startMs);
  return startMs;
}

const LONG_STARTS_KEPT = 20_000;

function firstDateOf(date: string, period: 'week' | 'month' | 'quarter'): string {
  if (period === 'month') return `${date.slice(0, 8)}01`;
  if (period === 'quarter')
    return `${date.slice(0, 5)}${String(Math.floor((Number(date.slice(5, 7)) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`;
  const day = dayNumber(date);
  return dateOfDay(day - ((weekdayOf(day) + 6) % 7));
}

let lastDayFromMs = 0;
let lastDayToMs = 0;
let lastAnchorMs = 0;

function openAnchorMs(timeMs: number): number {
  remember(timeMs);
  return lastAnchorMs;
}

function dayStartMs(timeMs: number): number {
  remember(timeMs);
  return lastDayFromMs;
}

/** Bars come in order, so nearly every call is about the day of the call before. */
function remember(timeMs: number): void {
  if (timeMs >= lastDayFromMs && timeMs < lastDayToMs) return;
  const date = newYorkDate(timeMs);
  lastDayFromMs = newYorkMs(date, 0);
  lastDayToMs = newYorkMs(date, 24 * 60);
  lastAnchorMs = newYorkMs(date, OPEN_MINUTES);
}
