import { DOLLAR } from '../contexts.ts';
import { all, limit, option, order, scenario, type Scenario } from '../scenario.ts';

export const TRADE_LIMITS_SCENARIOS: readonly Scenario[] = [
  scenario(
    'shares-per-trade',
    -64,
    'too many shares',
    limit({ maxTradeShares: 99 }),
    limit({ maxTradeShares: 100 }),
  ),
  scenario(
    'contracts-per-trade',
    -67,
    'too many contracts',
    all(option({ quantity: 3 }), limit({ maxTradeContracts: 2 })),
    all(option({ quantity: 3 }), limit({ maxTradeContracts: 3 })),
  ),
  scenario(
    'max-order-value',
    -5,
    'an order worth too much',
    limit({ maxOrderValueE4: 9_999 * DOLLAR }),
    limit({ maxOrderValueE4: 10_000 * DOLLAR }),
  ),
  scenario(
    'max-order-value',
    -5,
    'more than a billion dollars without any limit',
    all(
      order({ quantity: 1_000_000, priceE4: 1_000 * DOLLAR + 100 }),
      (c) => void Object.assign(c.portfolio, { buyingPowerE4: 90_000_000_000_000 }),
    ),
    all(
      order({ quantity: 1_000_000, priceE4: 1_000 * DOLLAR }),
      (c) => void Object.assign(c.portfolio, { buyingPowerE4: 90_000_000_000_000 }),
    ),
  ),
  scenario(
    'trade-dollars',
    -5,
    'a stock order above the dollar limit',
    limit({ maxTradeValueE4: 9_999 * DOLLAR }),
    limit({ maxTradeValueE4: 10_000 * DOLLAR }),
  ),
  scenario(
    'option-trade-dollars',
    -57,
    'an option order above the dollar limit',
    all(option(), limit({ maxOptionTradeValueE4: 299 * DOLLAR })),
    all(option(), limit({ maxOptionTradeValueE4: 300 * DOLLAR })),
  ),
];
