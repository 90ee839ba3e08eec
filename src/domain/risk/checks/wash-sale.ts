import { OrderError } from '../../orders/errors.ts';
import type { PriceE4 } from '../../money/price.ts';
import { ORDER_TYPES } from '../../orders/order-types.ts';
import { riskCheck } from '../check.ts';
import { mayTradeWith, waitsForStop } from '../prices.ts';
import { isOpposite } from '../trade-type.ts';
import type { Known, RestingOrder } from '../types.ts';

/** A closing order is not in the market yet, and a stop only once it was triggered. */
function canTrade({ type, isTriggered }: Known<RestingOrder>): boolean {
  if (type === undefined) return true;
  const { takesStopPrice, isClosingAuction } = ORDER_TYPES[type];
  return takesStopPrice ? isTriggered !== false : !isClosingAuction;
}
const priceOf = ({ type, priceE4 }: Known<RestingOrder>): PriceE4 | null | undefined =>
  type !== undefined && ORDER_TYPES[type].needsLimitPrice ? priceE4 : null;

export const washSale = riskCheck({
  id: 'wash-sale',
  codes: [OrderError.WashSale],
  title: 'Wash sale',
  explain:
    'The order could trade with an order of the same account that rests on the other side, triggered stops included.',
  check(context) {
    const { limits, portfolio, order } = context;
    if (limits?.refusesWashSales === false || waitsForStop(context)) return 0;
    if (!portfolio?.resting) return OrderError.WashSale;
    return portfolio.resting.some(
      (resting) =>
        isOpposite(order.side, resting.side) && canTrade(resting) && mayTradeWith(context, priceOf(resting)),
    )
      ? OrderError.WashSale
      : 0;
  },
});
