import type { PriceE4 } from '../../../domain/money/price.ts';
import type { UsEquitySession } from '../../../domain/calendar/us-equity.ts';
import type { Bar } from '../market-data.ts';
import type { RecordedQuote, RecordedTrade } from './row-readers.ts';

/** What is played of one symbol on one day. */
export interface TapeSource {
  readonly symbol: string;
  readonly session: UsEquitySession;
  /** Recorded minute bars; not used if there are trades. */
  readonly minutes: readonly Bar[];
  readonly trades: readonly RecordedTrade[] | null;
  readonly quotes: readonly RecordedQuote[] | null;
  /** An index has values and no trades; its quote is its value on both sides with size 0, which nothing can trade against. */
  readonly isIndex: boolean;
  readonly previousCloseE4: PriceE4;
  /** Dollars traded in a usual minute, from the days before; 0 = not known. */
  readonly usualDollarsPerMinute: number;
  readonly seed: string | number;
}
