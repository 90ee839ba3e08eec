import { DOLLAR, NOW } from '../contexts.ts';
import { all, held, limit, option, order, scenario, STOP, type Scenario } from '../scenario.ts';

export const ORDER_TERMS_SCENARIOS: readonly Scenario[] = [
  scenario(
    'stop-support',
    -55,
    'a stop that may not wait',
    order({ ...STOP, tif: 'ImmediateOrCancel' }),
    order({ ...STOP, tif: 'GoodTillCancel' }),
  ),
  scenario(
    'stop-support',
    -55,
    'an option stop on a route without them',
    option({ ...STOP, stopPriceE4: 4 * DOLLAR }),
    all(option({ ...STOP, stopPriceE4: 4 * DOLLAR }), (c) => void (c.route.takesOptionStops = true)),
  ),
  scenario(
    'trade-condition',
    -15,
    'a purchase that closes',
    order({ source: 'Close' }),
    all(order({ source: 'Cover' }), held('SPY', -100)),
  ),
  scenario(
    'trade-condition',
    -15,
    'a closing order good till cancelled',
    order({ type: 'LimitOnClose', tif: 'GoodTillCancel' }),
    order({ type: 'LimitOnClose' }),
  ),
  scenario(
    'trade-condition',
    -15,
    'a good-till date in the past',
    order({ tif: 'GoodTillDate', goodTillMs: NOW }),
    order({ tif: 'GoodTillDate', goodTillMs: NOW + 1 }),
  ),
  scenario(
    'stop-expired',
    -34,
    'a stop with its date in the past',
    order({ ...STOP, tif: 'GoodTillDate', goodTillMs: NOW }),
    order({ ...STOP, tif: 'GoodTillDate', goodTillMs: NOW + 1 }),
  ),
  scenario('order-size', -16, 'half a share', order({ quantity: 0.5 }), order({ quantity: 1 })),
  scenario(
    'order-size',
    -16,
    'a minimum above the quantity',
    order({ minQuantity: 101 }),
    order({ minQuantity: 100 }),
  ),
  scenario('price-step', -47, 'half a cent', order({ priceE4: 999_950 }), order({ priceE4: 999_900 })),
  scenario('price-step', -47, 'a stop without a stop price', order({ ...STOP, stopPriceE4: 0 }), order(STOP)),
  scenario(
    'indivisible',
    -44,
    'fill-or-kill above the largest single order',
    all(order({ tif: 'FillOrKill' }), limit({ maxSliceShares: 99 })),
    limit({ maxSliceShares: 99 }),
  ),
  scenario(
    'odd-lot',
    -51,
    'an odd lot',
    all(limit({ refusesOddLots: true }), order({ quantity: 150 })),
    all(limit({ refusesOddLots: true }), order({ quantity: 200 })),
  ),
];
