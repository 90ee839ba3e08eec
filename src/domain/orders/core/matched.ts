import { assertNever } from '../../assert/assert.ts';
import { feesOf, multiplierOfSymbol, securityOf } from '../../portfolio/index.ts';
import type { AdoptedState, MatchEvent, MatchOrder, OrderChange, PriceCollar } from '../../matching/index.ts';
import { isOptionSymbol } from '../../symbols/symbol.ts';
import type { PriceE4 } from '../../money/price.ts';
import { OrderError } from '../errors.ts';
import { isTrailingStop, ORDER_TYPES } from '../order-types.ts';
import { kindOfSymbol } from '../../risk/exposure.ts';
import { powerPerDollar } from '../../risk/prices.ts';
import type { Holding } from './holding.ts';
import type { BookOrder, OrderEvent, OrderRequest } from './types.ts';

/**
 * The terms of an order for the matcher. Fields that the order's type does not use are cleared: the checks accept a stray price. A buy without a
 * limit price is bounded by what it reserves per share, so that it never costs more than the checks counted. A stop or auction order that covers
 * has no such bound, so that it can close a losing position at any price. Orders without a limit price also stay within the price collar at each
 * execution, which is the only bound of a sale.
 */
export function termsOf(
  order: OrderRequest,
  held: Holding,
  collars: PriceCollar['bands'],
): Required<OrderChange> {
  const { type, tif, quantity, stopType, pegType, goodTillMs, minQuantity, displayQuantity } = order;
  const { takesStopPrice, isPegged } = ORDER_TYPES[type];
  const isTrailing = isTrailingStop(order);
  const reservedE4 = reservedPriceE4(order, held);
  return {
    type,
    tif,
    quantity,
    stopType: takesStopPrice ? stopType : 'Static',
    pegType,
    goodTillMs,
    minQuantity,
    // Each part must be able to trade at all.
    displayQuantity: displayQuantity === 0 ? 0 : Math.max(displayQuantity, minQuantity),
    collar: collarOf(order, collars),
    priceE4: limitPriceE4(order, reservedE4),
    boundE4: isBounded(order, held) ? reservedE4 : 0,
    stopPriceE4: takesStopPrice ? order.stopPriceE4 : 0,
    offsetType: isTrailing ? order.offsetType : null,
    offsetE4: isTrailing || isPegged ? order.offsetE4 : 0,
  };
}

/** The price per share that the reserve of a buy pays for; 0 for a sale. */
function reservedPriceE4({ side, symbol }: OrderRequest, { reserveE4 }: Holding): PriceE4 {
  if (side !== 'Buy') return 0;
  return Math.floor(reserveE4 / (multiplierOfSymbol(symbol) * powerPerDollar(kindOfSymbol(symbol), 'Buy')));
}

/** The limit price of the order; a peg without one takes the reserved price. 0 = none. */
function limitPriceE4({ type, priceE4 }: OrderRequest, reservedE4: PriceE4): PriceE4 {
  const { needsLimitPrice, isPegged } = ORDER_TYPES[type];
  if (isPegged) return priceE4 || reservedE4;
  return needsLimitPrice ? priceE4 : 0;
}

/** True for an order without a limit price that must not pay more than it reserves: one that opens, or a market order in continuous trading. */
function isBounded({ type, tif }: OrderRequest, { openingQuantity }: Holding): boolean {
  if (ORDER_TYPES[type].takesLimitPrice) return false;
  return openingQuantity > 0 || (type === 'Market' && tif !== 'AtOpening');
}

/** The price collar of an order without a limit price; null when it has one, or when there are no bands. */
function collarOf({ type, priceE4, symbol }: OrderRequest, bands: PriceCollar['bands']): PriceCollar | null {
  const { needsLimitPrice, takesLimitPrice } = ORDER_TYPES[type];
  const hasLimit = needsLimitPrice || (takesLimitPrice && priceE4 > 0);
  if (hasLimit || bands.length === 0) return null;
  return { from: isOptionSymbol(symbol) ? 'quote' : 'trade', bands };
}

/** An open order in the form that the matcher takes. */
export const matchOrderOf = (order: BookOrder, collars: PriceCollar['bands']): MatchOrder => ({
  orderId: order.orderId,
  symbol: order.symbol,
  side: order.side,
  ...termsOf(order, order, collars),
});

/** The state of an open order that a matcher needs to continue it. */
export function adoptedStateOf(order: BookOrder, lastE4: PriceE4, timeMs: number): AdoptedState {
  return {
    filled: order.filled,
    isTriggered: order.isTriggered,
    stopPriceE4: order.workingStopE4,
    watermarkE4: order.watermarkE4,
    lastE4,
    timeMs,
  };
}

/** The events of the book for the events of the matcher. A resting order makes none; a replace is published by the caller that requested it. */
export function eventsOf(match: MatchEvent, order: BookOrder): OrderEvent[] {
  const { orderId, timeMs } = match;
  switch (match.kind) {
    case 'rest':
    case 'replace':
      return [];
    case 'fill': {
      const { quantity, priceE4, exchange, liquidity } = match;
      return [
        {
          kind: 'executed',
          orderId,
          quantity,
          priceE4,
          exchange,
          liquidity,
          fees: feesOf(order.side, quantity, priceE4, liquidity, securityOf(order.symbol)),
          timeMs,
        },
      ];
    }
    case 'trigger':
      // The stop is over, and its order works.
      return [
        { kind: 'triggered', orderId, stopPriceE4: match.stopPriceE4, lastE4: match.lastE4, timeMs },
        { kind: 'confirmed', orderId, timeMs },
      ];
    case 'trail':
      return [
        { kind: 'trailed', orderId, stopPriceE4: match.stopPriceE4, watermarkE4: match.watermarkE4, timeMs },
      ];
    case 'expire':
      // An auction that was held without the order, or without all of it, is the market's word and no date of the order's.
      if (match.reason === 'opening' || match.reason === 'closing')
        return [{ kind: 'cancelled', orderId, code: OrderError.CancelledByMarket, timeMs }];
      return [{ kind: 'expired', orderId, timeMs }];
    case 'cancel':
      return [
        {
          kind: 'cancelled',
          orderId,
          code: match.reason === 'request' ? 0 : OrderError.CancelledByMarket,
          timeMs,
        },
      ];
    case 'reject':
      // The checks refuse what the matcher cannot take; should one be missing, the order ends instead of being forgotten.
      return [
        {
          kind: 'cancelled',
          orderId,
          code: match.reason === 'too-late' ? OrderError.InvalidCondition : OrderError.InvalidOrderFormat,
          timeMs,
        },
      ];
    default:
      return assertNever(match);
  }
}
