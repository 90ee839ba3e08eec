import { newYorkDate, newYorkMs } from '../../../domain/calendar/us-equity.ts';
import { barStartMs } from '../../../domain/bars/bar-period.ts';
import type { CandleType } from '../market-data.ts';

/** A part of the history that is requested and kept together. */
export interface BarSpan {
  /** Names its file. */
  readonly name: string;
  readonly fromMs: number;
  /** Exclusive, UTC ms. */
  readonly toMs: number;
}

/** Alpaca's history of stocks begins here. */
export const FIRST_DATE = '2016-01-01';

/**
 * How long a span of each size lasts: about ten thousand bars, which is one page of an answer. All daily bars are one span.
 */
const SPAN_MONTHS: Readonly<Record<Exclude<CandleType, 'Day'>, 1 | 3 | 12>> = {
  OneMinute: 1,
  FiveMinutes: 3,
  ThirtyMinutes: 12,
};

/** The spans that together hold the bars that start in [fromMs, toMs), ascending; none for a time before Alpaca's history. */
export function spansBetween(candle: CandleType, fromMs: number, toMs: number): BarSpan[] {
  const firstMs = newYorkMs(FIRST_DATE, 0);
  if (fromMs >= toMs || toMs <= firstMs) return [];
  if (candle === 'Day') return [{ name: 'Day', fromMs: firstMs, toMs: Infinity }];
  const spans: BarSpan[] = [];
  const months = SPAN_MONTHS[candle];
  for (let startMs = spanStartMs(Math.max(fromMs, firstMs), months); startMs < toMs;) {
    const date = newYorkDate(startMs);
    const endMs = newYorkMs(monthsAfter(date, months), 0);
    spans.push({ name: `${candle}-${date.slice(0, 7)}`, fromMs: startMs, toMs: endMs });
    startMs = endMs;
  }
  return spans;
}

function spanStartMs(timeMs: number, months: 1 | 3 | 12): number {
  if (months === 1) return barStartMs(timeMs, 'month');
  if (months === 3) return barStartMs(timeMs, 'quarter');
  return newYorkMs(`${newYorkDate(timeMs).slice(0, 4)}-01-01`, 0);
}

/** The first day of the month that is some months after the first day of a month, `YYYY-MM-DD`. */
function monthsAfter(date: string, months: number): string {
  const month = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months;
  return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`;
}
