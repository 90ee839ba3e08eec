import { err, ok } from '../assert/assert.ts';
import type { Result } from '../assert/assert.ts';

/** A period of the day, minutes from midnight in New York, the end included. */
export interface TradingInterval {
  readonly startMinute: number;
  readonly endMinute: number;
}

/** Defaults of the start dialogs (spec tools.md §9): 9:30 to 16:00, and none. */
export const DEFAULT_INTERVALS: readonly [TradingInterval, TradingInterval] = [
  { startMinute: 570, endMinute: 960 },
  { startMinute: 0, endMinute: 0 },
];

const MINUTES_A_DAY = 1440;

/** `HH:mm` of a minute of the day, as the dialogs show it. 1440 is 24:00. */
export function minuteText(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

/** The minute of the day of `HH:mm` (or `H:mm`); null for anything else. */
export function minuteOfText(text: string): number | null {
  const match = /^(\d{1,2}):(\d{2})$/.exec(text.trim());
  if (match === null) return null;
  const [hours, minutes] = [Number(match[1]), Number(match[2])];
  const minute = hours * 60 + minutes;
  return minutes < 60 && minute <= MINUTES_A_DAY ? minute : null;
}

/**
 * The intervals of a start that are set, the earlier one first; 0 to 0 is not set, and an empty list is the whole day. The error is the message for
 * an interval that ends before it starts, or for two that overlap.
 */
export function checkIntervals(
  first: TradingInterval,
  second: TradingInterval,
): Result<readonly TradingInterval[], string> {
  const given: readonly (readonly [string, TradingInterval])[] = [
    ['first', first],
    ['second', second],
  ];
  for (const [name, { startMinute, endMinute }] of given) {
    if (
      ![startMinute, endMinute].every(
        (minute) => Number.isInteger(minute) && minute >= 0 && minute <= MINUTES_A_DAY,
      )
    )
      return err(`The ${name} trading interval must lie between 00:00 and 24:00`);
    if (startMinute > endMinute || (startMinute === endMinute && startMinute !== 0))
      return err(`The ${name} trading interval must end after it starts`);
  }
  const intervals = given
    .map(([, interval]) => interval)
    .filter(({ endMinute }) => endMinute > 0)
    .sort((a, b) => a.startMinute - b.startMinute);
  const [earlier, later] = intervals;
  if (earlier !== undefined && later !== undefined && later.startMinute < earlier.endMinute)
    return err('The trading intervals must not overlap');
  return ok(intervals);
}

/** True when an order may reach the market at that minute. */
export function isWithinIntervals(intervals: readonly TradingInterval[], minute: number): boolean {
  if (intervals.length === 0) return true;
  for (const { startMinute, endMinute } of intervals)
    if (minute >= startMinute && minute <= endMinute) return true;
  return false;
}

/** Text of the trading intervals in the details of a run. */
export function intervalsLabel(intervals: readonly TradingInterval[]): string {
  return intervals.length === 0
    ? 'All day'
    : intervals
        .map(({ startMinute, endMinute }) => `${minuteText(startMinute)}–${minuteText(endMinute)}`)
        .join(', ');
}
