import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isWithin } from '../exact.ts';
import { isReducing, valueOfSide } from '../exposure.ts';
import { valuePriceE4 } from '../prices.ts';

export const shortValue = riskCheck({
  id: 'short-value',
  codes: [OrderError.ShortLimit],
  title: 'Value of short positions',
  explain: 'All short positions together would be worth more than their limit.',
  check(context) {
    const limitE4 = context.limits?.maxShortValueE4;
    if (limitE4 === null || context.order.side === 'Buy' || isReducing(context)) return 0;
    return isWithin(
      valueOfSide(context, 'short', (symbol) => valuePriceE4(context, symbol)),
      limitE4,
    )
      ? 0
      : OrderError.ShortLimit;
  },
});
