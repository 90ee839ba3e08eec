import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isWhole } from '../exact.ts';

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
      // An order without a time is as recent as any.
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
      const leaver = sent[sent.length - count];
      if (leaver !== undefined)
        return `At most ${count} orders and changes in ${windowMs} ms: wait ${leaver + windowMs - nowMs} ms.`;
    }
    return undefined;
  },
});
