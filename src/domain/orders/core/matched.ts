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
 * The terms of an order as the matcher takes them. What its type has no use for is left out: the checks let a stray price pass. A buy without
 * a price of its own goes no farther than what a share of it holds pays for, so that it never costs more than it was judged by; only a stop
 * or an auction order that covers is not kept from getting out of a position that runs away. Whatever has no price of its own also stays within
 * the collar around the market at each execution: that is all that binds a sale.
 */
export function termsOf(
  order: OrderRequest,
  held: Holding,
  collars: PriceCollar['bands'],
): Required<OrderChange> {
  const { type, tif, quantity, stopType, pegType, goodTillMs, minQuantity, displayQuantity } = order;
  const { needsLimitPrice, takesLimitPrice, takesStopPrice, isPegged } = ORDER_TYPES[type];
  const isTrailing = isTrailingStop(order);
  const paidE4 =
    order.side === 'Buy'
      ? Math.floor(
          held.reserveE4 /
            (multiplierOfSymbol(order.symbol) * powerPerDollar(kindOfSymbol(order.symbol), 'Buy')),
        )
      : 0;
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
    collar:
      needsLimitPrice || (takesLimitPrice && order.priceE4 > 0) || collars.length === 0
        ? null
        : { from: isOptionSymbol(order.symbol) ? 'quote' : 'trade', bands: collars },
    priceE4: isPegged ? order.priceE4 || paidE4 : needsLimitPrice ? order.priceE4 : 0,
    boundE4:
      !takesLimitPrice && (held.openingQuantity > 0 || (type === 'Market' && tif !== 'AtOpening'))
        ? paidE4
        : 0,
    stopPriceE4: takesStopPrice ? order.stopPriceE4 : 0,
    offsetType: isTrailing ? order.offsetType : null,
    offsetE4: isTrailing || isPegged ? order.offsetE4 : 0,
  };
}

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
