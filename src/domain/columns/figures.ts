import type { HistoricalFigure } from '../bars/historical-figures.ts';
import { newYorkDate } from '../calendar/us-equity.ts';
import type { ColumnInput } from './column.ts';

/** Percent change from a previous close. 100 when that is 0 or below, whatever the price. */
export function changePercent(last: number, previousClose: number): number {
  return previousClose > 0 ? ((last - previousClose) / previousClose) * 100 : 100;
}

/** A change of exactly 0 counts as up. */
export function directionOf(change: number): 'up' | 'down' {
  return change >= 0 ? 'up' : 'down';
}

/** A price that is known, or null. */
export function known(price: number): number | null {
  return price > 0 ? price : null;
}

/** How far `value` is above (+) or below (-) `base`, in percent; null when either is unknown. */
export function percentFrom(value: number | null, base: number | null): number | null {
  return value === null || base === null || value <= 0 || base <= 0 ? null : ((value - base) / base) * 100;
}

/** Where a value lies between low (0) and high (100); null when unknown or when the range has no width. */
export function percentOfRange(value: number, low: number | null, high: number | null): number | null {
  if (value <= 0 || low === null || high === null || high <= low) return null;
  return ((value - low) / (high - low)) * 100;
}

/** Why the figures of 52 weeks of a symbol stand for less; null when its whole year is known. */
export function yearShortfall({ yearSinceMs }: ColumnInput): string | null {
  return yearSinceMs === undefined ? null : `Less than 52 weeks of data: since ${newYorkDate(yearSinceMs)}`;
}

/** 52 week high, today's high included: the stored one is as of the last close. */
export function yearHighOf(input: ColumnInput): number | null {
  return known(Math.max(input.yearHigh, input.high));
}

/** 52 week low, today's low included. */
export function yearLowOf(input: ColumnInput): number | null {
  if (input.yearLow <= 0) return known(input.low);
  return input.low > 0 ? Math.min(input.yearLow, input.low) : input.yearLow;
}

/** Ask - bid in dollars; null unless both sides are quoted. Negative when the market is crossed. */
export function spreadOf(input: ColumnInput): number | null {
  return input.bid > 0 && input.ask > 0 ? input.ask - input.bid : null;
}

/** Middle of bid and ask in dollars; null unless both sides are quoted. */
export function midOf(input: ColumnInput): number | null {
  return input.bid > 0 && input.ask > 0 ? (input.bid + input.ask) / 2 : null;
}

/** Value of all shares at the last price, or at the previous close before the first trade. */
export function marketCapOf(input: ColumnInput): number | null {
  const price = input.last > 0 ? input.last : input.previousClose;
  return input.sharesOutstanding === null || price <= 0 ? null : input.sharesOutstanding * price;
}

/** A figure of the daily history; null while it is not loaded, or where the history is too short. */
export function figureOf(input: ColumnInput, figure: HistoricalFigure): number | null {
  return input.historical?.[figure] ?? null;
}

/** The high of a period of the history, today's included; null where the history is too short. */
export function periodHighOf(input: ColumnInput, figure: HistoricalFigure): number | null {
  const high = figureOf(input, figure);
  return high === null ? null : Math.max(high, input.high);
}

/** The low of a period of the history, today's included; null where the history is too short. */
export function periodLowOf(input: ColumnInput, figure: HistoricalFigure): number | null {
  const low = figureOf(input, figure);
  return low === null || input.low <= 0 ? low : Math.min(low, input.low);
}
