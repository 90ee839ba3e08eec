import { OrderError } from '../errors.ts';
import { ORDER_TYPES } from '../order-types.ts';
import { TIFS } from '../times-in-force.ts';
import type { BookOrder, MarketView, OrderEvent, OrderRequest } from './types.ts';

/** Hours after the close in which crossing orders still trade and closing prints still come, ms. */
const AFTER_CLOSE_MS = 4 * 3_600_000;

/** When an order of these terms ends by the clock; null = by no clock, or with a session that has not begun. */
export function expiryOf(order: OrderRequest, view: MarketView): number | null {
  const { closeMs } = view.session;
  const isInSession = view.phase === 'open' || view.phase === 'post';
  switch (order.tif) {
    case 'GoodTillCancel':
    case 'AtOpening':
      return null;
    case 'GoodTillDate':
      return order.goodTillMs;
    case 'GoodTillCrossing':
      return isInSession ? closeMs + AFTER_CLOSE_MS : null;
    case 'Day':
      return ORDER_TYPES[order.type].isClosingAuction ? closeMs + AFTER_CLOSE_MS : closeMs;
    // An immediate order must not continue after a restart.
    case 'ImmediateOrCancel':
    case 'FillOrKill':
      return closeMs;
  }
}

/**
 * True when an open order's end came while nobody looked. An order for an opening or a crossing session that had not begun when it came
 * ends with the first session after it.
 */
export function hasEnded(order: BookOrder, view: MarketView): boolean {
  if (order.expiresMs !== null) return view.nowMs >= order.expiresMs || TIFS[order.tif].isAtOnce;
  if (order.tif !== 'AtOpening' && order.tif !== 'GoodTillCrossing') return false;
  const hasBegun = view.session.date > order.sessionDate && view.session.openMs >= order.createdMs;
  if (order.tif === 'AtOpening') return hasBegun;
  return hasBegun && (view.phase === 'closed' || view.session.closeMs + AFTER_CLOSE_MS <= view.nowMs);
}

/** How such an order ends: an auction that passed it by, or an order for at once, is the market's word; the others have expired. */
export function endOf({ orderId, tif, type }: BookOrder, timeMs: number): OrderEvent {
  const isMarketsWord = tif === 'AtOpening' || TIFS[tif].isAtOnce || ORDER_TYPES[type].isClosingAuction;
  return isMarketsWord
    ? { kind: 'cancelled', orderId, code: OrderError.CancelledByMarket, timeMs }
    : { kind: 'expired', orderId, timeMs };
}
