import { newYorkDate, newYorkMs } from '../calendar/us-equity.ts';

const MINUTE_MS = 60_000;
const OPEN_MINUTES = 9 * 60 + 30;

/** How long a bar lasts: whole minutes counted from the session's open, or a New York day. */
export type BarPeriod = { readonly minutes: number } | 'day';

/**
 * The start (UTC ms) of the bar that a moment falls in. Minute bars are counted from 09:30 New York in both directions,
 * so that a 60-minute bar starts 09:30, not 09:00; the last one before the open may reach past midnight.
 */
export function barStartMs(timeMs: number, period: BarPeriod): number {
  if (period === 'day') return dayStartMs(timeMs);
  const spanMs = period.minutes * MINUTE_MS;
  const anchorMs = openAnchorMs(timeMs);
  return anchorMs + Math.floor((timeMs - anchorMs) / spanMs) * spanMs;
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

/** Bars come in order, so nearly every question is about the day of the one before. */
function remember(timeMs: number): void {
  if (timeMs >= lastDayFromMs && timeMs < lastDayToMs) return;
  const date = newYorkDate(timeMs);
  lastDayFromMs = newYorkMs(date, 0);
  lastDayToMs = newYorkMs(date, 24 * 60);
  lastAnchorMs = newYorkMs(date, OPEN_MINUTES);
}
