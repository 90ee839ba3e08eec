import { mergeBar } from './bar.ts';
import type { Bar } from './bar.ts';
import { barStartMs } from './bar-period.ts';
import type { BarPeriod } from './bar-period.ts';

/** Adds a source bar to the result of `aggregateBars`: extends its last bar or appends one. Changes the list. */
export function addToAggregate(aggregate: Bar[], bar: Bar, period: BarPeriod): void {
  const startMs = barStartMs(bar.timeMs, period);
  const last = aggregate[aggregate.length - 1];
  if (last !== undefined && last.timeMs === startMs) aggregate[aggregate.length - 1] = mergeBar(last, bar);
  else aggregate.push({ ...bar, timeMs: startMs });
}

/**
 * Bars of a longer period out of ascending shorter ones (minutes into 5 or 30 minutes, minutes into days). Periods
 * without any source bar have no bar. The last bar may be unfinished if the source is.
 */
export function aggregateBars(bars: readonly Bar[], period: BarPeriod): Bar[] {
  const aggregate: Bar[] = [];
  for (const bar of bars) addToAggregate(aggregate, bar, period);
  return aggregate;
}
