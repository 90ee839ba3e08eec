import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isWithin } from '../exact.ts';
import { isReducing, kindOf, totalOf } from '../exposure.ts';

export const totalShares = riskCheck({
  id: 'total-shares',
  codes: [OrderError.TotalShares],
  title: 'Shares in total',
  explain: 'All stock positions and open orders together would exceed the share limit.',
  check(context) {
    const limit = context.limits?.maxTotalShares;
    if (limit === null || kindOf(context) !== 'Stock' || isReducing(context)) return 0;
    return isWithin(totalOf(context, 'Stock'), limit) ? 0 : OrderError.TotalShares;
  },
});
