import { OrderError } from '../../orders/errors.ts';
import { ORDER_TYPES } from '../../orders/order-types.ts';
import { riskCheck } from '../check.ts';
import { isWhole } from '../exact.ts';

export const auctionTime = riskCheck({
  id: 'auction-time',
  codes: [OrderError.InvalidCondition],
  title: 'In time for the auction',
  explain:
    'A closing order after the closing cut-off. An opening order is for the next opening, whenever it comes.',
  check({ market, order }) {
    if (!ORDER_TYPES[order.type].isClosingAuction) return 0;
    return isWhole(market?.nowMs) && isWhole(market.closingCutoffMs) && market.nowMs < market.closingCutoffMs
      ? 0
      : OrderError.InvalidCondition;
  },
});
