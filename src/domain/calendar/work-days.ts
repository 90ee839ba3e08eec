import { dateOfDay, dayNumber } from './new-york-time.ts';
import { newYorkDate, sessionOn } from './us-equity.ts';

/** A session of the server's calendar, UTC ms. */
export interface WorkDay {
  readonly Start: number;
  readonly End: number;
}

/**
 * Whether the market trades on a New York date (`YYYY-MM-DD`). The server's calendar decides within the span it covers, since a
 * market may trade on days of its own; beyond it, and before a calendar is loaded, weekends and exchange holidays are skipped.
 */
export function isWorkDay(date: string, calendar: readonly WorkDay[]): boolean {
  const dates = calendar.map(({ Start }) => newYorkDate(Start));
  const [first, last] = [dates[0], dates.at(-1)];
  if (first !== undefined && last !== undefined && date >= first && date <= last) return dates.includes(date);
  return sessionOn(date) !== null;
}

/** Whether the market trades on one of the days from `from` to `to` (New York dates, both included). */
export function hasWorkDay(from: string, to: string, calendar: readonly WorkDay[]): boolean {
  const end = dayNumber(to);
  for (let day = dayNumber(from); day <= end; day += 1) if (isWorkDay(dateOfDay(day), calendar)) return true;
  return false;
}
