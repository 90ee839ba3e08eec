/** Checks of the order's own terms: side, type, time in force, size and prices. */
import type { PriceE4 } from '../../money/price.ts';
import type { OrderSide, OrderSource } from '../../orders/enumerations.ts';
import { OrderError } from '../../orders/errors.ts';
import { ORDER_TYPES } from '../../orders/order-types.ts';
import { orderPriceStepE4 } from '../../orders/price-step.ts';
import { riskCheck } from '../check.ts';
import { isWhole, isWithin } from '../exact.ts';
import { isReducing, kindOf } from '../exposure.ts';
import type { RiskContext } from '../types.ts';

/** Refuses a stop with a time in force that cannot wait for its trigger, and an option stop on a route that takes none. */
export const stopSupport = riskCheck({
  id: 'stop-support',
  codes: [OrderError.StopNotSupported],
  title: 'Stop is supported',
  explain:
    'A stop with a time in force that acts at once or in an auction or outside of hours, or an option stop that the route does not take.',
  check(context) {
    const { order, route } = context;
    const { takesStopPrice, tifs } = ORDER_TYPES[order.type];
    if (!takesStopPrice) return 0;
    if (!tifs.includes(order.tif)) return OrderError.StopNotSupported;
    return kindOf(context) === 'Stock' || (route?.takesOptionStops === true && order.stopType === 'Static')
      ? 0
      : OrderError.StopNotSupported;
  },
});

const STOCK_SOURCES: Readonly<Record<OrderSide, readonly OrderSource[]>> = {
  Buy: ['Open', 'Cover'],
  Sell: ['Close'],
  Short: ['Open'],
};
/** Options are written by selling; there is no Short of them. */
const OPTION_SOURCES: Readonly<Record<OrderSide, readonly OrderSource[]>> = {
  Buy: ['Open', 'Cover'],
  Sell: ['Open', 'Close'],
  Short: [],
};

const isDateAhead = ({ market, order }: RiskContext): boolean =>
  isWhole(market?.nowMs) && order.goodTillMs !== null && order.goodTillMs > market.nowMs;

/** Refuses contradictory side, source, type and time in force, and a good-till date that has passed. */
export const tradeCondition = riskCheck({
  id: 'trade-condition',
  codes: [OrderError.InvalidCondition],
  title: 'Trade condition',
  explain:
    'Side, source, type and time in force do not go together, or the good-till date of the order has passed.',
  check(context) {
    const { order } = context;
    const sources = kindOf(context) === 'Option' ? OPTION_SOURCES : STOCK_SOURCES;
    if (!sources[order.side].includes(order.source)) return OrderError.InvalidCondition;
    if (order.tradeType !== null && (order.tradeType === 'Short') !== (order.side === 'Short'))
      return OrderError.InvalidCondition;
    // `stop-support` and `stop-expired` check the time in force of a stop.
    const { takesStopPrice, tifs } = ORDER_TYPES[order.type];
    if (takesStopPrice) return 0;
    if (!tifs.includes(order.tif)) return OrderError.InvalidCondition;
    return order.tif !== 'GoodTillDate' || isDateAhead(context) ? 0 : OrderError.InvalidCondition;
  },
});

/** Refuses a good-till-date stop whose date has passed, with the code for stops. */
export const stopExpired = riskCheck({
  id: 'stop-expired',
  codes: [OrderError.StopExpired],
  title: 'Stop has not expired',
  explain: 'A stop order whose good-till date has passed.',
  check(context) {
    const { order } = context;
    if (!ORDER_TYPES[order.type].takesStopPrice || order.tif !== 'GoodTillDate') return 0;
    return isDateAhead(context) ? 0 : OrderError.StopExpired;
  },
});

/** Refuses a quantity that is no whole number of at least 1, and a minimum or displayed quantity larger than the order. */
export const orderSize = riskCheck({
  id: 'order-size',
  codes: [OrderError.InvalidSize],
  title: 'Size',
  explain:
    'The quantity is not a whole number of at least 1, or the minimum or displayed quantity exceeds it.',
  check: ({ order }) =>
    isWhole(order.quantity) &&
    order.quantity >= 1 &&
    order.minQuantity <= order.quantity &&
    order.displayQuantity <= order.quantity
      ? 0
      : OrderError.InvalidSize,
});

/** Refuses a missing or negative price, and one between two steps of the price grid, which no exchange accepts. */
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

/** Refuses an order larger than the largest slice of its route when its terms forbid to split it. */
export const indivisible = riskCheck({
  id: 'indivisible',
  codes: [OrderError.NotDivisible],
  title: 'Order can be split',
  explain:
    'The order is larger than the largest single order of its route, and fill-or-kill, an auction or its minimum quantity forbid to split it.',
  check({ order, limits }) {
    const isAllOrNone =
      order.tif === 'FillOrKill' || order.tif === 'AtOpening' || ORDER_TYPES[order.type].isClosingAuction;
    const indivisibleQuantity = isAllOrNone ? order.quantity : order.minQuantity;
    return indivisibleQuantity === 0 || isWithin(indivisibleQuantity, limits?.maxSliceShares)
      ? 0
      : OrderError.NotDivisible;
  },
});

/** Refuses an opening stock order that is no multiple of the round lot where the limits exclude odd lots. An odd lot can always be closed. */
export const oddLot = riskCheck({
  id: 'odd-lot',
  codes: [OrderError.OddLot],
  title: 'Round lots',
  explain: 'An opening order whose quantity is no multiple of the round lot, where odd lots are rejected.',
  check(context) {
    const { limits, instrument, order } = context;
    if (limits?.refusesOddLots === false || kindOf(context) === 'Option') return 0;
    const lot = instrument?.roundLot;
    return isReducing(context) || (isWhole(lot) && lot > 0 && order.quantity % lot === 0)
      ? 0
      : OrderError.OddLot;
  },
});
