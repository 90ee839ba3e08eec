import { OrderError } from '../../orders/errors.ts';
import { ORDER_TYPES } from '../../orders/order-types.ts';
import { riskCheck } from '../check.ts';
import { isWithin } from '../exact.ts';

export const indivisible = riskCheck({
  id: 'indivisible',
  codes: [OrderError.NotDivisible],
  title: 'Order can be split',
  explain:
    'The order is larger than the largest single order of its route, and fill-or-kill, an auction or its minimum quantity forbid to split it.',
  check({ order, limits }) {
    const isWholeOnly =
      order.tif === 'FillOrKill' || order.tif === 'AtOpening' || ORDER_TYPES[order.type].isClosingAuction;
    const needed = isWholeOnly ? order.quantity : order.minQuantity;
    return needed === 0 || isWithin(needed, limits?.maxSliceShares) ? 0 : OrderError.NotDivisible;
  },
});
