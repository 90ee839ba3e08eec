import { DAY_MS } from '../../../src/domain/calendar/durations.ts';
import type { BarPeriod } from '../../../src/domain/bars/bar-period.ts';
import type { BarStore } from '../model/bar-store.ts';

/** About how long a bar of a period takes, ms; a day counts its nights. */
function spanMs(period: BarPeriod): number {
  if (typeof period !== 'string') return period.minutes * 60_000;
  return { day: DAY_MS, week: 7 * DAY_MS, month: 30.4 * DAY_MS, quarter: 91.3 * DAY_MS }[period];
}

/**
 * The bar of a moment as a number with a fraction: 4.25 is a quarter into bar 4. Moments between bars are at the end of the earlier one; before the
 * first and after the last bar time continues at a bar each period.
 */
export function indexOfTime(bars: BarStore, period: BarPeriod, timeMs: number): number {
  const { length } = bars;
  if (length === 0) return 0;
  const firstMs = bars.timeMs[0] ?? 0;
  const span = spanMs(period);
  if (timeMs < firstMs) return (timeMs - firstMs) / span;
  const after = bars.indexFrom(timeMs + 1);
  const index = after - 1;
  const startMs = bars.timeMs[index] ?? 0;
  const endMs = after < length ? (bars.timeMs[after] ?? 0) : Infinity;
  if (index === length - 1) return index + (timeMs - startMs) / span;
  return index + Math.min(0.999999, (timeMs - startMs) / Math.min(span, endMs - startMs));
}

/** The moment of a bar number with a fraction. */
export function timeOfIndex(bars: BarStore, period: BarPeriod, index: number): number {
  const { length } = bars;
  if (length === 0) return 0;
  const span = spanMs(period);
  if (index < 0) return (bars.timeMs[0] ?? 0) + index * span;
  const whole = Math.min(Math.floor(index), length - 1);
  const startMs = bars.timeMs[whole] ?? 0;
  const part = index - whole;
  if (whole === length - 1) return startMs + part * span;
  return startMs + part * Math.min(span, (bars.timeMs[whole + 1] ?? 0) - startMs);
}
