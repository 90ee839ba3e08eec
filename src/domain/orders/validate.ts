import type { MoneyE4 } from '../money/price.ts';

/** What is wrong with an order, by the catalogue. */
export interface OrderProblem {
  readonly code: number;
  readonly message: string;
}

/** Shares of one order at most. */
export const MAX_ORDER_QUANTITY = 1_000_000;
/** Value of one order at most: one billion dollars, so that sums stay exact integers. */
export const MAX_ORDER_VALUE_E4: MoneyE4 = 10_000_000_000_000;

/** Indices (`$`) and other synthetic symbols (`~`) cannot be traded. */
export function isTradableSymbol(symbol: string): boolean {
  return symbol.length > 0 && !symbol.startsWith('$') && !symbol.startsWith('~');
}
