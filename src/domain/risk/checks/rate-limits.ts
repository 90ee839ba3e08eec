/** Checks of how many orders there are and how fast they come. */
import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isWhole, plus } from '../exact.ts';
import { measuredCheck } from '../measured.ts';
import type { Known, RecentOrder, RiskContext } from '../types.ts';

/** Refuses orders and replaces beyond the permitted number in a time window: it stops a program that sends in a loop. */
export const orderRate = riskCheck({
  id: 'order-rate',
  codes: [OrderError.TooFrequent],
  title: 'Order rate',
  explain: 'More orders and replaces within a window than the rate allows.',
  check({ limits, portfolio, market }) {
    if (!limits?.orderRates) return OrderError.TooFrequent;
    for (const { count, windowMs } of limits.orderRates) {
      const nowMs = market?.nowMs;
      if (!isWhole(count) || !isWhole(windowMs) || !isWhole(nowMs) || !portfolio?.recentOrders)
        return OrderError.TooFrequent;
      if (portfolio.recentOrders.length < count) continue;
      // An order without a time counts as recent.
      const sent = portfolio.recentOrders.filter(
        ({ timeMs }) => !(isWhole(timeMs) && timeMs <= nowMs - windowMs),
      ).length;
      if (sent >= count) return OrderError.TooFrequent;
    }
    return 0;
  },
  detail({ limits, portfolio, market }) {
    const nowMs = market?.nowMs;
    const times = portfolio?.recentOrders?.flatMap(({ timeMs }) => (isWhole(timeMs) ? [timeMs] : []));
    if (!isWhole(nowMs) || !times) return undefined;
    for (const { count, windowMs } of limits?.orderRates ?? []) {
      const sent = times.filter((timeMs) => timeMs > nowMs - windowMs);
      // The rate allows the next order once this one has left the window.
      const blockingTimeMs = sent[sent.length - count];
      if (blockingTimeMs !== undefined)
        return `At most ${count} orders and changes in ${windowMs} ms: wait ${blockingTimeMs + windowMs - nowMs} ms.`;
    }
    return undefined;
  },
});

/** Refuses a new order when the account has `maxOpenOrders` open orders. A replace adds none. */
export const openOrders = measuredCheck({
  id: 'open-orders',
  code: OrderError.OpenOrderLimit,
  title: 'Open orders',
  explain: 'The account has reached its limit of open orders.',
  unit: 'Orders',
  measure: ({ limits, portfolio, replaced }) => ({
    value: replaced === undefined ? undefined : plus(portfolio?.openOrderCount, replaced === null ? 1 : 0),
    limit: limits?.maxOpenOrders,
  }),
});

/** Refuses an order beyond the account's number of orders a day. */
export const accountOrders = measuredCheck({
  id: 'account-orders',
  code: OrderError.AccountOrderLimit,
  title: 'Orders of the account a day',
  explain: 'The account has reached its limit of orders a day.',
  unit: 'Orders',
  measure: ({ limits, portfolio }) => ({
    value: plus(portfolio?.ordersToday, 1),
    limit: limits?.maxOrdersPerDay,
  }),
});

/** Refuses an order beyond the number of orders a day of all accounts together. */
export const firmOrders = measuredCheck({
  id: 'firm-orders',
  code: OrderError.FirmOrderLimit,
  title: 'Orders of the firm a day',
  explain: 'All accounts together have reached the limit of orders a day.',
  unit: 'Orders',
  measure: ({ limits, firm }) => ({ value: plus(firm?.ordersToday, 1), limit: limits?.maxFirmOrdersPerDay }),
});

// A field of an earlier order that is unknown counts as equal.
const COMPARED_TEXTS = ['symbol', 'side', 'type'] as const;
const COMPARED_NUMBERS = ['quantity', 'priceE4', 'stopPriceE4'] as const;

/** Whether an earlier order equals the order in all of its terms, as far as both are known. */
function isDuplicate(recent: Known<RecentOrder>, order: RiskContext['order']): boolean {
  return (
    recent.wasRefused !== true &&
    recent.isChange !== true &&
    COMPARED_TEXTS.every((field) => recent[field] === undefined || recent[field] === order[field]) &&
    COMPARED_NUMBERS.every((field) => !isWhole(recent[field]) || recent[field] === order[field])
  );
}

/** Refuses an order equal to one sent moments ago under another ClientId, most likely a double click, unless it states a `RepeatReason`. */
export const duplicateOrder = riskCheck({
  id: 'duplicate-order',
  codes: [OrderError.TooFrequent],
  title: 'Duplicate order',
  explain:
    'The same order (symbol, side, type, quantity, prices) was sent moments ago under another ClientId, and this one does not state that it repeats it on purpose (`RepeatReason`).',
  check({ limits, portfolio, market, order }) {
    const windowMs = limits?.duplicateWindowMs;
    const nowMs = market?.nowMs;
    if (windowMs === null || order.repeatReason !== undefined) return 0;
    if (!isWhole(windowMs) || !isWhole(nowMs) || !portfolio?.recentOrders) return OrderError.TooFrequent;
    const isRecentDuplicate = (recent: Known<RecentOrder>): boolean =>
      !(isWhole(recent.timeMs) && recent.timeMs <= nowMs - windowMs) && isDuplicate(recent, order);
    return portfolio.recentOrders.some(isRecentDuplicate) ? OrderError.TooFrequent : 0;
  },
  detail({ limits, portfolio, market, order }) {
    const windowMs = limits?.duplicateWindowMs;
    const nowMs = market?.nowMs;
    if (!isWhole(windowMs) || !isWhole(nowMs)) return undefined;
    const earlier = portfolio?.recentOrders?.findLast((recent) => isDuplicate(recent, order));
    if (!isWhole(earlier?.timeMs)) return undefined;
    const agoMs = nowMs - earlier.timeMs;
    return `The same order was sent ${agoMs} ms ago. Equal orders must be ${windowMs} ms apart: wait ${windowMs - agoMs} ms.`;
  },
});
