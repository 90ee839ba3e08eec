import { riskCheck } from '../check.ts';
import { isWhole } from '../exact.ts';

export const auctionTime = riskCheck({
  id: 'auction-time',
  codes: [-15],
  title: 'In time for the auction',
  explain: 'An opening order after the opening, or a closing order after the closing cut-off.',
  check({ market, order }) {
    if (order.tif === 'AtOpening') return market?.session !== undefined && market.session !== 'open' ? 0 : -15;
    if (order.type !== 'MarketOnClose' && order.type !== 'LimitOnClose') return 0;
    return isWhole(market?.nowMs) && isWhole(market.closingCutoffMs) && market.nowMs < market.closingCutoffMs ? 0 : -15;
  },
});
