import type { PriceE4 } from '../../../money/price.ts';
import { riskCheck } from '../check.ts';
import { hasLimitPrice, isStop, mayTradeWith } from '../prices.ts';
import { isOpposite } from '../trade-type.ts';
import type { Known, RestingOrder } from '../types.ts';

/** A resting stop or closing order is not in the market yet. */
const canTrade = ({ type }: Known<RestingOrder>): boolean => type === undefined || type === 'Market' || type === 'Limit' || type === 'Pegged';
const priceOf = ({ type, priceE4 }: Known<RestingOrder>): PriceE4 | null | undefined => (type !== undefined && hasLimitPrice(type) ? priceE4 : null);

export const washSale = riskCheck({
  id: 'wash-sale',
  codes: [-46],
  title: 'Wash sale',
  explain: 'The order could trade with an order of the same account that rests on the other side.',
  check(context) {
    const { limits, portfolio, order } = context;
    if (limits?.refusesWashSales === false || isStop(order.type)) return 0;
    if (!portfolio?.resting) return -46;
    return portfolio.resting.some((resting) => isOpposite(order.side, resting.side) && canTrade(resting) && mayTradeWith(context, priceOf(resting))) ? -46 : 0;
  },
});
