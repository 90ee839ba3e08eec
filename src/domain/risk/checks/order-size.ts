import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isWhole } from '../exact.ts';

export const orderSize = riskCheck({
  id: 'order-size',
  codes: [OrderError.InvalidSize],
  title: 'Size',
  explain:
    'The quantity is not a whole number of at least 1, or the minimum or displayed quantity exceeds it.',
  check: ({ order }) =>
    isWhole(order.quantity) &&
    order.quantity >= 1 &&
    order.minQuantity <= order.quantity &&
    order.displayQuantity <= order.quantity
      ? 0
      : OrderError.InvalidSize,
});
