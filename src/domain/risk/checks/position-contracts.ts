import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isWithin } from '../exact.ts';
import { grownTo, isReducing, kindOf } from '../exposure.ts';

export const positionContracts = riskCheck({
  id: 'position-contracts',
  codes: [OrderError.PositionContracts],
  title: 'Contracts of a position',
  explain: 'An option position, long or short, would exceed the contract limit of positions.',
  check(context) {
    const limit = context.limits?.maxPositionContracts;
    if (limit === null || kindOf(context) !== 'Option' || isReducing(context)) return 0;
    return isWithin(grownTo(context), limit) ? 0 : OrderError.PositionContracts;
  },
});
