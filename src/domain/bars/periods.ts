import { DAY_MS } from '../calendar/durations.ts';

/**
 * The end of the same date some months before a daily stamp, or of that month's last day when it is shorter. Daily bars of a period begin
 * after it. Stamps are midnights somewhere between UTC-4 and UTC-5, so a bar of that date lies before its end.
 */
export function monthsBefore(dayMs: number, months: number): number {
  const date = new Date(dayMs);
  const month = date.getUTCMonth() - months;
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return Date.UTC(date.getUTCFullYear(), month, Math.min(date.getUTCDate(), lastDay)) + DAY_MS - 1;
}

/**
 * "52 weeks" of a session, stamped 00:00 New York of its date: the sessions after the same date a year before, up to and including this one.
 * Returns the time after which they begin, UTC ms.
 */
export function yearStartMs(dayMs: number): number {
  return monthsBefore(dayMs, 12);
}

/** Longer than any closure of the exchange: if the first bar of a year is later than this, the year was not recorded from its start. */
const MAX_CLOSURE_MS = 8 * DAY_MS;

/**
 * When the recorded part of a session's 52 weeks begins: the stamp of its first daily bar, or of the session itself when there is no bar
 * before it. Undefined when all 52 weeks are recorded.
 */
export function partialYearSince(firstBarMs: number | undefined, dayMs: number): number | undefined {
  const sinceMs = firstBarMs ?? dayMs;
  return sinceMs - yearStartMs(dayMs) > MAX_CLOSURE_MS ? sinceMs : undefined;
}
