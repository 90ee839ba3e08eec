import { OrderError } from '../../orders/errors.ts';
import type { PriceE4 } from '../../money/price.ts';
import { ORDER_TYPES } from '../../orders/order-types.ts';
import { orderPriceStepE4 } from '../../orders/price-step.ts';
import { riskCheck } from '../check.ts';
import { isWhole } from '../exact.ts';
import { kindOf } from '../exposure.ts';

export const priceStep = riskCheck({
  id: 'price-step',
  codes: [OrderError.PriceOutOfRange],
  title: 'Price step',
  explain: 'A price that the order type needs is missing, negative, or between two steps of the price grid.',
  check(context) {
    const { order } = context;
    const prices: PriceE4[] = [];
    const { needsLimitPrice, takesLimitPrice, takesStopPrice } = ORDER_TYPES[order.type];
    if (needsLimitPrice || (takesLimitPrice && order.priceE4 !== 0)) prices.push(order.priceE4);
    if (takesStopPrice && order.stopType === 'Static') prices.push(order.stopPriceE4);
    const isOption = kindOf(context) === 'Option';
    return prices.every(
      (priceE4) => isWhole(priceE4) && priceE4 > 0 && priceE4 % orderPriceStepE4(priceE4, isOption) === 0,
    )
      ? 0
      : OrderError.PriceOutOfRange;
  },
});
