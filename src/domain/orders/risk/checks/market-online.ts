import type { TimeInForce } from '../../enumerations.ts';
import { riskCheck } from '../check.ts';

const WAITING: readonly TimeInForce[] = ['GoodTillCancel', 'GoodTillDate', 'GoodTillCrossing', 'AtOpening'];

export const marketOnline = riskCheck({
  id: 'market-online',
  codes: [-22],
  title: 'Market is open for the order',
  explain: 'The market is offline, or closed and the time in force does not wait for it.',
  check({ market, order }) {
    if (market?.isOnline !== true || market.session === undefined) return -22;
    return market.session === 'open' || WAITING.includes(order.tif) ? 0 : -22;
  },
});
