import { riskCheck } from '../check.ts';
import { isWhole } from '../exact.ts';
import type { Known, RecentOrder } from '../types.ts';

// What is not known of an earlier order may well have been the same.
const TEXTS = ['symbol', 'side', 'type'] as const;
const NUMBERS = ['quantity', 'priceE4', 'stopPriceE4'] as const;

export const duplicateOrder = riskCheck({
  id: 'duplicate-order',
  codes: [-48],
  title: 'Duplicate order',
  explain:
    'The same order (symbol, side, type, quantity, prices) was sent moments ago under another ClientId.',
  check({ limits, portfolio, market, order }) {
    const windowMs = limits?.duplicateWindowMs;
    const nowMs = market?.nowMs;
    if (windowMs === null) return 0;
    if (!isWhole(windowMs) || !isWhole(nowMs) || !portfolio?.recentOrders) return -48;
    const isTwin = (recent: Known<RecentOrder>): boolean =>
      recent.wasRefused !== true &&
      recent.isChange !== true &&
      !(isWhole(recent.timeMs) && recent.timeMs <= nowMs - windowMs) &&
      TEXTS.every((field) => recent[field] === undefined || recent[field] === order[field]) &&
      NUMBERS.every((field) => !isWhole(recent[field]) || recent[field] === order[field]);
    return portfolio.recentOrders.some(isTwin) ? -48 : 0;
  },
});
