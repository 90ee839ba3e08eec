import { lastDayOfMonth } from 'date-fns/lastDayOfMonth';
import { lightFormat } from 'date-fns/lightFormat';
import { isBusinessDay, nextSession, previousSession } from '../calendar/us-equity.ts';
import { dateOfDay, dayNumber, newYorkMs, nthWeekday, weekdayOf } from '../calendar/new-york-time.ts';
import type { ListingClass } from './listing-class.ts';

/** `weekly`: all that are neither a third Friday nor the end of a quarter, single days included. */
export type ExpirationKind = 'weekly' | 'monthly' | 'quarterly';

/** A date on which listed options expire. */
export interface Expiration {
  /** `YYYY-MM-DD`, a day on which the exchanges trade. */
  readonly date: string;
  readonly kind: ExpirationKind;
}

const FRIDAY = 5;
/** Options stop at this time of their day, minutes after midnight in New York. */
const EXPIRATION_MINUTES = 16 * 60;
const WEEKLY_FRIDAYS = 6;
/** Months with a third Friday: consecutive ones, then those of the quarterly cycle, then each January. */
const MONTHS: Readonly<Record<ListingClass, number>> = { daily: 7, weekly: 3, monthly: 2 };
const CYCLE_MONTHS: Readonly<Record<ListingClass, number>> = { daily: 16, weekly: 10, monthly: 8 };
const LEAP_MONTHS: Readonly<Record<ListingClass, number>> = { daily: 36, weekly: 28, monthly: 0 };
const QUARTERS_MONTHS = 10;
const MONTH_ENDS = 5;

/** Unix seconds of 16:00 New York of a `YYYY-MM-DD` date: how the wire names an expiration. */
export function expirationSeconds(date: string): number {
  return newYorkMs(date, EXPIRATION_MINUTES) / 1000;
}

/**
 * The expirations listed on a date, that day included, ascending. Which ones are listed follows from the date alone, and one that is
 * listed stays so until it has passed. Third Fridays and Fridays on which the exchanges are closed move to the session before.
 */
export function expirationsOn(listing: ListingClass, date: string): Expiration[] {
  const kinds = new Map<string, ExpirationKind>();
  const add = (expiration: string, kind: ExpirationKind): void => {
    if (expiration >= date && !kinds.has(expiration)) kinds.set(expiration, kind);
  };
  // In this order: a third Friday that is also a Friday of the list is a monthly one.
  for (const expiration of monthlyDates(listing, date)) add(expiration, 'monthly');
  if (listing === 'daily') for (const expiration of quarterEnds(date)) add(expiration, 'quarterly');
  if (listing === 'daily')
    for (const expiration of [...comingDays(date), ...monthEnds(date)]) add(expiration, 'weekly');
  if (listing !== 'monthly') for (const expiration of fridays(date)) add(expiration, 'weekly');
  return [...kinds]
    .map(([expiration, kind]) => ({ date: expiration, kind }))
    .sort((a, b) => (a.date < b.date ? -1 : 1));
}

/** True when options that expire on `expiration` are listed on a date. */
export function isListedOn(listing: ListingClass, expiration: string, date: string): boolean {
  return expirationsOn(listing, date).some((listed) => listed.date === expiration);
}

/** Longer than anything is listed ahead, days. */
const MAX_LISTING_DAYS = 1200;

/** The first date on which options that expire on `expiration` were listed; null when they never were. What is listed stays so, so a search by halves finds it. */
export function listedSince(listing: ListingClass, expiration: string): string | null {
  let late = dayNumber(expiration);
  if (!isListedOn(listing, expiration, expiration)) return null;
  let early = late - MAX_LISTING_DAYS;
  while (early < late) {
    const middle = (early + late) >> 1;
    if (isListedOn(listing, expiration, dateOfDay(middle))) late = middle;
    else early = middle + 1;
  }
  return dateOfDay(late);
}

/** The third Friday of a month (1-12), or the session before it when the exchanges are closed. */
export function monthlyExpiration(year: number, month: number): string {
  return onOrBefore(dateOfDay(nthWeekday(year, month, FRIDAY, 3)));
}

function monthlyDates(listing: ListingClass, date: string): string[] {
  const first = monthIndex(date);
  const found: string[] = [];
  // One more than wanted: this month's may have passed, and what is listed must not end sooner the next day.
  for (
    let ahead = 0;
    ahead <= Math.max(MONTHS[listing], CYCLE_MONTHS[listing], LEAP_MONTHS[listing]);
    ahead += 1
  ) {
    const index = first + ahead;
    const month = (index % 12) + 1;
    const isWanted =
      ahead <= MONTHS[listing] ||
      (month % 3 === 0 && ahead <= CYCLE_MONTHS[listing]) ||
      (month === 1 && ahead <= LEAP_MONTHS[listing]);
    if (isWanted) found.push(monthlyExpiration(Math.floor(index / 12), month));
  }
  return found;
}

function quarterEnds(date: string): string[] {
  return monthsAhead(date, QUARTERS_MONTHS)
    .filter(({ month }) => month % 3 === 0)
    .map(lastSession);
}

function monthEnds(date: string): string[] {
  return monthsAhead(date, MONTH_ENDS).map(lastSession);
}

/** Every session until the Friday of next week. */
function comingDays(date: string): string[] {
  const day = dayNumber(date);
  const lastDay = day + ((FRIDAY - weekdayOf(day) + 7) % 7) + 7;
  const found = isBusinessDay(date) ? [date] : [];
  for (
    let session = nextSession(date);
    dayNumber(session.date) <= lastDay;
    session = nextSession(session.date)
  )
    found.push(session.date);
  return found;
}

function fridays(date: string): string[] {
  const day = dayNumber(date);
  const friday = day + ((FRIDAY - weekdayOf(day) + 7) % 7);
  return Array.from({ length: WEEKLY_FRIDAYS }, (_, week) => onOrBefore(dateOfDay(friday + 7 * week)));
}

function monthsAhead(date: string, count: number): { year: number; month: number }[] {
  const first = monthIndex(date);
  return Array.from({ length: count + 1 }, (_, ahead) => ({
    year: Math.floor((first + ahead) / 12),
    month: ((first + ahead) % 12) + 1,
  }));
}

function lastSession({ year, month }: { readonly year: number; readonly month: number }): string {
  return onOrBefore(lightFormat(lastDayOfMonth(new Date(year, month - 1, 1)), 'yyyy-MM-dd'));
}

function monthIndex(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}

function onOrBefore(date: string): string {
  return isBusinessDay(date) ? date : previousSession(date).date;
}
