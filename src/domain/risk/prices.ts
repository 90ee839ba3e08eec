import type { MoneyE4, PriceE4 } from '../money/price.ts';
import { POWER_OF_FULL_PAYMENT } from '../portfolio/buying-power.ts';
import type { OrderSide, OrderType } from '../orders/enumerations.ts';
import { ORDER_TYPES } from '../orders/order-types.ts';
import { isWhole, knownNotionalE4, plus, times } from './exact.ts';
import { kindOf, multiplierOf, openingOf, type Kind } from './exposure.ts';
import { optionIntent, writingRequirementE4 } from './options.ts';
import type { RiskContext } from './types.ts';
import { uncoveringCostE4 } from './uncovering.ts';

/** An order without a price of its own is counted at the ask and this many per cent, since it may walk beyond the best price. */
const MARKET_RESERVE_PERCENT = 105;
const HUNDRED_PERCENT_E4 = 1_000_000;

/** True for an order type that waits for a stop. */
export const isStop = (type: OrderType): boolean => ORDER_TYPES[type].takesStopPrice;

/** True when it is known that the order waits for its stop: one that replaces a triggered stop works at once. */
export const waitsForStop = ({ order, replaced }: RiskContext): boolean =>
  isStop(order.type) && (replaced === null || replaced?.isTriggered === false);

interface MarketPrices {
  readonly bidE4: PriceE4;
  readonly askE4: PriceE4;
  /** Last trade, or the close before the first one; 0 = neither. */
  readonly lastE4: PriceE4;
}

/** The market's prices, 0 where it has none; undefined when any of them is not known. */
export function marketPrices({ market }: RiskContext): MarketPrices | undefined {
  if (!market) return undefined;
  const { bidE4, askE4, lastE4, previousCloseE4 } = market;
  if (!isPrice(bidE4) || !isPrice(askE4) || !isPrice(lastE4) || !isPrice(previousCloseE4)) return undefined;
  return { bidE4, askE4, lastE4: lastE4 || previousCloseE4 };
}

const isPrice = (value: number | undefined): value is number => isWhole(value) && value >= 0;

/**
 * The price at which one share of the order is counted while it is open; 0 when the market has no price at all, undefined when that is
 * not known. A limit price bounds what a buy costs; what a sale opens is counted at the highest price around.
 */
export function countedPriceE4(context: RiskContext): PriceE4 | undefined {
  const { order } = context;
  const prices = marketPrices(context);
  if (!prices) return undefined;
  if (order.side !== 'Buy')
    return Math.max(
      ORDER_TYPES[order.type].needsLimitPrice ? order.priceE4 : 0,
      isStop(order.type) ? order.stopPriceE4 : 0,
      prices.bidE4,
      prices.lastE4,
    );
  const limitE4 = reachE4(context);
  if (limitE4 !== null) return limitE4;
  const marketE4 = prices.askE4 || prices.lastE4;
  const triggerE4: PriceE4 = ORDER_TYPES[order.type].takesStopPrice
    ? Math.max(marketE4, order.stopType === 'Trailing' ? trailE4(context, marketE4) : order.stopPriceE4)
    : marketE4;
  return rounded((triggerE4 * MARKET_RESERVE_PERCENT) / 100);
}

function trailE4({ order }: RiskContext, marketE4: PriceE4): PriceE4 {
  return order.offsetType === 'Value'
    ? marketE4 + order.offsetE4
    : (marketE4 * (HUNDRED_PERCENT_E4 + order.offsetE4)) / HUNDRED_PERCENT_E4;
}

function rounded(priceE4: PriceE4): PriceE4 | undefined {
  const up = Math.ceil(priceE4);
  return isWhole(up) ? up : undefined;
}

/** Value of the whole order. */
export function orderValueE4(context: RiskContext): MoneyE4 | undefined {
  const { quantity, symbol } = context.order;
  return knownNotionalE4(countedPriceE4(context), quantity, multiplierOf(context, symbol));
}

/**
 * What the order takes from the buying power: nothing when it only closes, the margin of what is written for a written option. A sale takes
 * at least the margin of the written options that it leaves without cover, closing or not.
 */
export function openingCostE4(context: RiskContext): MoneyE4 | undefined {
  const opening = openingOf(context);
  if (opening === 0) return uncoveringCostE4(context);
  const intent = optionIntent(context);
  if (intent === undefined) return undefined;
  if (intent !== 'none' && context.order.side !== 'Buy') {
    const writingE4 = knownNotionalE4(
      writingRequirementE4(context, intent),
      opening,
      multiplierOf(context, context.order.symbol),
    );
    const uncoveringE4 = uncoveringCostE4(context);
    return writingE4 === undefined || uncoveringE4 === undefined
      ? undefined
      : Math.max(writingE4, uncoveringE4);
  }
  return times(opening, unitPowerE4(context));
}

/** What a dollar of the price takes from a power of twice the equity: a bought option is paid in full, whereas half of a share is lent. */
export const powerPerDollar = (kind: Kind, side: OrderSide): number =>
  kind === 'Option' && side === 'Buy' ? POWER_OF_FULL_PAYMENT : 1;

/** What one share or contract takes from the buying power at its counted price. */
export function unitPowerE4(context: RiskContext): MoneyE4 | undefined {
  const { symbol, side } = context.order;
  return knownNotionalE4(
    countedPriceE4(context),
    powerPerDollar(kindOf(context), side),
    multiplierOf(context, symbol),
  );
}

/** Mark of a symbol; for the symbol of the order the higher of mark and counted price, so that an order without a position has a value too. */
export function valuePriceE4(context: RiskContext, symbol: string): PriceE4 | undefined {
  const { markE4 } = context.portfolio ?? {};
  if (!markE4) return undefined;
  const mark = markE4(symbol);
  if (symbol !== context.order.symbol) return isWhole(mark) && mark > 0 ? mark : undefined;
  const counted = countedPriceE4(context);
  if (counted === undefined || (mark !== undefined && !isPrice(mark))) return undefined;
  return Math.max(mark ?? 0, counted) || undefined;
}

/** The price beyond which the order cannot trade; null = none. A stop that becomes a market order has none. */
export function reachE4({ order }: RiskContext): PriceE4 | null {
  const { needsLimitPrice, takesLimitPrice } = ORDER_TYPES[order.type];
  return needsLimitPrice || (takesLimitPrice && order.priceE4 > 0) ? order.priceE4 : null;
}

/** True unless it is known that the order cannot trade with a quote at `otherE4` (null = an order without a price). */
export function mayTradeWith(context: RiskContext, otherE4: PriceE4 | null | undefined): boolean {
  const reach = reachE4(context);
  if (reach === null || !isWhole(otherE4)) return true;
  return context.order.side === 'Buy' ? reach >= otherE4 : reach <= otherE4;
}

/** True unless it is known that the order would only rest: it has no limit, or reaches the other side of the quote. */
export function isMarketable(context: RiskContext): boolean {
  const prices = marketPrices(context);
  if (!prices) return true;
  const otherSideE4 = context.order.side === 'Buy' ? prices.askE4 : prices.bidE4;
  return otherSideE4 === 0 ? reachE4(context) === null : mayTradeWith(context, otherSideE4);
}

/** Free buying power, what the replaced order holds counted as free. */
export function freeMoneyE4(context: RiskContext, moneyE4: MoneyE4 | undefined): MoneyE4 | undefined {
  const { replaced } = context;
  if (replaced === undefined) return undefined;
  return replaced === null ? plus(moneyE4) : plus(moneyE4, replaced.reservedE4);
}
