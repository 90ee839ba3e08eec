import { DAY_MS, MINUTE_MS } from '../calendar/durations.ts';
import { newYorkDate } from '../calendar/us-equity.ts';
import type { PriceE4 } from '../money/price.ts';
import type { Bar } from './bar.ts';

/** Which average true range: of how many bars of which size. */
export interface RangeTerms {
  readonly period: number;
  readonly bars: 'Day' | 'ThirtyMinutes' | 'FiveMinutes' | 'OneMinute';
}

/** Bars that a range is computed from, in periods: a Wilder average still has 1/20,000 of what was before. */
const PERIODS = 10;
const BAR_MINUTES: Readonly<Record<RangeTerms['bars'], number>> = {
  Day: 24 * 60,
  ThirtyMinutes: 30,
  FiveMinutes: 5,
  OneMinute: 1,
};
const SESSION_MINUTES = 390;
/** Days without a session beside weekends, and sessions that end early. */
const SPARE_DAYS = 14;

/** Bars of the regular session that the range is computed from at most; the oldest one gives only its close. */
const barCount = (period: number): number => PERIODS * period + 1;

/** The start of the span of time that has enough bars for the range, UTC ms. */
export function rangeFromMs({ period, bars }: RangeTerms, nowMs: number): number {
  const sessions =
    bars === 'Day' ? barCount(period) : (barCount(period) * BAR_MINUTES[bars]) / SESSION_MINUTES;
  return nowMs - (Math.ceil((sessions * 7) / 5) + SPARE_DAYS) * DAY_MS;
}

/** Bars that the range needs at least. */
export const minRangeBars = ({ period }: Pick<RangeTerms, 'period'>): number => period + 1;

/** The bars that have ended; a day ends with its date in New York. */
export function finishedBars(
  bars: readonly Bar[],
  { bars: size }: Pick<RangeTerms, 'bars'>,
  nowMs: number,
): readonly Bar[] {
  const today = newYorkDate(nowMs);
  return bars.filter(({ timeMs }) =>
    size === 'Day' ? newYorkDate(timeMs) < today : timeMs + BAR_MINUTES[size] * MINUTE_MS <= nowMs,
  );
}

/**
 * The average true range after the last of these bars (J. Welles Wilder, as the study of the chart computes it), to a whole 1/10,000 dollar; undefined with too few bars. Only the
 * newest bars count, so that it is the same however many are passed.
 *
 * @param bars finished bars of the regular session, oldest first
 */
export function averageRangeE4(
  bars: readonly Bar[],
  { period }: Pick<RangeTerms, 'period'>,
): PriceE4 | undefined {
  const counted = bars.slice(-barCount(period));
  if (counted.length < minRangeBars({ period })) return undefined;
  let mean = 0;
  for (let index = 1; index < counted.length; index += 1) {
    const rangeE4 = trueRangeE4(counted[index], counted[index - 1]);
    if (index <= period) mean += rangeE4 / period;
    else mean += (rangeE4 - mean) / period;
  }
  return Math.round(mean);
}

const trueRangeE4 = (bar: Bar | undefined, before: Bar | undefined): PriceE4 =>
  bar && before ? Math.max(bar.highE4, before.closeE4) - Math.min(bar.lowE4, before.closeE4) : 0;
