import { newYorkDate } from '../../../domain/calendar/us-equity.ts';
import { fromE4 } from '../../../domain/money/price.ts';
import type { MarketData } from '../../market/market-data.ts';

/** Closes are looked for from so long before the start (spec tools.md §9). */
const BEFORE_MS = 2_592_000_000;

export interface SymbolPrices {
  /** Dollars; 0 = none is known. */
  readonly startPrice: number;
  readonly endPrice: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** What the symbol itself did from the last close before a period (its first price, when none is known) to its end. */
export async function symbolPrices(
  market: Pick<MarketData, 'bars'>,
  symbol: string,
  {
    fromMs,
    toMs,
    firstPrice,
    lastPrice,
  }: {
    readonly fromMs: number;
    readonly toMs: number;
    readonly firstPrice: number;
    readonly lastPrice: number;
  },
): Promise<SymbolPrices> {
  const days = await market.bars(symbol, 'Day', fromMs - BEFORE_MS, fromMs);
  // A day's bar is stamped with its midnight: that of the day on which the period begins may hold it, and be over later.
  const before = days.findLast((day) => newYorkDate(day.timeMs) < newYorkDate(fromMs));
  return { startPrice: before ? fromE4(before.closeE4) : firstPrice, endPrice: lastPrice, fromMs, toMs };
}

/** Present price of a symbol that the market may not have traded lately, such as an option: the middle of its quote, else its last trade. 0 = neither is known. */
export function presentPrice(market: Pick<MarketData, 'quote' | 'snapshot'>, symbol: string): number {
  const { bidE4 = 0, askE4 = 0 } = market.quote(symbol) ?? {};
  if (bidE4 > 0 && askE4 >= bidE4) return fromE4(Math.round((bidE4 + askE4) / 2));
  return fromE4(market.snapshot(symbol)?.lastE4 ?? 0);
}
