import { notionalE4, type MoneyE4, type PriceE4 } from '../money/price.ts';

/** An open position, as the margin rule reads it. */
export interface MarginPosition {
  /** Shares or contracts, positive for long and negative for short. */
  readonly quantity: number;
  /** Signed FIFO cost. */
  readonly costE4: MoneyE4;
  /** Last known market price of a share, 0 = not known. */
  readonly markE4: PriceE4;
  /** Shares of one of the quantity; left out = 1. */
  readonly multiplier?: number;
  /** Of a written option: the margin of all its uncovered contracts (`optionRequirementsE4`). Left out for everything else. */
  readonly requirementE4?: MoneyE4;
}

/** Buying power that a dollar takes that is paid in full, without credit: buying power is twice the equity. */
export const POWER_OF_FULL_PAYMENT = 2;

/**
 * The paper margin rule, after Regulation T: half the value of every position, long or short, must be covered by equity,
 * so buying power is twice the equity above that, less what open opening orders have reserved at their full price.
 *
 *   equity = cash + long - short;  buying power = 2 × equity - long - short - reserved
 *
 * A written option takes the margin of its uncovered contracts, and its premium adds nothing: the buying power is that before the
 * option was written, less that margin, less the loss since. A bought option is no collateral: it is paid in full, which takes twice its
 * price from a buying power of twice the equity.
 *
 * Conservative on both sides: longs count at the lower of cost and market, shorts at the higher. Unrealised gains
 * add nothing, unrealised losses count at once. Future fees are not included. May be negative.
 */
export function buyingPowerE4(
  cashE4: MoneyE4,
  reservedE4: MoneyE4,
  positions: Iterable<MarginPosition>,
): MoneyE4 {
  let powerE4: MoneyE4 = 2 * cashE4 - reservedE4;
  for (const { quantity, costE4, markE4, multiplier = 1, requirementE4 } of positions) {
    const cost: MoneyE4 = Math.abs(costE4);
    const value = markE4 > 0 ? notionalE4(markE4, Math.abs(quantity) * multiplier) : cost;
    if (quantity > 0) powerE4 += multiplier === 1 ? Math.min(cost, value) : 0;
    else if (requirementE4 !== undefined) powerE4 -= 2 * Math.max(cost, value) + requirementE4;
    else powerE4 -= 3 * Math.max(cost, value);
  }
  return powerE4;
}
