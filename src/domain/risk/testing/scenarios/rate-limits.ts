import { NOW, SECOND } from '../contexts.ts';
import { all, limit, recent, scenario, type Scenario } from '../scenario.ts';

export const RATE_LIMITS_SCENARIOS: readonly Scenario[] = [
  scenario(
    'order-rate',
    -48,
    'one order too many in a second',
    all(limit({ orderRates: [{ count: 2, windowMs: SECOND }] }), recent(NOW), recent(NOW - SECOND + 1)),
    all(limit({ orderRates: [{ count: 2, windowMs: SECOND }] }), recent(NOW), recent(NOW - SECOND)),
  ),
  scenario(
    'order-rate',
    -48,
    'one replace too many in a second',
    all(
      limit({ orderRates: [{ count: 2, windowMs: SECOND }] }),
      recent(NOW, { isChange: true }),
      recent(NOW, { isChange: true }),
    ),
    all(limit({ orderRates: [{ count: 2, windowMs: SECOND }] }), recent(NOW, { isChange: true })),
  ),
  scenario(
    'open-orders',
    -45,
    'one open order too many',
    all(limit({ maxOpenOrders: 3 }), (c) => void (c.portfolio.openOrderCount = 3)),
    all(limit({ maxOpenOrders: 3 }), (c) => void (c.portfolio.openOrderCount = 2)),
  ),
  scenario(
    'account-orders',
    -40,
    'one order too many today',
    all(limit({ maxOrdersPerDay: 9 }), (c) => void (c.portfolio.ordersToday = 9)),
    all(limit({ maxOrdersPerDay: 9 }), (c) => void (c.portfolio.ordersToday = 8)),
  ),
  scenario(
    'firm-orders',
    -38,
    'one order too many of the firm',
    all(limit({ maxFirmOrdersPerDay: 9 }), (c) => void (c.firm.ordersToday = 9)),
    all(limit({ maxFirmOrdersPerDay: 9 }), (c) => void (c.firm.ordersToday = 8)),
  ),
  scenario(
    'duplicate-order',
    -48,
    'the same order twice',
    all(limit({ duplicateWindowMs: SECOND }), recent(NOW - SECOND + 1)),
    all(
      limit({ duplicateWindowMs: SECOND }),
      recent(NOW, { quantity: 101 }),
      recent(NOW, { wasRefused: true }),
      recent(NOW, { isChange: true }),
      recent(NOW - SECOND),
    ),
  ),
];
