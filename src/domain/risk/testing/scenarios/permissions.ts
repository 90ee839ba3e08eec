import { SHORT } from '../contexts.ts';
import { account, all, option, order, scenario, type Scenario } from '../scenario.ts';

export const PERMISSIONS_SCENARIOS: readonly Scenario[] = [
  scenario(
    'equity-permission',
    -80,
    'no permission for stocks',
    account({ permissionMask: 2 }),
    account({ permissionMask: 1 }),
  ),
  scenario(
    'option-permission',
    -81,
    'no permission for options',
    all(option(), account({ permissionMask: 1 })),
    all(option(), account({ permissionMask: 2 })),
  ),
  scenario(
    'future-permission',
    -82,
    'no permission for futures',
    all(order({ symbol: '/ES' }), account({ permissionMask: 1 })),
    account({ permissionMask: 1 }),
  ),
  scenario(
    'future-permission',
    -82,
    'a future that looks like a stock',
    all((c) => void (c.instrument.securityType = 'Future'), account({ permissionMask: 1 })),
    account({ permissionMask: 1 }),
  ),
  scenario(
    'options-allowed',
    -10,
    'no approval for options',
    all(option(), account({ optionMask: 0 })),
    all(option(), account({ optionMask: 2 })),
  ),
  scenario(
    'options-allowed',
    -10,
    'a symbol as long as an option has',
    all(order({ symbol: 'ABCDEFGHIJKLMN' }), account({ optionMask: 0 })),
    all(order({ symbol: 'ABCDEFGHIJKLM' }), account({ optionMask: 0 })),
  ),
  scenario(
    'country-permission',
    -75,
    'a foreign stock',
    (c) => void (c.instrument.country = 'CA'),
    all((c) => void (c.instrument.country = 'CA'), account({ countries: ['US', 'CA'] })),
  ),
  scenario(
    'cash-account',
    -73,
    'a short sale in a cash account',
    all(order(SHORT), account({ kind: 'cash' })),
    account({ kind: 'cash' }),
  ),
  scenario(
    'cash-account',
    -73,
    'a margin order in a cash account',
    all(order({ tradeType: 'Margin' }), account({ kind: 'cash' })),
    order({ tradeType: 'Margin' }),
  ),
  scenario(
    'cash-permission',
    -77,
    'a cash order without permission',
    account({ kind: 'cash', tradeTypes: ['Margin'] }),
    account({ kind: 'cash', tradeTypes: ['Cash'] }),
  ),
  scenario(
    'margin-permission',
    -78,
    'a margin order without permission',
    account({ tradeTypes: ['Cash', 'Short'] }),
    account({ tradeTypes: ['Margin'] }),
  ),
  scenario(
    'short-permission',
    -79,
    'a short order without permission',
    all(order(SHORT), account({ tradeTypes: ['Cash', 'Margin'] })),
    all(order(SHORT), account({ tradeTypes: ['Short'] })),
  ),
];
