import { ORDER_TYPES } from '../orders/order-types.ts';
import { TIFS } from '../orders/times-in-force.ts';
import { isClosingOrder, isOpeningOrder } from './symbol-book.ts';
import type { MatchOrder, Phase, RejectReason } from './types.ts';

/** Prices and quantities from here on are input errors, and their products would exceed the exact integers. */
const TOO_MUCH = 1_000_000_000_000;

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0 && value < TOO_MUCH;
const isPositive = (value: number): boolean => isCount(value) && value > 0;

/** Why the matcher cannot take an order. Risk checks refuse most such orders before; this check keeps the book consistent in any case. */
export function problemOf(order: MatchOrder, phase: Phase, nowMs: number): RejectReason | undefined {
  if (!isSound(order)) return 'malformed';
  if (order.goodTillMs !== null && order.goodTillMs <= nowMs) return 'too-late';
  if (isClosingOrder(order) && phase === 'post') return 'too-late';
  return undefined;
}

/** True when every number of the order makes sense, and its type and time in force go together. */
export function isSound(order: MatchOrder): boolean {
  if (order.orderId === '' || !hasSoundNumbers(order) || !hasSoundEnd(order)) return false;
  const { needsLimitPrice, takesLimitPrice, takesStopPrice, tifs } = ORDER_TYPES[order.type];
  // Reject a limit price on an order type that ignores it.
  if (order.priceE4 > 0 ? !takesLimitPrice : needsLimitPrice) return false;
  if ((TIFS[order.tif].isAtOnce || isOpeningOrder(order)) && !tifs.includes(order.tif)) return false;
  if (!takesStopPrice) return true;
  if (order.stopType === 'Static') return order.stopPriceE4 > 0;
  return order.offsetType !== null && order.offsetE4 > 0;
}

const hasSoundNumbers = (order: MatchOrder): boolean =>
  isPositive(order.quantity) &&
  isCount(order.priceE4) &&
  isCount(order.boundE4) &&
  isCount(order.stopPriceE4) &&
  isCount(order.minQuantity) &&
  isCount(order.displayQuantity) &&
  isCount(Math.abs(order.offsetE4));

/** An order has an end exactly when it is GoodTillDate. */
const hasSoundEnd = ({ tif, goodTillMs }: MatchOrder): boolean =>
  tif === 'GoodTillDate' ? goodTillMs !== null && Number.isSafeInteger(goodTillMs) : goodTillMs === null;
