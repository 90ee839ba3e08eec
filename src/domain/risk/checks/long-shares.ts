import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isWithin } from '../exact.ts';
import { exposureOf, isReducing } from '../exposure.ts';

export const longShares = riskCheck({
  id: 'long-shares',
  codes: [OrderError.LongShares],
  title: 'Long position',
  explain: 'The long position in the symbol would exceed its limit once everything resting is bought.',
  check(context) {
    const limit = context.limits?.maxLongShares;
    if (limit === null || context.order.side !== 'Buy' || isReducing(context)) return 0;
    return isWithin(exposureOf(context)?.long, limit) ? 0 : OrderError.LongShares;
  },
});
