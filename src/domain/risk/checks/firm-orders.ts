import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isWithin, plus } from '../exact.ts';

export const firmOrders = riskCheck({
  id: 'firm-orders',
  codes: [OrderError.FirmOrderLimit],
  title: 'Orders of the firm a day',
  explain: 'All accounts together have sent as many orders today as they may.',
  check: ({ limits, firm }) =>
    isWithin(plus(firm?.ordersToday, 1), limits?.maxFirmOrdersPerDay) ? 0 : OrderError.FirmOrderLimit,
});
