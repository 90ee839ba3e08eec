import { NOW } from '../contexts.ts';
import { all, limit, order, scenario, type Scenario } from '../scenario.ts';

export const SYMBOL_AND_SESSION_SCENARIOS: readonly Scenario[] = [
  scenario('tradable-symbol', -3, 'an index', order({ symbol: '$SPX' }), order({ symbol: 'SPX' })),
  scenario(
    'symbol-listed',
    -49,
    'a restricted symbol',
    (c) => void (c.instrument.isRestricted = true),
    () => undefined,
  ),
  scenario(
    'symbol-listed',
    -49,
    'a symbol that is not listed',
    (c) => void Object.assign(c, { instrument: null }),
    () => undefined,
  ),
  scenario(
    'trading-halt',
    -49,
    'a halt',
    (c) => void (c.market.isHalted = true),
    () => undefined,
  ),
  scenario(
    'market-online',
    -22,
    'a day order in a closed market',
    (c) => void (c.market.session = 'closed'),
    all((c) => void (c.market.session = 'closed'), order({ tif: 'GoodTillCancel' })),
  ),
  scenario(
    'market-online',
    -22,
    'market data that is down',
    (c) => void (c.market.isOnline = false),
    () => undefined,
  ),
  scenario(
    'auction-time',
    -15,
    'a closing order after the cut-off',
    all(order({ type: 'MarketOnClose', priceE4: 0 }), (c) => void (c.market.closingCutoffMs = NOW)),
    order({ type: 'MarketOnClose', priceE4: 0 }),
  ),
  scenario(
    'market-price',
    -22,
    'a market order in a symbol without any price',
    all(
      order({ type: 'Market', priceE4: 0 }),
      (c) => void Object.assign(c.market, { bidE4: 0, askE4: 0, lastE4: 0, previousCloseE4: 0 }),
    ),
    all(
      order({ type: 'Market', priceE4: 0 }),
      (c) => void Object.assign(c.market, { bidE4: 0, askE4: 0, lastE4: 0 }),
    ),
  ),
  scenario(
    'average-volume',
    -54,
    'a symbol that hardly trades',
    limit({ minAverageDailyVolume: 1_000_001 }),
    limit({ minAverageDailyVolume: 1_000_000 }),
  ),
];
