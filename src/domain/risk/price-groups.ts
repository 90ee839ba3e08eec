import type { PriceE4 } from '../money/price.ts';
import { isWhole } from './exact.ts';
import { totalOf } from './exposure.ts';
import { valuePriceE4 } from './prices.ts';
import type { RiskContext } from './types.ts';

/**
 * Shares of all stocks in the order's price group (above the threshold, or at or below it), this order included; 0 when the order is
 * not of that group, undefined when a price is not known.
 */
export function sharesOfPriceGroup(
  context: RiskContext,
  thresholdE4: PriceE4,
  group: 'above' | 'atOrBelow',
): number | undefined {
  if (!isWhole(thresholdE4)) return undefined;
  const isInGroup = (symbol: string): boolean | undefined => {
    const priceE4 = valuePriceE4(context, symbol);
    return priceE4 === undefined ? undefined : priceE4 > thresholdE4 === (group === 'above');
  };
  const isOwnIn = isInGroup(context.order.symbol);
  if (isOwnIn === undefined) return undefined;
  return isOwnIn ? totalOf(context, 'Stock', ({ symbol }) => isInGroup(symbol)) : 0;
}
