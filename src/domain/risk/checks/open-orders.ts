import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isWithin, plus } from '../exact.ts';

export const openOrders = riskCheck({
  id: 'open-orders',
  codes: [OrderError.OpenOrderLimit],
  title: 'Open orders',
  explain: 'The account has as many open orders as it may have.',
  check({ limits, portfolio, replaced }) {
    const after =
      replaced === undefined ? undefined : plus(portfolio?.openOrderCount, replaced === null ? 1 : 0);
    return isWithin(after, limits?.maxOpenOrders) ? 0 : OrderError.OpenOrderLimit;
  },
});
