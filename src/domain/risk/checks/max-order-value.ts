import { OrderError } from '../../orders/errors.ts';
import { MAX_ORDER_VALUE_E4 } from '../../orders/validate.ts';
import { riskCheck } from '../check.ts';
import { isWithin } from '../exact.ts';
import { orderValueE4 } from '../prices.ts';

export const maxOrderValue = riskCheck({
  id: 'max-order-value',
  codes: [OrderError.DollarLimit],
  title: 'Largest order value',
  explain: 'The order is worth more than any order may be.',
  check(context) {
    const limitE4 = context.limits?.maxOrderValueE4;
    // Without a limit the bound of exact arithmetic still holds.
    return isWithin(orderValueE4(context), limitE4 === null ? MAX_ORDER_VALUE_E4 : limitE4)
      ? 0
      : OrderError.DollarLimit;
  },
});
