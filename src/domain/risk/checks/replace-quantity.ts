import { OrderError } from '../../orders/errors.ts';
import { replaceCheck } from '../check.ts';
import { isWhole } from '../exact.ts';

export const replaceQuantity = replaceCheck({
  id: 'replace-quantity',
  codes: [OrderError.InvalidReplaceQuantity],
  title: 'Quantity of the replacement',
  explain: 'The new total quantity is no whole number, or not more than what was filled already.',
  check: ({ target, replacement: { order } }) =>
    isWhole(order.quantity) && isWhole(target?.filled) && order.quantity > target.filled
      ? 0
      : OrderError.InvalidReplaceQuantity,
});
