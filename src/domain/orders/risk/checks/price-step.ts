import { tickSizeE4, type PriceE4 } from '../../../money/price.ts';
import { riskCheck } from '../check.ts';
import { isWhole } from '../exact.ts';
import { kindOf } from '../exposure.ts';
import { hasLimitPrice, isStop } from '../prices.ts';

const CENT_E4 = 100;

export const priceStep = riskCheck({
  id: 'price-step',
  codes: [-47],
  title: 'Price step',
  explain: 'A price that the order type needs is missing, negative, or between two steps of the price grid.',
  check(context) {
    const { order } = context;
    const prices: PriceE4[] = [];
    if (hasLimitPrice(order.type) || (order.type === 'Pegged' && order.priceE4 !== 0))
      prices.push(order.priceE4);
    if (isStop(order.type) && order.stopType === 'Static') prices.push(order.stopPriceE4);
    // Options are quoted in cents below a dollar too.
    const stepE4 = (priceE4: PriceE4): PriceE4 =>
      kindOf(context) === 'Option' ? CENT_E4 : tickSizeE4(priceE4);
    return prices.every((priceE4) => isWhole(priceE4) && priceE4 > 0 && priceE4 % stepE4(priceE4) === 0)
      ? 0
      : -47;
  },
});
