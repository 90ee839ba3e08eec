import { tickSizeE4, type PriceE4 } from '../money/price.ts';
import { ORDER_TYPES } from '../orders/order-types.ts';
import type { Display } from './display.ts';
import { ANY_BUY_E4, ANY_SELL_E4 } from './slot.ts';
import type { MatchOrder, PriceCollar } from './types.ts';

/**
 * The present price of a peg; 0 = its reference is not displayed, and it waits. It is rounded away from the market, never passes the order's limit
 * (or, without one, its collar), and stays short of the opposite quote: a peg adds liquidity. A primary peg stands on whole price steps; a
 * midpoint may fall between.
 */
export function pegPriceE4(order: MatchOrder, display: Display, lastE4: PriceE4): PriceE4 {
  const isBuy = order.side === 'Buy';
  const isMidpoint = order.pegType === 'Midpoint';
  const referenceE4 = pegReferenceE4(isBuy, isMidpoint, display);
  if (referenceE4 === 0) return 0;
  const limitE4 = pegLimitE4(order, display, lastE4);
  const oppositeE4 = isBuy ? display.bestAskE4 : display.bestBidE4;
  let priceE4: PriceE4;
  if (isBuy) {
    priceE4 = Math.min(referenceE4 - order.offsetE4, limitE4);
    if (oppositeE4 > 0) priceE4 = Math.min(priceE4, oppositeE4 - 1);
  } else {
    priceE4 = Math.max(referenceE4 + order.offsetE4, limitE4);
    if (oppositeE4 > 0) priceE4 = Math.max(priceE4, oppositeE4 + 1);
  }
  if (!isMidpoint && priceE4 > 0) priceE4 = onStep(priceE4, isBuy ? 'down' : 'up');
  return Math.max(0, priceE4);
}

/** The quote that a peg follows: its own side, or the midpoint rounded away from the market; 0 = not displayed. */
function pegReferenceE4(isBuy: boolean, isMidpoint: boolean, display: Display): PriceE4 {
  const { bestBidE4: bidE4, bestAskE4: askE4 } = display;
  if (!isMidpoint) return isBuy ? bidE4 : askE4;
  if (bidE4 === 0 || askE4 === 0) return 0;
  const middleE4: PriceE4 = (bidE4 + askE4) / 2;
  return isBuy ? Math.floor(middleE4) : Math.ceil(middleE4);
}

/** The farthest price of a peg: its limit, else the end of its collar, else any price. */
function pegLimitE4(order: MatchOrder, display: Display, lastE4: PriceE4): PriceE4 {
  if (order.priceE4 > 0) return order.priceE4;
  const anyE4 = order.side === 'Buy' ? ANY_BUY_E4 : ANY_SELL_E4;
  return order.collar === null ? anyE4 : collaredE4(order, order.collar, anyE4, display, lastE4);
}

/** The price that an order other than a peg works at once it is live. */
export function workingLimitE4(order: MatchOrder): PriceE4 {
  if (ORDER_TYPES[order.type].needsLimitPrice) return order.priceE4;
  return order.side === 'Buy' ? ANY_BUY_E4 : ANY_SELL_E4;
}

/** The nearer to the market of the limit that an order works at and its bound. */
export function boundedE4(order: MatchOrder, limitE4: PriceE4): PriceE4 {
  if (order.boundE4 === 0) return limitE4;
  return order.side === 'Buy' ? Math.min(limitE4, order.boundE4) : Math.max(limitE4, order.boundE4);
}

const HUNDRED_PERCENT_BASIS_POINTS = 10_000;

/** `farthestE4`, or the end of the collar where that is nearer: so far from the last trade (or quote) as every list of its bands allows. */
export function collaredE4(
  order: MatchOrder,
  { from, bands }: PriceCollar,
  farthestE4: PriceE4,
  display: Display,
  lastE4: PriceE4,
): PriceE4 {
  const isBuy = order.side === 'Buy';
  const quoteE4 = isBuy ? display.bestAskE4 : display.bestBidE4;
  const referenceE4 = from === 'trade' ? lastE4 || quoteE4 : quoteE4 || lastE4;
  if (referenceE4 === 0) return farthestE4;
  let reachE4 = farthestE4;
  for (const rising of bands) {
    const band = rising.find(({ upToE4 }) => upToE4 === null || referenceE4 <= upToE4);
    // Without a band for its price nothing is allowed but the reference itself.
    const awayE4: PriceE4 =
      band === undefined ? 0 : Math.floor((referenceE4 * band.basisPoints) / HUNDRED_PERCENT_BASIS_POINTS);
    reachE4 = isBuy ? Math.min(reachE4, referenceE4 + awayE4) : Math.max(reachE4, referenceE4 - awayE4);
  }
  return reachE4;
}

function onStep(priceE4: PriceE4, rounding: 'up' | 'down'): PriceE4 {
  const stepE4 = tickSizeE4(priceE4);
  return (rounding === 'up' ? Math.ceil(priceE4 / stepE4) : Math.floor(priceE4 / stepE4)) * stepE4;
}
