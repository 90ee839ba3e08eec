import { newYorkDate } from '../calendar/us-equity.ts';
import { notionalE4, type MoneyE4 } from '../money/price.ts';
import { isLongTerm } from './holding-period.ts';
import type { Closure, TaxLot } from './types.ts';

/** The amounts of a closure, fees included: what the sale brought less its fees, what the purchase cost with its fees, and the difference. */
export interface RealisedAmounts {
  readonly proceedsE4: MoneyE4;
  readonly costE4: MoneyE4;
  readonly gainE4: MoneyE4;
  /** The gain before fees. */
  readonly grossE4: MoneyE4;
}

/** The amounts of a closure. Of a short lot the sale came first. `multiplier`: shares of one of the quantity. */
export function realisedAmounts(closure: Closure, multiplier: number): RealisedAmounts {
  const { quantity, isShort, openPriceE4, closePriceE4, openFeesE4, closeFeesE4 } = closure;
  const { openRestE4 = 0, closeRestE4 = 0 } = closure;
  const [buyRestE4, saleRestE4] = isShort ? [closeRestE4, openRestE4] : [openRestE4, closeRestE4];
  const shares = quantity * multiplier;
  const [boughtE4, soldE4] = isShort ? [closePriceE4, openPriceE4] : [openPriceE4, closePriceE4];
  const [buyFeesE4, saleFeesE4] = isShort ? [closeFeesE4, openFeesE4] : [openFeesE4, closeFeesE4];
  const proceedsE4 = notionalE4(soldE4, shares) + saleRestE4 - saleFeesE4;
  const costE4 = notionalE4(boughtE4, shares) + buyRestE4 + buyFeesE4;
  return {
    proceedsE4,
    costE4,
    gainE4: proceedsE4 - costE4,
    grossE4: notionalE4(soldE4 - boughtE4, shares) + saleRestE4 - buyRestE4,
  };
}

/** The days of the purchase and the sale, New York, and whether the gain is long-term. Gains of short lots and written options are always short-term. */
export function realisedDays({ isShort, openedMs, closedMs }: Closure): {
  readonly acquired: string;
  readonly sold: string;
  readonly isLongTerm: boolean;
} {
  const [opened, closed] = [newYorkDate(openedMs), newYorkDate(closedMs)];
  return isShort
    ? { acquired: closed, sold: opened, isLongTerm: false }
    : { acquired: opened, sold: closed, isLongTerm: isLongTerm(opened, closed) };
}

/** Signed cost of open lots at their trade prices, before fees: positive for long, negative for short. */
export function openCostE4(lots: readonly TaxLot[], multiplier: number): MoneyE4 {
  let costE4: MoneyE4 = 0;
  for (const { isShort, quantity, priceE4, restE4 = 0 } of lots)
    costE4 += (notionalE4(priceE4, quantity * multiplier) + restE4) * (isShort ? -1 : 1);
  return costE4;
}
