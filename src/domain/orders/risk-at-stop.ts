import type { MoneyE4, PriceE4 } from '../money/price.ts';

/** Dollars at risk, quantity and distance of the stop: two of them give the third. Both are rounded down, so that no more than the amount is lost at the stop price; fees are not counted. */

/** The distance at which a stop loses at most the amount. `multiplier`: shares of one unit of the quantity, 100 of an option. */
export const riskDistanceE4 = (amountE4: MoneyE4, quantity: number, multiplier: number): PriceE4 =>
  quantity > 0 ? Math.floor(amountE4 / (quantity * multiplier)) : 0;

/** The quantity that loses at most the amount at a stop in this distance. */
export const riskQuantity = (amountE4: MoneyE4, distanceE4: PriceE4, multiplier: number): number =>
  distanceE4 > 0 ? Math.floor(amountE4 / (distanceE4 * multiplier)) : 0;
