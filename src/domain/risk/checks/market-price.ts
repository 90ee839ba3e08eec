import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isReducing } from '../exposure.ts';
import { countedPriceE4 } from '../prices.ts';

export const marketPrice = riskCheck({
  id: 'market-price',
  codes: [OrderError.MarketOffline],
  title: 'Market has a price',
  explain: 'The market has no price at all by which the order could be valued.',
  check(context) {
    if (context.order.side === 'Sell' && isReducing(context)) return 0;
    const countedE4 = countedPriceE4(context);
    return countedE4 !== undefined && countedE4 > 0 ? 0 : OrderError.MarketOffline;
  },
});
