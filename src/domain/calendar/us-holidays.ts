import type { Closing } from './closings.ts';
import { DAY_MS } from './durations.ts';
import { dayNumber, nthWeekday, weekdayOf } from './new-york-time.ts';

const SUNDAY = 0;
const MONDAY = 1;
const THURSDAY = 4;
const FRIDAY = 5;
const SATURDAY = 6;

/** Unscheduled closings: a death or a funeral of state, an attack, a storm. */
const ONE_OFF_CLOSURES: readonly string[] = [
  '1994-04-27',
  '2001-09-11',
  '2001-09-12',
  '2001-09-13',
  '2001-09-14',
  '2004-06-11',
  '2007-01-02',
  '2012-10-29',
  '2012-10-30',
  '2018-12-05',
  '2025-01-09',
];

/**
 * Early closes that follow no rule and were announced before the day. Days that were cut short while they ran (snow, a circuit breaker, a failure)
 * keep their scheduled hours, and 1999-12-31 was a whole day: decision 83.
 */
const ONE_OFF_EARLY_CLOSES: readonly string[] = ['1997-12-26', '2003-12-26'];

/** One year of exceptions to "weekdays 09:30-16:00". Days are counted from 1970-01-01. */
export interface HolidayYear {
  readonly closed: ReadonlySet<number>;
  /** Closing minute after New York midnight by day. */
  readonly earlyCloseMinutes: ReadonlyMap<number, number>;
}

const years = new Map<number, HolidayYear>();
let added: readonly Closing[] = [];

/** The closings that were added to those of the rules. */
export const addedClosings = (): readonly Closing[] => added;

/** Replaces the added closings. `addClosings` of `us-equity.ts` also forgets the sessions that were computed before. */
export function setAddedClosings(closings: readonly Closing[]): void {
  added = closings;
  years.clear();
}

/** The first year in which the exchanges closed early on the day after Thanksgiving. */
const FIRST_SHORT_THANKSGIVING_FRIDAY = 1992;

/** Exchange holidays and early closes of one year, by rule (modern rules for years before 1990). */
export function holidaysOf(year: number): HolidayYear {
  const cached = years.get(year);
  if (cached !== undefined) return cached;
  const computed = computeYear(year, added);
  years.set(year, computed);
  return computed;
}

/** When the exchanges close on a New York date by the rules alone, without the added closings: minutes after midnight, `usualMinutes` on a usual day, null when they are closed. */
export function closeByRules(date: string, usualMinutes: number): number | null {
  const dayCount = dayNumber(date);
  const { closed, earlyCloseMinutes } = computeYear(Number(date.slice(0, 4)), []);
  if (isWeekend(dayCount) || closed.has(dayCount)) return null;
  return earlyCloseMinutes.get(dayCount) ?? usualMinutes;
}

function computeYear(year: number, closings: readonly Closing[]): HolidayYear {
  const closed = closuresOf(year, closings);
  return { closed, earlyCloseMinutes: earlyClosesOf(year, closed, closings) };
}

function closuresOf(year: number, closings: readonly Closing[]): Set<number> {
  const closed = new Set<number>([
    nthWeekday(year, 2, MONDAY, 3), // Washington's birthday
    easterSunday(year) - 2, // Good Friday
    nthWeekday(year, 5, MONDAY, -1), // Memorial Day
    observed(day(year, 7, 4)),
    nthWeekday(year, 9, MONDAY, 1), // Labor Day
    nthWeekday(year, 11, THURSDAY, 4), // Thanksgiving
    observed(day(year, 12, 25)),
  ]);
  // New Year's Day on a Saturday is not observed on the Friday: that would close the last day of the old year.
  const newYear = day(year, 1, 1);
  closed.add(weekdayOf(newYear) === SUNDAY ? newYear + 1 : newYear);
  if (year >= 1998) closed.add(nthWeekday(year, 1, MONDAY, 3)); // Martin Luther King Jr. Day
  if (year >= 2022) closed.add(observed(day(year, 6, 19))); // Juneteenth
  for (const date of ONE_OFF_CLOSURES) if (date.startsWith(`${year}-`)) closed.add(dayNumber(date));
  for (const { date, closesAtMinutes } of closings)
    if (closesAtMinutes === null && date.startsWith(`${year}-`)) closed.add(dayNumber(date));
  return closed;
}

function earlyClosesOf(
  year: number,
  closed: ReadonlySet<number>,
  closings: readonly Closing[],
): Map<number, number> {
  const candidates = [day(year, 12, 24)];
  if (year >= FIRST_SHORT_THANKSGIVING_FRIDAY) candidates.push(nthWeekday(year, 11, THURSDAY, 4) + 1);
  if (year >= 1995) {
    const july4 = day(year, 7, 4);
    // Until 2012 a Thursday holiday shortened the Friday after it instead of the Wednesday before it.
    candidates.push(weekdayOf(july4) === THURSDAY && year < 2013 ? july4 + 1 : july4 - 1);
  }
  for (const date of ONE_OFF_EARLY_CLOSES) if (date.startsWith(`${year}-`)) candidates.push(dayNumber(date));
  const closeMinutes = year < 1993 ? 14 * 60 : 13 * 60;
  const open = candidates.filter((candidate) => !isWeekend(candidate) && !closed.has(candidate));
  const byDay = new Map(open.map((candidate) => [candidate, closeMinutes]));
  for (const { date, closesAtMinutes } of closings) {
    if (closesAtMinutes === null || !date.startsWith(`${year}-`)) continue;
    if (!closed.has(dayNumber(date))) byDay.set(dayNumber(date), closesAtMinutes);
  }
  return byDay;
}

const day = (year: number, month: number, dayOfMonth: number): number =>
  Date.UTC(year, month - 1, dayOfMonth) / DAY_MS;

/** True on a Saturday or Sunday. `dayCount` counts days since 1970-01-01. */
export const isWeekend = (dayCount: number): boolean => {
  const weekday = weekdayOf(dayCount);
  return weekday === SATURDAY || weekday === SUNDAY;
};

/** A Saturday holiday is kept on the Friday before, a Sunday holiday on the Monday after. */
function observed(holiday: number): number {
  const weekday = weekdayOf(holiday);
  if (weekday === SATURDAY) return holiday - (SATURDAY - FRIDAY);
  return weekday === SUNDAY ? holiday + 1 : holiday;
}

/** Easter Sunday of the Gregorian calendar: the first Sunday after the ecclesiastical full moon on or after 21 March. */
function easterSunday(year: number): number {
  const century = Math.floor(year / 100);
  const metonicYear = year % 19;
  // The moon drifts against the 19-year cycle: leap days left out of centuries one way, the cycle's own error the other.
  const skippedLeapDays = century - Math.floor(century / 4);
  const lunarDrift = Math.floor((8 * century + 13) / 25);
  let daysToFullMoon = (19 * metonicYear + skippedLeapDays - lunarDrift + 15) % 30;
  if (daysToFullMoon === 29 || (daysToFullMoon === 28 && metonicYear > 10)) daysToFullMoon -= 1;
  const fullMoon = day(year, 3, 21) + daysToFullMoon;
  return fullMoon + (7 - weekdayOf(fullMoon));
}
