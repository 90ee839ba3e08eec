import { DOLLAR, rest, SELL } from '../contexts.ts';
import {
  all,
  BANDS,
  held,
  lastAt,
  limit,
  order,
  replacesStop,
  scenario,
  STOP,
  type Scenario,
} from '../scenario.ts';

export const MARKET_PROTECTION_SCENARIOS: readonly Scenario[] = [
  scenario(
    'price-bands',
    -47,
    'a purchase above the band',
    (c) => void (c.market.bands = { lowE4: 90 * DOLLAR, highE4: 999_900 }),
    (c) => void (c.market.bands = { lowE4: 90 * DOLLAR, highE4: 100 * DOLLAR }),
  ),
  scenario(
    'price-collar',
    -47,
    'a purchase far above the market',
    all(
      limit({ priceCollars: [[{ upToE4: null, basisPoints: 500 }]] }),
      order({ priceE4: 105 * DOLLAR + 100 }),
    ),
    all(limit({ priceCollars: [[{ upToE4: null, basisPoints: 500 }]] }), order({ priceE4: 105 * DOLLAR })),
  ),
  scenario(
    'price-collar',
    -47,
    'a market order against a stray quote',
    all(
      limit({ priceCollars: [[{ upToE4: null, basisPoints: 500 }]] }),
      order({ type: 'Market', priceE4: 0 }),
      (c) => void (c.market.askE4 = 150 * DOLLAR),
    ),
    all(
      limit({ priceCollars: [[{ upToE4: null, basisPoints: 500 }]] }),
      order({ type: 'Market', priceE4: 0 }),
    ),
  ),
  scenario(
    'price-collar',
    -47,
    'a purchase beyond the band of its price',
    all(limit({ priceCollars: [BANDS] }), order({ priceE4: 1_030_100 })),
    all(limit({ priceCollars: [BANDS] }), order({ priceE4: 103 * DOLLAR })),
  ),
  scenario(
    'price-collar',
    -47,
    'a sale far below the market, in a lower band',
    all(limit({ priceCollars: [BANDS] }), order({ ...SELL, priceE4: 449_900 }), held('SPY', 100), lastAt(50)),
    all(
      limit({ priceCollars: [BANDS] }),
      order({ ...SELL, priceE4: 45 * DOLLAR }),
      held('SPY', 100),
      lastAt(50),
    ),
  ),
  scenario(
    'price-collar',
    -47,
    'a closing order against a stray quote, where a stop would wait',
    all(
      limit({ priceCollars: [BANDS] }),
      order({ type: 'MarketOnClose', priceE4: 0 }),
      (c) => void (c.market.askE4 = 150 * DOLLAR),
    ),
    all(limit({ priceCollars: [BANDS] }), order(STOP), (c) => void (c.market.askE4 = 150 * DOLLAR)),
  ),
  scenario(
    'wash-sale',
    -46,
    'a purchase of what the account offers',
    all(limit({ refusesWashSales: true }), (c) => rest(c, { side: 'Sell', leaves: 1 })),
    all(limit({ refusesWashSales: true }), (c) => rest(c, { side: 'Sell', leaves: 1, priceE4: 1_000_100 })),
  ),
  scenario(
    'wash-sale',
    -46,
    'a purchase that would meet a triggered stop',
    all(limit({ refusesWashSales: true }), (c) =>
      rest(c, { side: 'Sell', leaves: 1, type: 'Stop', priceE4: 0, isTriggered: true }),
    ),
    all(limit({ refusesWashSales: true }), (c) =>
      rest(c, { side: 'Sell', leaves: 1, type: 'Stop', priceE4: 0 }),
    ),
  ),
  scenario(
    'wash-sale',
    -46,
    'a purchase at the limit of a triggered stop',
    all(limit({ refusesWashSales: true }), (c) =>
      rest(c, { side: 'Sell', leaves: 1, type: 'StopLimit', isTriggered: true }),
    ),
    all(limit({ refusesWashSales: true }), (c) =>
      rest(c, { side: 'Sell', leaves: 1, type: 'StopLimit', priceE4: 1_000_100, isTriggered: true }),
    ),
  ),
  scenario(
    'wash-sale',
    -46,
    'a triggered stop that is replaced',
    all(limit({ refusesWashSales: true }), replacesStop(true), (c) => rest(c, { side: 'Sell', leaves: 1 })),
    all(limit({ refusesWashSales: true }), replacesStop(false), (c) => rest(c, { side: 'Sell', leaves: 1 })),
  ),
  scenario(
    'spoofing',
    -53,
    'a purchase under a wall of offers',
    all(limit({ spoofingRules: [{ minRestingShares: 500, timesOrder: 10 }] }), (c) =>
      rest(c, { side: 'Sell', leaves: 1_000, priceE4: 102 * DOLLAR }),
    ),
    all(limit({ spoofingRules: [{ minRestingShares: 500, timesOrder: 10 }] }), (c) =>
      rest(c, { side: 'Sell', leaves: 999, priceE4: 102 * DOLLAR }),
    ),
  ),
];
