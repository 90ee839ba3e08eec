import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isWhole } from '../exact.ts';
import { reachE4 } from '../prices.ts';

export const priceBands = riskCheck({
  id: 'price-bands',
  codes: [OrderError.PriceOutOfRange],
  title: 'Limit up, limit down',
  explain: 'A buy above the upper band or a sale below the lower one.',
  check(context) {
    const bands = context.market?.bands;
    if (bands === null) return 0;
    if (!isWhole(bands?.lowE4) || !isWhole(bands.highE4)) return OrderError.PriceOutOfRange;
    const reach = reachE4(context);
    return reach === null || (context.order.side === 'Buy' ? reach <= bands.highE4 : reach >= bands.lowE4)
      ? 0
      : OrderError.PriceOutOfRange;
  },
});
