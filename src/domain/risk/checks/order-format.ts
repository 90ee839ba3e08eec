import { OrderError } from '../../orders/errors.ts';
import { isTrailingStop, ORDER_TYPES } from '../../orders/order-types.ts';
import { riskCheck } from '../check.ts';
import { isWhole } from '../exact.ts';
import type { RiskOrder } from '../types.ts';

const HUNDRED_PERCENT_E4 = 1_000_000;
const isCount = (value: number): boolean => isWhole(value) && value >= 0;

function hasOffset({ offsetType, offsetE4 }: RiskOrder): boolean {
  return (
    offsetType !== null &&
    isWhole(offsetE4) &&
    offsetE4 > 0 &&
    (offsetType === 'Value' || offsetE4 < HUNDRED_PERCENT_E4)
  );
}

/** A peg may stand away from its reference by dollars, in either direction. */
function isPegOffset({ offsetType, offsetE4 }: RiskOrder): boolean {
  return offsetType === null ? offsetE4 === 0 : offsetType === 'Value' && isWhole(offsetE4);
}

export const orderFormat = riskCheck({
  id: 'order-format',
  codes: [OrderError.InvalidOrderFormat],
  title: 'Order makes sense in itself',
  explain:
    'A number is not finite or not whole where none is needed, an offset is missing or out of place, or a date is given where none belongs.',
  check({ order }) {
    const numbers = [
      order.quantity,
      order.priceE4,
      order.stopPriceE4,
      order.offsetE4,
      order.minQuantity,
      order.displayQuantity,
    ];
    if (!numbers.every((number) => Number.isFinite(number) && !Object.is(number, -0)))
      return OrderError.InvalidOrderFormat;
    if (!isCount(order.minQuantity) || !isCount(order.displayQuantity)) return OrderError.InvalidOrderFormat;
    // Prices that the type uses are judged by their step; the others must at least be prices.
    const { needsLimitPrice, takesStopPrice, isPegged } = ORDER_TYPES[order.type];
    if (!needsLimitPrice && !isCount(order.priceE4)) return OrderError.InvalidOrderFormat;
    const isTrailing = isTrailingStop(order);
    if ((!takesStopPrice || isTrailing) && !isCount(order.stopPriceE4)) return OrderError.InvalidOrderFormat;
    if (
      isPegged
        ? !isPegOffset(order)
        : isTrailing
          ? !hasOffset(order)
          : order.offsetType !== null || order.offsetE4 !== 0
    )
      return OrderError.InvalidOrderFormat;
    return order.tif === 'GoodTillDate'
      ? isWhole(order.goodTillMs)
        ? 0
        : OrderError.InvalidOrderFormat
      : order.goodTillMs === null
        ? 0
        : OrderError.InvalidOrderFormat;
  },
});
