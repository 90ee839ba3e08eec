import { DAY_MS } from '../../../src/domain/calendar/durations.ts';
import { newYorkDate } from '../../../src/domain/calendar/us-equity.ts';
import type { BarSize } from '../data/bar-sizes.ts';
import type { ChartRange } from '../data/time-frames.ts';

/** The bars of a run by the days that it took: about as many as a window can show well. */
const SIZES: readonly { readonly days: number; readonly size: BarSize }[] = [
  { days: 1, size: 'Minute1' },
  { days: 5, size: 'Minute5' },
  { days: 31, size: 'Minute30' },
  { days: 3 * 365, size: 'Daily' },
  { days: Infinity, size: 'Weekly' },
];

/** The exchange days from one moment to another as a custom range, in bars that suit its length; nothing of it is after today. */
export function rangeOfRun(fromMs: number, toMs: number, nowMs: number): ChartRange {
  const endMs = Math.min(Math.max(fromMs, toMs), nowMs);
  const startMs = Math.min(fromMs, endMs);
  const days = (endMs - startMs) / DAY_MS;
  return {
    TimeFrame: 'Custom',
    BarSize: SIZES.find((each) => days <= each.days)?.size ?? 'Weekly',
    CustomFromDate: newYorkDate(startMs),
    CustomToDate: newYorkDate(endMs),
  };
}
