import { MINUTE_MS } from '../../../domain/calendar/durations.ts';
import { newYorkDate, newYorkMs, nextSession, sessionOn } from '../../../domain/calendar/us-equity.ts';
import type { RunLimits } from '../runtime/types.ts';

const DAY_MINUTES = 1440;
/** Orders of a bar are sent within this time after its end. */
const SEND_GRACE_MS = 5_000;

/** When a session is over for a run: at its close, or at midnight for one that also trades outside of it. */
export function sessionEndMs(
  date: string,
  { includeOffMarket }: Pick<RunLimits, 'includeOffMarket'>,
): number {
  const closeMs = sessionOn(date)?.closeMs;
  return includeOffMarket || closeMs === undefined ? newYorkMs(date, DAY_MINUTES) : closeMs;
}

/** The date of the session in which a run trades at a moment, or in which it trades next. */
export function sessionDateAt(timeMs: number, limits: Pick<RunLimits, 'includeOffMarket'>): string {
  const date = newYorkDate(timeMs);
  return sessionOn(date) !== null && timeMs < sessionEndMs(date, limits) ? date : nextSession(date).date;
}

/** The session after a date, and when it begins for a run: at midnight, because orders may be sent before the open. */
export function sessionAfter(date: string): { readonly date: string; readonly fromMs: number } {
  const next = nextSession(date).date;
  return { date: next, fromMs: newYorkMs(next, 0) };
}

/** Last period (a minute, or a second of a strategy of every trade) of which every order has been sent by a moment. */
export function lastSentPeriodMs(timeMs: number, periodMs: number): number {
  return Math.floor((timeMs - SEND_GRACE_MS) / periodMs) * periodMs;
}

/** When the bar that forms at a moment is over and delivered: a backtest fills the last orders with it. */
export const barOverMs = (timeMs: number, barMinutes: number): number =>
  timeMs + Math.max(1, barMinutes) * MINUTE_MS + SEND_GRACE_MS;
