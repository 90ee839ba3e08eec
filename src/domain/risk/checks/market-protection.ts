/** Checks that protect the market and the trader: price bands, price collars, wash sales and spoofing. */
import type { PriceE4 } from '../../money/price.ts';
import { OrderError } from '../../orders/errors.ts';
import { ORDER_TYPES } from '../../orders/order-types.ts';
import type { CollarBand } from '../../orders/price-collar.ts';
import { riskCheck } from '../check.ts';
import { isWhole, plus, times } from '../exact.ts';
import { kindOf } from '../exposure.ts';
import type { Figure } from '../figure.ts';
import { holds } from '../measured.ts';
import { isMarketable, marketPrices, mayTradeWith, reachE4, waitsForStop } from '../prices.ts';
import { isOpposite } from '../trade-type.ts';
import type { Known, RestingOrder, RiskContext } from '../types.ts';

const BAND_CHECK = 'price-bands';

/** Refuses a price through the limit-up or limit-down band, at which the exchange would not trade. */
export const priceBands = riskCheck({
  id: BAND_CHECK,
  codes: [OrderError.PriceOutOfRange],
  title: 'Limit up, limit down',
  explain: 'A buy above the upper band or a sale below the lower one.',
  check(context) {
    const figure = bandFigure(context);
    if (figure === null) return 0;
    context.onFigure?.(BAND_CHECK, figure);
    return holds(figure) ? 0 : OrderError.PriceOutOfRange;
  },
  figure: bandFigure,
});

function bandFigure(context: RiskContext): Figure | null {
  const bands = context.market?.bands;
  if (bands === null) return null;
  const reach = reachE4(context);
  const isBuy = context.order.side === 'Buy';
  const isKnown = isWhole(bands?.lowE4) && isWhole(bands.highE4);
  if (isKnown && reach === null) return null;
  const limit = isBuy ? bands?.highE4 : bands?.lowE4;
  return {
    value: reach ?? undefined,
    limit: isKnown ? limit : undefined,
    unit: 'Price',
    bound: isBuy ? 'AtMost' : 'AtLeast',
  };
}

const HUNDRED_PERCENT_BASIS_POINTS = 10_000;

function isInside(bands: readonly CollarBand[], beyondE4: PriceE4, referenceE4: PriceE4): boolean {
  const band = bands.find(({ upToE4 }) => upToE4 === null || !isWhole(upToE4) || referenceE4 <= upToE4);
  if (!band || (band.upToE4 !== null && !isWhole(band.upToE4)) || !isWhole(band.basisPoints)) return false;
  return beyondE4 <= (referenceE4 * band.basisPoints) / HUNDRED_PERCENT_BASIS_POINTS;
}

/** Refuses a price, or without one a quote, too far through the market: it protects from typing errors and thin books. */
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
    // A stop without a limit has no price before it triggers.
    const { takesStopPrice, needsLimitPrice } = ORDER_TYPES[order.type];
    if (collars.length === 0 || (takesStopPrice && !needsLimitPrice)) return 0;
    const prices = marketPrices(context);
    if (!prices) return OrderError.PriceOutOfRange;
    const quoteE4 = order.side === 'Buy' ? prices.askE4 : prices.bidE4;
    const reach = reachE4(context) ?? quoteE4;
    // Without a quote on the other side the order cannot trade yet.
    if (reach === 0) return 0;
    // Options trade seldom, so their quote is a better reference than their last trade.
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

/**
 * Reference prices of the collar. A stop limit order that waits will trade around its stop; one that replaces a triggered stop trades at
 * once, wherever the stop was. When it is unknown which of the two applies, the price must be within the collar of both.
 */
function referencesE4({ order, replaced }: RiskContext, marketE4: PriceE4): readonly PriceE4[] {
  if (!ORDER_TYPES[order.type].takesStopPrice || order.stopType !== 'Static') return [marketE4];
  const isTriggered = replaced === null ? false : replaced?.isTriggered;
  if (isTriggered === undefined) return [order.stopPriceE4, marketE4];
  return [isTriggered ? marketE4 : order.stopPriceE4];
}

/** A closing order is not in the market yet, and a stop only once it was triggered. */
function canTrade({ type, isTriggered }: Known<RestingOrder>): boolean {
  if (type === undefined) return true;
  const { takesStopPrice, isClosingAuction } = ORDER_TYPES[type];
  return takesStopPrice ? isTriggered !== false : !isClosingAuction;
}
const priceOf = ({ type, priceE4 }: Known<RestingOrder>): PriceE4 | null | undefined =>
  type !== undefined && ORDER_TYPES[type].needsLimitPrice ? priceE4 : null;

/** Refuses an order that could trade with a resting order of the same account: such a trade has no change of ownership. */
export const washSale = riskCheck({
  id: 'wash-sale',
  codes: [OrderError.WashSale],
  title: 'Wash sale',
  explain:
    'The order could trade with an order of the same account that rests on the other side, triggered stops included.',
  check(context) {
    const { limits, portfolio, order } = context;
    if (limits?.refusesWashSales === false || waitsForStop(context)) return 0;
    if (!portfolio?.resting) return OrderError.WashSale;
    return portfolio.resting.some(
      (resting) =>
        isOpposite(order.side, resting.side) && canTrade(resting) && mayTradeWith(context, priceOf(resting)),
    )
      ? OrderError.WashSale
      : 0;
  },
});

/** Refuses an order that trades at once while the same account displays far more on the opposite side, the pattern of layering the book. */
export const spoofing = riskCheck({
  id: 'spoofing',
  codes: [OrderError.Spoofing],
  title: 'Spoofing',
  explain: 'The order trades at once while the account shows far more on the other side.',
  check(context) {
    const { limits, portfolio, order } = context;
    if (!limits?.spoofingRules) return OrderError.Spoofing;
    if (limits.spoofingRules.length === 0 || waitsForStop(context) || !isMarketable(context)) return 0;
    if (!portfolio?.resting) return OrderError.Spoofing;
    const shown = plus(
      ...portfolio.resting.filter(({ side }) => isOpposite(order.side, side)).map(({ leaves }) => leaves),
    );
    const isBelow = limits.spoofingRules.every(({ minRestingShares, timesOrder }) => {
      const suspicious = times(timesOrder, order.quantity);
      return (
        shown !== undefined &&
        suspicious !== undefined &&
        isWhole(minRestingShares) &&
        shown < Math.max(minRestingShares, suspicious)
      );
    });
    return isBelow ? 0 : OrderError.Spoofing;
  },
});
