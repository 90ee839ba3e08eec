import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isWhole } from '../exact.ts';
import type { Known, RecentOrder, RiskContext } from '../types.ts';

// What is not known of an earlier order may well have been the same.
const TEXTS = ['symbol', 'side', 'type'] as const;
const NUMBERS = ['quantity', 'priceE4', 'stopPriceE4'] as const;

/** Whether an earlier order equals the order in all of its terms, as far as both are known. */
function isTwin(recent: Known<RecentOrder>, order: RiskContext['order']): boolean {
  return (
    recent.wasRefused !== true &&
    recent.isChange !== true &&
    TEXTS.every((field) => recent[field] === undefined || recent[field] === order[field]) &&
    NUMBERS.every((field) => !isWhole(recent[field]) || recent[field] === order[field])
  );
}

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
    const isRecentTwin = (recent: Known<RecentOrder>): boolean =>
      !(isWhole(recent.timeMs) && recent.timeMs <= nowMs - windowMs) && isTwin(recent, order);
    return portfolio.recentOrders.some(isRecentTwin) ? OrderError.TooFrequent : 0;
  },
  detail({ limits, portfolio, market, order }) {
    const windowMs = limits?.duplicateWindowMs;
    const nowMs = market?.nowMs;
    if (!isWhole(windowMs) || !isWhole(nowMs)) return undefined;
    const twin = portfolio?.recentOrders?.findLast((recent) => isTwin(recent, order));
    if (!isWhole(twin?.timeMs)) return undefined;
    const agoMs = nowMs - twin.timeMs;
    return `The same order was sent ${agoMs} ms ago. Equal orders must be ${windowMs} ms apart: wait ${windowMs - agoMs} ms.`;
  },
});
