import { riskCheck } from '../check.ts';
import { isWhole } from '../exact.ts';
import { isStop } from '../prices.ts';

export const stopExpired = riskCheck({
  id: 'stop-expired',
  codes: [-34],
  title: 'Stop has not expired',
  explain: 'A stop order whose good-till date has passed.',
  check({ order, market }) {
    if (!isStop(order.type) || order.tif !== 'GoodTillDate') return 0;
    return isWhole(market?.nowMs) && order.goodTillMs !== null && order.goodTillMs > market.nowMs ? 0 : -34;
  },
});
