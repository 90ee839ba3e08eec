import { newYorkDate, newYorkMs, dateOfDay, dayNumber } from '../../calendar/new-york-time.ts';
import { DAY_MS, MINUTE_MS } from '../../calendar/durations.ts';
import type { PriceE4 } from '../../money/price.ts';

/** What a group waits for outside of its orders: a price, or a time. */

/** The prices of a symbol that a condition may name. */
export const PRICE_SOURCES = ['Last', 'Bid', 'Ask'] as const;
/** A price of a symbol: of its last trade, or of its best quote. */
export type PriceSource = (typeof PRICE_SOURCES)[number];
/** The side of its level on which a price fulfils a condition. */
export const PRICE_DIRECTIONS = ['AtOrAbove', 'AtOrBelow'] as const;
/** A side of a level. */
export type PriceDirection = (typeof PRICE_DIRECTIONS)[number];

/** A price of any symbol at or beyond a level. */
export interface PriceCondition {
  readonly basis: PriceSource;
  readonly symbol: string;
  readonly direction: PriceDirection;
  readonly priceE4: PriceE4;
}
/** A time of day at the exchange. */
export interface TimeCondition {
  readonly basis: 'TimeOfDay';
  /** Whole minutes after midnight in New York. */
  readonly minutes: number;
}
/** What an order of a Conditional group waits for. */
export type Condition = PriceCondition | TimeCondition;

/** How the time of a time exit is stated. */
export const TIME_EXIT_BASES = ['TimeOfDay', 'Minutes'] as const;
/** When a bracket closes its position at market: at a time of day, or so long after the first fill of its entry. */
export interface TimeExit {
  readonly basis: (typeof TIME_EXIT_BASES)[number];
  /** Whole minutes after midnight in New York, or after the fill. */
  readonly minutes: number;
}

/**
 * What happens to a group from outside of its orders. Trail: the price at which the stop begins to trail was reached. TimeExit: the time to close the position.
 * Condition: the order is to be sent. Lapsed: the order would have ended before its condition held.
 */
export const GROUP_CAUSES = ['Trail', 'TimeExit', 'Condition', 'Lapsed'] as const;
/** A cause of `groupTriggered`. */
export type GroupCause = (typeof GROUP_CAUSES)[number];

/** Minutes of a day. */
const DAY_MINUTES = DAY_MS / MINUTE_MS;
/** Time exits are at most so many minutes after the fill: a year. */
const MAX_EXIT_MINUTES = 366 * DAY_MINUTES;

/** The first moment with this time of day in New York that is later than `afterMs`, UTC ms. */
export function nextTimeOfDayMs(afterMs: number, minutes: number): number {
  const today = newYorkDate(afterMs);
  const todayMs = newYorkMs(today, minutes);
  return todayMs > afterMs ? todayMs : newYorkMs(dateOfDay(dayNumber(today) + 1), minutes);
}

const isTimeOfDay = (minutes: number): boolean =>
  Number.isSafeInteger(minutes) && minutes >= 0 && minutes < DAY_MINUTES;

/** Why the time of a time exit is refused; undefined when it is sound. */
export function timeExitProblem({ basis, minutes }: TimeExit): string | undefined {
  if (basis === 'TimeOfDay')
    return isTimeOfDay(minutes) ? undefined : 'The time exit is at a time of day, from 00:00 to 23:59.';
  return Number.isSafeInteger(minutes) && minutes > 0 && minutes <= MAX_EXIT_MINUTES
    ? undefined
    : `The time exit is 1 to ${MAX_EXIT_MINUTES} minutes after the fill.`;
}

/** Why a condition is refused by its form; undefined when it is sound. */
export function conditionProblem(condition: Condition): string | undefined {
  if (condition.basis === 'TimeOfDay')
    return isTimeOfDay(condition.minutes)
      ? undefined
      : 'The condition has a time of day, from 00:00 to 23:59.';
  return Number.isSafeInteger(condition.priceE4) && condition.priceE4 > 0
    ? undefined
    : 'The condition has a price above 0.';
}

/** Whether a price fulfils a condition on it; a price of 0 is unknown. */
export const isReached = (priceE4: PriceE4, direction: PriceDirection, levelE4: PriceE4): boolean =>
  priceE4 > 0 && (direction === 'AtOrAbove' ? priceE4 >= levelE4 : priceE4 <= levelE4);
