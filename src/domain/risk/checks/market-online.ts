import { OrderError } from '../../orders/errors.ts';
import { TIFS } from '../../orders/times-in-force.ts';
import { riskCheck } from '../check.ts';

export const marketOnline = riskCheck({
  id: 'market-online',
  codes: [OrderError.MarketOffline],
  title: 'Market is open for the order',
  explain: 'The market is offline, or closed and the time in force does not wait for it.',
  check({ market, order }) {
    if (market?.isOnline !== true || market.session === undefined) return OrderError.MarketOffline;
    return market.session === 'open' || TIFS[order.tif].waitsForSession ? 0 : OrderError.MarketOffline;
  },
});
