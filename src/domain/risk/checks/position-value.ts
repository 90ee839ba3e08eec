import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isWithin, times } from '../exact.ts';
import { grownTo, isReducing, multiplierOf } from '../exposure.ts';
import { valuePriceE4 } from '../prices.ts';

export const positionValue = riskCheck({
  id: 'position-value',
  codes: [OrderError.PositionTooBig],
  title: 'Value of the position',
  explain: 'The position in the symbol would be worth more than its limit.',
  check(context) {
    const limitE4 = context.limits?.maxPositionValueE4;
    if (limitE4 === null || isReducing(context)) return 0;
    const { symbol } = context.order;
    return isWithin(
      times(grownTo(context), valuePriceE4(context, symbol), multiplierOf(context, symbol)),
      limitE4,
    )
      ? 0
      : OrderError.PositionTooBig;
  },
});
