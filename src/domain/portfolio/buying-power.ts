import type { MoneyE4, PriceE4 } from '../money/price.ts';

/** One open position as margin sees it. */
export interface MarginPosition {
  /** Shares, positive for long and negative for short. */
  readonly quantity: number;
  /** Signed FIFO cost. */
  readonly costE4: MoneyE4;
  /** Last known market price, 0 = not known. */
  readonly markE4: PriceE4;
}

/**
 * The paper margin rule, after Regulation T: half the value of every position, long or short, must be covered by equity,
 * so buying power is twice the equity above that, less what open opening orders have reserved at their full price.
 *
 *   equity = cash + long - short;  buying power = 2 × equity - long - short - reserved
 *
 * Conservative on both sides: longs count at the lower of cost and market, shorts at the higher. Unrealised gains
 * buy nothing, unrealised losses count at once. Fees are not foreseen. May be negative.
 */
export function buyingPowerE4(cashE4: MoneyE4, reservedE4: MoneyE4, positions: Iterable<MarginPosition>): MoneyE4 {
  let powerE4 = 2 * cashE4 - reservedE4;
  for (const { quantity, costE4, markE4 } of positions) {
    const cost = Math.abs(costE4);
    const value = markE4 > 0 ? Math.abs(quantity) * markE4 : cost;
    if (quantity > 0) powerE4 += Math.min(cost, value);
    else powerE4 -= 3 * Math.max(cost, value);
  }
  return powerE4;
}
