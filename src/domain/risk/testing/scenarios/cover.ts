import { CALL, rest, SELL, SHORT } from '../contexts.ts';
import { all, held, limit, order, scenario, without, type Scenario } from '../scenario.ts';

export const COVER_SCENARIOS: readonly Scenario[] = [
  scenario(
    'close-long-first',
    -24,
    'a short sale of what is held',
    all(order(SHORT), held('SPY', 1)),
    all(order(SHORT), held('SPY', -1)),
  ),
  scenario(
    'cover',
    -12,
    'a sale of more than is held',
    all(order(SELL), held('SPY', 99)),
    all(order(SELL), held('SPY', 100)),
  ),
  scenario(
    'cover',
    -12,
    'a sale of what another order sells',
    all(order(SELL), held('SPY', 199), (c) => rest(c, { side: 'Sell', leaves: 100 })),
    all(order(SELL), held('SPY', 200), (c) => rest(c, { side: 'Sell', leaves: 100 })),
  ),
  scenario(
    'cover',
    -12,
    'a cover without a short position',
    order({ source: 'Cover' }),
    all(order({ source: 'Cover' }), held('SPY', -1)),
  ),
  scenario(
    'cover',
    -12,
    'a sale of what covers a written call',
    all(order(SELL), held('SPY', 199), held(CALL, -1), without(16)),
    all(order(SELL), held('SPY', 200), held(CALL, -1), without(16)),
  ),
  scenario(
    'shortable',
    -35,
    'what cannot be borrowed',
    all(order(SHORT), (c) => void (c.instrument.isShortable = false)),
    order(SHORT),
  ),
  scenario(
    'shortable',
    -35,
    'more than can be borrowed',
    all(order(SHORT), (c) => void (c.instrument.borrowableShares = 99)),
    all(order(SHORT), (c) => void (c.instrument.borrowableShares = 100)),
  ),
  scenario(
    'bullet-position',
    -30,
    'a short sale at the bid under the price test',
    all(
      order({ ...SHORT, priceE4: 999_800 }),
      (c) => void Object.assign(c.market, { isShortSaleRestricted: true }),
    ),
    all(
      order({ ...SHORT, priceE4: 999_900 }),
      (c) => void Object.assign(c.market, { isShortSaleRestricted: true }),
    ),
  ),
  scenario(
    'bullet-position',
    -30,
    'more than the bullets cover',
    all(
      order({ ...SHORT, priceE4: 999_800 }),
      limit({ maxBulletShares: 99 }),
      (c) => void (c.portfolio.bulletShares = 500),
      (c) => void (c.market.isShortSaleRestricted = true),
    ),
    all(
      order({ ...SHORT, priceE4: 999_800 }),
      limit({ maxBulletShares: 100 }),
      (c) => void (c.portfolio.bulletShares = 500),
      (c) => void (c.market.isShortSaleRestricted = true),
    ),
  ),
];
