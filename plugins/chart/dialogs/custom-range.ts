import { dayNumber } from '../../../src/domain/calendar/new-york-time.ts';
import { hasWorkDay, type WorkDay } from '../../../src/domain/calendar/work-days.ts';
import { maxDaysOf } from '../data/bar-sizes.ts';
import { hasPlausibleYear, YEAR_PROBLEM } from '../data/plausible-year.ts';
import type { ChartRange } from '../data/time-frames.ts';

/** What is wrong with a custom range; null when it can be loaded. `calendar`: sessions that the server named; empty = not loaded. */
export function customProblem(
  { CustomFromDate, CustomToDate, BarSize }: ChartRange,
  today: string,
  calendar: readonly WorkDay[],
): string | null {
  if (CustomFromDate === null || CustomToDate === null) return 'Enter the first and the last day.';
  if (![CustomFromDate, CustomToDate].every(hasPlausibleYear)) return YEAR_PROBLEM;
  if (CustomFromDate > CustomToDate) return 'The first day must not be after the last one.';
  if (CustomFromDate > today) return 'The first day must not be after today.';
  const most = maxDaysOf(BarSize);
  if (dayNumber(CustomToDate) - dayNumber(CustomFromDate) > most)
    return `With this bar size a range may have ${most} days. Choose longer bars or fewer days.`;
  return hasWorkDay(CustomFromDate, CustomToDate, calendar)
    ? null
    : 'The market is closed on all days of the range.';
}
