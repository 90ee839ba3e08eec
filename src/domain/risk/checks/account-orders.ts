import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isWithin, plus } from '../exact.ts';

export const accountOrders = riskCheck({
  id: 'account-orders',
  codes: [OrderError.AccountOrderLimit],
  title: 'Orders of the account a day',
  explain: 'The account has sent as many orders today as it may.',
  check: ({ limits, portfolio }) =>
    isWithin(plus(portfolio?.ordersToday, 1), limits?.maxOrdersPerDay) ? 0 : OrderError.AccountOrderLimit,
});
