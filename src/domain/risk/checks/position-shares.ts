import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isWithin } from '../exact.ts';
import { grownTo, isReducing, kindOf } from '../exposure.ts';

export const positionShares = riskCheck({
  id: 'position-shares',
  codes: [OrderError.PositionShares],
  title: 'Shares of a position',
  explain: 'A stock position, long or short, would exceed the share limit of positions.',
  check(context) {
    const limit = context.limits?.maxPositionShares;
    if (limit === null || kindOf(context) === 'Option' || isReducing(context)) return 0;
    return isWithin(grownTo(context), limit) ? 0 : OrderError.PositionShares;
  },
});
