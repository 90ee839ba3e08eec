/** Checks of the route that the order names. */
import { OrderError } from '../../orders/errors.ts';
import { permissionsAt, RoutePermissionBit } from '../../orders/route-permissions.ts';
import { riskCheck, sharedCheck } from '../check.ts';
import { kindOf } from '../exposure.ts';
import { routeKey } from '../types.ts';

/** Refuses an order for a route that does not exist. */
export const knownRoute = riskCheck({
  id: 'known-route',
  codes: [OrderError.UnknownRoute],
  title: 'Known route',
  explain: 'The route does not exist.',
  check: ({ route }) => (route ? 0 : OrderError.UnknownRoute),
});

/** Refuses an order for a destination or route that the account may not use, or that does not take stocks or options. */
export const routePermission = riskCheck({
  id: 'route-permission',
  codes: [OrderError.NoRoutePermission],
  title: 'Permission for the route',
  explain:
    'The account may not use the route or the destination for this kind of order, or the route does not take this kind of order.',
  check(context) {
    const { account, route, order } = context;
    const kind = kindOf(context);
    const isSupported =
      kind === 'Stock' ? route?.takesStocks === true : kind === 'Option' && route?.takesOptions === true;
    if (!isSupported || account?.destinations === undefined) return OrderError.NoRoutePermission;
    const bit = kind === 'Stock' ? RoutePermissionBit.Stock : RoutePermissionBit.Option;
    if ((permissionsAt(account.destinations, order.destination) & bit) === 0)
      return OrderError.NoRoutePermission;
    return account.routes?.includes(routeKey(order.destination, order.route)) === true
      ? 0
      : OrderError.NoRoutePermission;
  },
});

/** Refuses orders and requests for a venue that is not connected: they could not be delivered. */
export const venueConnected = sharedCheck({
  id: 'venue-connected',
  codes: [OrderError.ServerConnection],
  title: 'Connection of the route',
  explain: 'The venue behind the route is not connected.',
  check: ({ route }) => (route?.isConnected === true ? 0 : OrderError.ServerConnection),
});
