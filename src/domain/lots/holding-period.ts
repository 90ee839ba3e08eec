import { dateOfDay, dayNumber } from '../calendar/new-york-time.ts';
import { newYorkMs, nextSession } from '../calendar/us-equity.ts';

/**
 * Whether property was held for more than one year: the period begins on the day after the purchase and includes the day of the sale
 * (IRS Publication 550, "Holding Period"). Days as `YYYY-MM-DD`.
 */
export function isLongTerm(acquired: string, sold: string): boolean {
  const begin = dateOfDay(dayNumber(acquired) + 1);
  // A year later. 29 February may be no day of that year, but it sorts between the days beside it.
  return sold >= `${Number(begin.slice(0, 4)) + 1}${begin.slice(4)}`;
}

/**
 * The end of the day on which a trade settles, exchange UTC ms: the next session after the day of the trade, up to New York midnight. Until then the
 * account holder may name the lots that a sale closes (Treasury Regulation 1.1012-1(c)(8)).
 */
export function settlementEndMs(tradeDate: string): number {
  return newYorkMs(nextSession(tradeDate).date, 24 * 60);
}
