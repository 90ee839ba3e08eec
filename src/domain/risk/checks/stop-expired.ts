import { OrderError } from '../../orders/errors.ts';
import { ORDER_TYPES } from '../../orders/order-types.ts';
import { riskCheck } from '../check.ts';
import { isWhole } from '../exact.ts';

export const stopExpired = riskCheck({
  id: 'stop-expired',
  codes: [OrderError.StopExpired],
  title: 'Stop has not expired',
  explain: 'A stop order whose good-till date has passed.',
  check({ order, market }) {
    if (!ORDER_TYPES[order.type].takesStopPrice || order.tif !== 'GoodTillDate') return 0;
    return isWhole(market?.nowMs) && order.goodTillMs !== null && order.goodTillMs > market.nowMs
      ? 0
      : OrderError.StopExpired;
  },
});
