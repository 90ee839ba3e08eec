import type { BarPeriod } from '../bars/bar-period.ts';

/** Bar size of a strategy that is called with every trade, minutes. */
const TRADE_BARS = 0;
/** Bar size of a strategy that is called with daily bars, minutes. */
export const DAY_BARS = 1440;

const MAX_INTRADAY_MINUTES = 390;

/** The minutes of a size (`'trade'`, `'5 minutes'`, `'2 hours'`, `'day'`); null for anything else. */
export function barMinutesOf(text: string): number | null {
  const size = text.trim().toLowerCase();
  if (size === 'trade' || size === 'trades' || size === 'tick') return TRADE_BARS;
  if (size === 'day' || size === '1 day' || size === 'daily') return DAY_BARS;
  const match = /^(\d{1,3}) ?(minutes?|min|hours?)$/.exec(size);
  if (match === null) return null;
  const minutes = Number(match[1]) * (match[2]?.startsWith('hour') === true ? 60 : 1);
  return minutes >= 1 && minutes <= MAX_INTRADAY_MINUTES ? minutes : null;
}

/** The size as text, as studies show their interval. */
export function barSizeLabel(barMinutes: number): string {
  if (barMinutes === TRADE_BARS) return 'Trade';
  if (barMinutes === DAY_BARS) return 'Day';
  if (barMinutes % 60 === 0) return barMinutes === 60 ? '1 hour' : `${barMinutes / 60} hours`;
  return barMinutes === 1 ? '1 minute' : `${barMinutes} minutes`;
}

/** A size of bars that are made of the bars of the run. */
export interface LargerSize {
  readonly period: BarPeriod;
  /** As studies show their interval. */
  readonly label: string;
  /** Sessions of a bar at most; 0 = a bar is a part of its session. */
  readonly maxSessions: number;
}

const SIZES_OF_SESSIONS: readonly (LargerSize & { readonly names: readonly string[] })[] = [
  { names: ['week', '1 week', 'weekly'], period: 'week', label: 'Week', maxSessions: 5 },
  { names: ['month', '1 month', 'monthly'], period: 'month', label: 'Month', maxSessions: 23 },
  { names: ['quarter', '1 quarter', 'quarterly'], period: 'quarter', label: 'Quarter', maxSessions: 66 },
];

/** The size of `'2 minutes'` … `'390 minutes'`, `'1 hour'` … `'6 hours'`, `'day'`, `'week'`, `'month'`, `'quarter'`; null for anything else. */
export function largerSizeOf(text: string): LargerSize | null {
  const name = text.trim().toLowerCase();
  const known = SIZES_OF_SESSIONS.find(({ names }) => names.includes(name));
  if (known !== undefined) return known;
  const minutes = barMinutesOf(text);
  if (minutes === null || minutes === TRADE_BARS) return null;
  const label = barSizeLabel(minutes);
  return minutes === DAY_BARS
    ? { period: 'day', label, maxSessions: 1 }
    : { period: { minutes }, label, maxSessions: 0 };
}

const SESSION_MINUTES = 390;

/** Bars of the run in one larger bar at most; null when bars of that size cannot be made of them. Of trades one stands for each minute. */
export function barsInLarger({ period, maxSessions }: LargerSize, barMinutes: number): number | null {
  const step = Math.max(1, barMinutes);
  if (typeof period === 'object')
    return period.minutes > barMinutes && period.minutes % step === 0 ? period.minutes / step : null;
  if (barMinutes < DAY_BARS) return maxSessions * Math.ceil(SESSION_MINUTES / step);
  return period === 'day' ? null : maxSessions;
}
