import { OrderError } from '../../orders/errors.ts';
import type { PriceE4 } from '../../money/price.ts';
import { ORDER_TYPES } from '../../orders/order-types.ts';
import { riskCheck } from '../check.ts';
import { isWhole } from '../exact.ts';
import { kindOf } from '../exposure.ts';
import type { CollarBand } from '../limits.ts';
import { marketPrices, reachE4 } from '../prices.ts';
import type { RiskContext } from '../types.ts';

const HUNDRED_PERCENT_BASIS_POINTS = 10_000;

function isInside(bands: readonly CollarBand[], beyondE4: PriceE4, referenceE4: PriceE4): boolean {
  const band = bands.find(({ upToE4 }) => upToE4 === null || !isWhole(upToE4) || referenceE4 <= upToE4);
  if (!band || (band.upToE4 !== null && !isWhole(band.upToE4)) || !isWhole(band.basisPoints)) return false;
  return beyondE4 <= (referenceE4 * band.basisPoints) / HUNDRED_PERCENT_BASIS_POINTS;
}

export const priceCollar = riskCheck({
  id: 'price-collar',
  codes: [OrderError.PriceOutOfRange],
  title: 'Price collar',
  explain:
    'The price (or, without one, the quote) reaches farther through the market than its price band allows.',
  check(context) {
    const { limits, order } = context;
    const collars = limits?.priceCollars;
    if (!collars) return OrderError.PriceOutOfRange;
    // What waits for a stop without a limit has no price yet; it is judged by the market when it triggers.
    const { takesStopPrice, needsLimitPrice } = ORDER_TYPES[order.type];
    if (collars.length === 0 || (takesStopPrice && !needsLimitPrice)) return 0;
    const prices = marketPrices(context);
    if (!prices) return OrderError.PriceOutOfRange;
    const quoteE4 = order.side === 'Buy' ? prices.askE4 : prices.bidE4;
    const reach = reachE4(context) ?? quoteE4;
    // Nothing to reach: the order waits for a quote.
    if (reach === 0) return 0;
    // Options trade seldom: their quote tells more than their last trade.
    const [first, second] =
      kindOf(context) === 'Option' ? [quoteE4, prices.lastE4] : [prices.lastE4, quoteE4];
    return referencesE4(context, first || second).every(
      (referenceE4) =>
        referenceE4 > 0 &&
        collars.every((bands) =>
          isInside(bands, order.side === 'Buy' ? reach - referenceE4 : referenceE4 - reach, referenceE4),
        ),
    )
      ? 0
      : OrderError.PriceOutOfRange;
  },
});

/** A stop limit order that waits will trade around its stop; one that replaces a triggered stop trades at once, wherever the stop was. Where it is not known which, both count. */
function referencesE4({ order, replaced }: RiskContext, marketE4: PriceE4): readonly PriceE4[] {
  if (!ORDER_TYPES[order.type].takesStopPrice || order.stopType !== 'Static') return [marketE4];
  const isTriggered = replaced === null ? false : replaced?.isTriggered;
  if (isTriggered === undefined) return [order.stopPriceE4, marketE4];
  return [isTriggered ? marketE4 : order.stopPriceE4];
}
