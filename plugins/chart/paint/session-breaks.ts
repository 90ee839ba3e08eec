import { DAY_MS } from '../../../src/domain/calendar/durations.ts';
import type { BarColumns } from '../../../src/domain/studies/index.ts';

const EARLIEST_MIDNIGHT_MS = 5 * 3_600_000;

/** New York midnight is 4:00 or 5:00 UTC; no bar lies between the two, so one offset separates the days in summer and winter. */
const dayOf = (timeMs: number): number => Math.floor((timeMs - EARLIEST_MIDNIGHT_MS) / DAY_MS);

/**
 * Whether a line that restarts with each session breaks before a bar: the bar is the first of its New York day. Days of one bar each, as in daily bars, are one
 * line.
 */
export function isSessionStart({ timeMs }: BarColumns, index: number): boolean {
  const day = (at: number): number => dayOf(timeMs[at] ?? Number.NaN);
  const [before, today] = [day(index - 1), day(index)];
  return before !== today && index > 0 && (day(index + 1) === today || day(index - 2) === before);
}
