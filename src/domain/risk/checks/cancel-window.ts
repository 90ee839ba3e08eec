/** Checks of whether an order can still be cancelled or replaced: its status, its expiry, and the age of the request. */
import { OrderError } from '../../orders/errors.ts';
import { ORDER_TYPES } from '../../orders/order-types.ts';
import { cancelCheck } from '../check.ts';
import { isWhole } from '../exact.ts';
import { stageOf } from '../stages.ts';

/** Refuses a cancel or replace of an order that the market has already cancelled, with a code of its own so that the user sees who ended it. */
export const cancelledByMarket = cancelCheck({
  id: 'cancelled-by-market',
  codes: [OrderError.CancelledByMarket],
  title: 'Not cancelled by the market',
  explain: 'The market has cancelled the order already.',
  check: ({ target }) =>
    target?.status !== undefined && target.status !== 'CancelledByMarket' ? 0 : OrderError.CancelledByMarket,
});

/** Refuses a cancel or replace of a stop that has expired, also before the expiry is reported. */
export const stopStillAlive = cancelCheck({
  id: 'stop-still-alive',
  codes: [OrderError.StopExpired],
  title: 'Stop has not expired',
  explain: 'The order is a stop that has expired.',
  check({ target, nowMs }) {
    if (target?.type === undefined || target.status === undefined || target.expiresMs === undefined)
      return OrderError.StopExpired;
    if (!ORDER_TYPES[target.type].takesStopPrice) return 0;
    if (target.status === 'Expired') return OrderError.StopExpired;
    // `not-too-late` rejects a stop that ended in another way.
    if (stageOf(target.status) === 'done' || target.expiresMs === null) return 0;
    return isWhole(nowMs) && isWhole(target.expiresMs) && nowMs < target.expiresMs
      ? 0
      : OrderError.StopExpired;
  },
});

/** Refuses a cancel or replace of an order that is done or completely filled: nothing is left to change. */
export const notTooLate = cancelCheck({
  id: 'not-too-late',
  codes: [OrderError.CancelTooLate],
  title: 'Order is still open',
  explain: 'The order is filled, cancelled, expired, rejected or otherwise done.',
  check({ target }) {
    if (target?.status === undefined || !isWhole(target.filled) || !isWhole(target.quantity))
      return OrderError.CancelTooLate;
    return stageOf(target.status) !== 'done' && target.filled < target.quantity
      ? 0
      : OrderError.CancelTooLate;
  },
});

/** Refuses a second cancel or replace while one is pending: its outcome decides which terms the next one would change. */
export const notPending = cancelCheck({
  id: 'not-pending',
  codes: [OrderError.CancelPending],
  title: 'No change pending',
  explain: 'A cancel or replace of the order is pending already.',
  check: ({ target }) =>
    target?.status !== undefined && stageOf(target.status) !== 'changing' ? 0 : OrderError.CancelPending,
});

/** Refuses a cancel or replace of an order that the exchange has not accepted yet. */
export const notTooEarly = cancelCheck({
  id: 'not-too-early',
  codes: [OrderError.CancelTooEarly],
  title: 'Order was accepted',
  explain: 'The order has not been accepted yet.',
  check: ({ target }) =>
    target?.status !== undefined && stageOf(target.status) !== 'early' ? 0 : OrderError.CancelTooEarly,
});

/** Refuses a cancel or replace that was under way longer than the limit: the market that it was a reaction to has moved on. */
export const requestAge = cancelCheck({
  id: 'request-age',
  codes: [OrderError.CancelTimeout],
  title: 'Request is fresh',
  explain: 'The request was sent so long ago that its reason may no longer hold.',
  check({ limits, request, nowMs }) {
    const limit = limits?.requestTimeoutMs;
    if (limit === null) return 0;
    return isWhole(nowMs) && isWhole(limit) && nowMs - request.sentMs <= limit ? 0 : OrderError.CancelTimeout;
  },
});
