import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isWithin } from '../exact.ts';
import { exposureOf, isReducing } from '../exposure.ts';

export const shortShares = riskCheck({
  id: 'short-shares',
  codes: [OrderError.ShortPosition],
  title: 'Short position',
  explain: 'The short position in the symbol would exceed its limit once everything resting is sold.',
  check(context) {
    const limit = context.limits?.maxShortShares;
    if (limit === null || context.order.side === 'Buy' || isReducing(context)) return 0;
    return isWithin(exposureOf(context)?.short, limit) ? 0 : OrderError.ShortPosition;
  },
});
