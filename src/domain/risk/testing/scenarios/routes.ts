import { ALL_ROUTE_PERMISSIONS, RoutePermissionBit } from '../../../orders/route-permissions.ts';
import { account, all, option, order, scenario, type Scenario } from '../scenario.ts';

export const ROUTES_SCENARIOS: readonly Scenario[] = [
  scenario(
    'known-route',
    -52,
    'a route that does not exist',
    (c) => void Object.assign(c, { route: null }),
    () => undefined,
  ),
  scenario(
    'route-permission',
    -76,
    'a route that the account may not use',
    order({ route: 'IEX' }),
    all(order({ route: 'IEX' }), account({ routes: ['SMART/IEX'] })),
  ),
  scenario(
    'route-permission',
    -76,
    'an option on a route for stocks',
    all(option(), (c) => void (c.route.takesOptions = false)),
    option(),
  ),
  scenario(
    'route-permission',
    -76,
    'a stock order to a destination where the account may send options only',
    account({ destinations: { SMART: RoutePermissionBit.Option } }),
    account({ destinations: { SMART: RoutePermissionBit.Stock } }),
  ),
  scenario(
    'route-permission',
    -76,
    'an option order to a destination that the account has no permission for',
    all(option(), account({ destinations: {} })),
    all(option(), account({ destinations: { SMART: ALL_ROUTE_PERMISSIONS } })),
  ),
  scenario(
    'venue-connected',
    -28,
    'a venue that is not connected',
    (c) => void (c.route.isConnected = false),
    () => undefined,
  ),
];
