import { NOW, SECOND, SHORT } from '../contexts.ts';
import { order, scenario, STOP, type Scenario } from '../scenario.ts';

export const MESSAGES_SCENARIOS: readonly Scenario[] = [
  scenario(
    'message-format',
    -1,
    'a side that does not exist',
    (c) => void Object.assign(c.order, { side: 'Sideways' }),
    order({ ...SHORT }),
  ),
  scenario(
    'message-format',
    -1,
    'a number sent as text',
    (c) => void Object.assign(c.order, { quantity: '100' }),
    order({ quantity: 1 }),
  ),
  scenario(
    'order-format',
    -2,
    'a quantity that is not a number',
    order({ quantity: Number.NaN }),
    order({ quantity: 1 }),
  ),
  scenario(
    'order-format',
    -2,
    'a trailing stop without an offset',
    order({ ...STOP, stopPriceE4: 0, stopType: 'Trailing' }),
    order({ ...STOP, stopPriceE4: 0, stopType: 'Trailing', offsetType: 'Percent', offsetE4: 15_000 }),
  ),
  scenario(
    'order-format',
    -2,
    'a date for a day order',
    order({ goodTillMs: NOW + SECOND }),
    order({ tif: 'GoodTillDate', goodTillMs: NOW + SECOND }),
  ),
];
