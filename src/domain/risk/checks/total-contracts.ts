import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isWithin } from '../exact.ts';
import { isReducing, kindOf, totalOf } from '../exposure.ts';

export const totalContracts = riskCheck({
  id: 'total-contracts',
  codes: [OrderError.TotalContracts],
  title: 'Contracts in total',
  explain: 'All option positions and open orders together would exceed the contract limit.',
  check(context) {
    const limit = context.limits?.maxTotalContracts;
    if (limit === null || kindOf(context) !== 'Option' || isReducing(context)) return 0;
    return isWithin(totalOf(context, 'Option'), limit) ? 0 : OrderError.TotalContracts;
  },
});
