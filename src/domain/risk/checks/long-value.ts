import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isWithin } from '../exact.ts';
import { isReducing, valueOfSide } from '../exposure.ts';
import { valuePriceE4 } from '../prices.ts';

export const longValue = riskCheck({
  id: 'long-value',
  codes: [OrderError.LongValue],
  title: 'Value of long positions',
  explain: 'All long positions together would be worth more than their limit.',
  check(context) {
    const limitE4 = context.limits?.maxLongValueE4;
    if (limitE4 === null || context.order.side !== 'Buy' || isReducing(context)) return 0;
    return isWithin(
      valueOfSide(context, 'long', (symbol) => valuePriceE4(context, symbol)),
      limitE4,
    )
      ? 0
      : OrderError.LongValue;
  },
});
