import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts';

/**
 * New York wall time by rule, so that it is right on any host time zone and costs a few operations.
 * Rules: daylight time from 1987 first Sunday of April to last of October; from 2007 second Sunday of March to first
 * of November (before 1987: last Sunday of April).
 */

const DATE_PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Days since 1970-01-01 of a `YYYY-MM-DD` date. Throws a RangeError for anything else, a date such as 02-30 included. */
export function dayNumber(date: string): number {
  const cached = dayNumbers.get(date);
  if (cached !== undefined) return cached;
  const match = DATE_PATTERN.exec(date);
  const ms = match === null ? Number.NaN : Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
  const day = ms / DAY_MS;
  if (!Number.isInteger(day) || dateOfDay(day) !== date)
    throw new RangeError(`not a date in the form YYYY-MM-DD: ${date}`);
  if (dayNumbers.size >= CACHE_LIMIT) dayNumbers.clear();
  dayNumbers.set(date, day);
  return day;
}

/** `YYYY-MM-DD` of a day counted from 1970-01-01. */
export function dateOfDay(day: number): string {
  const cached = dates.get(day);
  if (cached !== undefined) return cached;
  const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
  if (dates.size >= CACHE_LIMIT) dates.clear();
  dates.set(day, date);
  return date;
}

const CACHE_LIMIT = 20_000;
const dayNumbers = new Map<string, number>();
const dates = new Map<number, string>();

/** 0 = Sunday ... 6 = Saturday of a day counted from 1970-01-01 (a Thursday). */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** The `nth` (1-based) given weekday of a month (1-12); -1 = the last. Days since 1970-01-01. */
export function nthWeekday(year: number, month: number, weekday: number, nth: number): number {
  if (nth < 0) {
    const last = Date.UTC(year, month, 0) / DAY_MS;
    return last - ((weekdayOf(last) - weekday + 7) % 7);
  }
  const first = Date.UTC(year, month - 1, 1) / DAY_MS;
  return first + ((weekday - weekdayOf(first) + 7) % 7) + (nth - 1) * 7;
}

interface DaylightTime {
  readonly startMs: number;
  readonly endMs: number;
}

const daylightByYear = new Map<number, DaylightTime>();

function daylightTime(year: number): DaylightTime {
  const cached = daylightByYear.get(year);
  if (cached !== undefined) return cached;
  const startDay = year >= 2007 ? nthWeekday(year, 3, 0, 2) : nthWeekday(year, 4, 0, year >= 1987 ? 1 : -1);
  const endDay = year >= 2007 ? nthWeekday(year, 11, 0, 1) : nthWeekday(year, 10, 0, -1);
  // Clocks change at 02:00 local: 07:00 UTC out of standard time, 06:00 UTC out of daylight time.
  const daylight = { startMs: startDay * DAY_MS + 7 * HOUR_MS, endMs: endDay * DAY_MS + 6 * HOUR_MS };
  daylightByYear.set(year, daylight);
  return daylight;
}

let hitFromMs = 0;
let hitToMs = 0;
let hitOffsetMs = 0;

/** New York's distance from UTC at a moment, ms: -4 or -5 hours. */
export function newYorkOffsetMs(ms: number): number {
  // Consecutive calls are nearly always about the same half year, so the period of the last answer is remembered.
  if (ms >= hitFromMs && ms < hitToMs) return hitOffsetMs;
  const year = new Date(ms).getUTCFullYear();
  const { startMs, endMs } = daylightTime(year);
  const yearStartMs = Date.UTC(year, 0, 1);
  const nextYearMs = Date.UTC(year + 1, 0, 1);
  if (ms < startMs) [hitFromMs, hitToMs, hitOffsetMs] = [yearStartMs, startMs, -5 * HOUR_MS];
  else if (ms < endMs) [hitFromMs, hitToMs, hitOffsetMs] = [startMs, endMs, -4 * HOUR_MS];
  else [hitFromMs, hitToMs, hitOffsetMs] = [endMs, nextYearMs, -5 * HOUR_MS];
  return hitOffsetMs;
}

/** The New York date of a moment (UTC ms), `YYYY-MM-DD`. */
export function newYorkDate(ms: number): string {
  return dateOfDay(Math.floor((ms + newYorkOffsetMs(ms)) / DAY_MS));
}

/** Whole minutes after New York midnight on the wall clock at a moment (UTC ms), 0-1439. */
export function newYorkMinutes(ms: number): number {
  const localMs = ms + newYorkOffsetMs(ms);
  return Math.floor((localMs - Math.floor(localMs / DAY_MS) * DAY_MS) / MINUTE_MS);
}

/**
 * UTC ms of a New York wall time. Where the clock is turned back the first of the two moments is meant; a wall time
 * that is skipped counts on from before the change.
 */
export function newYorkMs(date: string, minutesAfterMidnight: number): number {
  const localMs = dayNumber(date) * DAY_MS + minutesAfterMidnight * MINUTE_MS;
  const ifDaylightMs = localMs + 4 * HOUR_MS;
  return newYorkOffsetMs(ifDaylightMs) === -4 * HOUR_MS ? ifDaylightMs : localMs + 5 * HOUR_MS;
}
