import { DAY_MS } from '../../../src/domain/calendar/durations.ts';
import { barStartMs } from '../../../src/domain/bars/bar-period.ts';
import { dateOfDay, dayNumber, weekdayOf } from '../../../src/domain/calendar/new-york-time.ts';
import { newYorkDate, newYorkMs, sessionOn } from '../../../src/domain/calendar/us-equity.ts';
import { canAggregate, candleTypeOf, periodOf, warmUpDaysOf, type CandleType } from './bar-sizes.ts';
import { endDateOf, startDateOf, type ChartRange } from './time-frames.ts';

const LAST_SECOND_MS = (24 * 3600 - 1) * 1000;

/** The bars to load from the server for a range, and the part of them that is shown. UTC ms. */
export interface LoadPlan {
  readonly candleType: CandleType;
  /** Where the data starts, warm-up included. */
  readonly fromMs: number;
  /** 23:59:59 of the last day. */
  readonly toMs: number;
  /** Where the view starts. */
  readonly displayFromMs: number;
  /** The last day is today or later: ticks belong to it. */
  readonly isLive: boolean;
}

/** The plan for a range as of an exchange time (UTC ms). */
export function planAt(range: ChartRange, exchangeMs: number): LoadPlan {
  const today = newYorkDate(exchangeMs);
  const session = sessionOn(today);
  return planLoad(range, today, session !== null && exchangeMs < session.openMs);
}

/** The plan for a range as of an exchange day (`YYYY-MM-DD`); `isBeforeOpen`: its session has not begun. */
export function planLoad(range: ChartRange, today: string, isBeforeOpen = false): LoadPlan {
  const startDate = startDateOf(range, today, isBeforeOpen);
  const endDate = endDateOf(range, today);
  const displayFromMs = barStartMs(newYorkMs(startDate, 0), startOfDisplay(range));
  const warmFromMs = newYorkMs(workdaysBefore(startDate, warmUpDaysOf(range.BarSize)), 0);
  return {
    candleType: candleTypeOf(range.BarSize),
    // A first bar that starts in the middle of its week, month or quarter would be a wrong one.
    fromMs: Math.max(0, barStartMs(warmFromMs, startOfDisplay(range))),
    toMs: newYorkMs(endDate, 0) + LAST_SECOND_MS,
    displayFromMs: Math.max(0, displayFromMs),
    isLive: endDate >= today,
  };
}

/** Whether two plans of a range show the same days. */
export const isSameView = (before: LoadPlan, now: LoadPlan): boolean =>
  before.toMs === now.toMs && before.displayFromMs === now.displayFromMs;

const startOfDisplay = (range: ChartRange) => {
  const period = periodOf(range.BarSize);
  return typeof period === 'string' ? period : 'day';
};

/** `count` Mondays to Fridays before a date. */
export function workdaysBefore(date: string, count: number): string {
  const day = dayNumber(date);
  const weekday = (weekdayOf(day) + 6) % 7; // Monday = 0
  // A weekend counts as the Saturday after its week.
  const workday = Math.min(weekday, 5);
  const target = workday - count;
  const weeks = Math.floor(target / 5);
  return dateOfDay(Math.min(day, day - weekday + weeks * 7 + (target - weeks * 5)));
}

/** What is loaded now. */
export interface Loaded {
  readonly symbol: string;
  readonly range: ChartRange;
  readonly isUnadjusted: boolean;
  readonly candleType: CandleType;
  readonly fromMs: number;
  readonly toMs: number;
  /** More was loaded to the left than the range needs. */
  readonly isExtended: boolean;
}

/**
 * Whether a range needs a new load or can be put together from what is there: another symbol, a custom range on either side, more to the
 * left (needed now or loaded before), or a finer intraday size reloads.
 */
export function needsReload(loaded: Loaded, symbol: string, range: ChartRange, plan: LoadPlan): boolean {
  if (loaded.symbol !== symbol || loaded.isExtended) return true;
  if (range.TimeFrame === 'Custom' || loaded.range.TimeFrame === 'Custom') return true;
  if (!canAggregate(loaded.candleType, range.BarSize)) return true;
  return plan.fromMs < loaded.fromMs || plan.toMs !== loaded.toMs;
}

/** Data before `fromMs` that one step to the left loads: as long as what the range showed, and no less than its warm-up. */
export function extensionOf(
  loaded: Pick<Loaded, 'range' | 'fromMs' | 'candleType'>,
  displayFromMs: number,
  toMs: number,
): { readonly fromMs: number; readonly toMs: number } {
  const shownMs = Math.max(toMs - displayFromMs, MIN_EXTENSION_MS[loaded.candleType]);
  const period = periodOf(loaded.range.BarSize);
  return {
    fromMs: Math.max(0, barStartMs(loaded.fromMs - shownMs, typeof period === 'string' ? period : 'day')),
    toMs: loaded.fromMs,
  };
}

const MIN_EXTENSION_MS: Readonly<Record<CandleType, number>> = {
  OneMinute: 5 * DAY_MS,
  FiveMinutes: 14 * DAY_MS,
  ThirtyMinutes: 60 * DAY_MS,
  Day: 730 * DAY_MS,
};
