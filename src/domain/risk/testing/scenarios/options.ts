import { CALL, NOW, PUT, SELL } from '../contexts.ts';
import { account, all, held, option, scenario, without, write, type Scenario } from '../scenario.ts';

export const OPTIONS_SCENARIOS: readonly Scenario[] = [
  scenario(
    'option-contract',
    -11,
    'an option after its last session',
    all(option(), (c) => void (c.instrument.lastTradeMs = NOW)),
    all(option(), (c) => void (c.instrument.lastTradeMs = NOW + 1)),
  ),
  scenario(
    'option-contract',
    -11,
    'an option with an impossible expiration date',
    option({ symbol: 'SPY261332C00100000' }),
    option(),
  ),
  scenario(
    'option-position',
    -11,
    'closing more contracts than are held',
    all(option({ ...SELL, quantity: 2 }), held(CALL, 1)),
    all(option({ ...SELL, quantity: 2 }), held(CALL, 2)),
  ),
  scenario(
    'option-cover',
    -12,
    'a sale of the contract that covers a written one',
    all(option(SELL), held(CALL, 1), held('SPY261218C00105000', -1), without(16)),
    all(option(SELL), held(CALL, 2), held('SPY261218C00105000', -1), without(16)),
  ),
  scenario(
    'option-cover',
    -12,
    'a sale of the put that covers one resting to be written',
    all(
      option({ ...SELL, symbol: PUT }),
      held(PUT, 1),
      (c) => void c.portfolio.openInterest.set('SPY261218P00095000', { buy: 0, sell: 1 }),
      without(8),
    ),
    all(option({ ...SELL, symbol: PUT }), held(PUT, 1), held('SPY270115P00095000', -1), without(8)),
  ),
  scenario(
    'option-buying',
    -59,
    'a bought call',
    all(option(), without(2)),
    all(option(), account({ optionMask: 2 })),
  ),
  scenario(
    'option-combination',
    -60,
    'a call written against a better one',
    all(write(CALL), held('SPY261218C00095000', 1), without(4)),
    all(write(CALL), held('SPY261218C00095000', 1), account({ optionMask: 4 })),
  ),
  scenario(
    'option-combination',
    -60,
    'a leg of a strategy',
    all(option({ strategyId: 's1' }), without(4)),
    all(option({ strategyId: 's1' }), account({ optionMask: 4 })),
  ),
  scenario(
    'option-covered-call',
    -58,
    'a covered call',
    all(write(CALL), held('SPY', 100), without(1)),
    all(write(CALL), held('SPY', 100), account({ optionMask: 1 })),
  ),
  scenario(
    'option-uncovered-put',
    -61,
    'a put without cover',
    all(write(PUT), without(8)),
    all(write(PUT), account({ optionMask: 8 })),
  ),
  scenario(
    'option-uncovered-call',
    -62,
    'a call covered in part',
    all(write(CALL, { quantity: 2 }), held('SPY', 199), without(16)),
    all(write(CALL, { quantity: 2 }), held('SPY', 200), without(16)),
  ),
  scenario(
    'option-uncovered-index',
    -63,
    'an index call',
    all(write('SPX261218C05000000'), (c) => void (c.instrument.isIndexOption = true), without(32)),
    all(
      option({ symbol: 'SPX261218C05000000' }),
      (c) => void (c.instrument.isIndexOption = true),
      without(32),
    ),
  ),
];
