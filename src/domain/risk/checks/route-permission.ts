import { OrderError } from '../../orders/errors.ts';
import { permissionsAt, RoutePermissionBit } from '../../orders/route-permissions.ts';
import { riskCheck } from '../check.ts';
import { kindOf } from '../exposure.ts';
import { routeKey } from '../types.ts';

export const routePermission = riskCheck({
  id: 'route-permission',
  codes: [OrderError.NoRoutePermission],
  title: 'Permission for the route',
  explain:
    'The account may not use the route or the destination for this kind of order, or the route does not take this kind of order.',
  check(context) {
    const { account, route, order } = context;
    const kind = kindOf(context);
    const isTaken =
      kind === 'Stock' ? route?.takesStocks === true : kind === 'Option' && route?.takesOptions === true;
    if (!isTaken || account?.destinations === undefined) return OrderError.NoRoutePermission;
    const bit = kind === 'Stock' ? RoutePermissionBit.Stock : RoutePermissionBit.Option;
    if ((permissionsAt(account.destinations, order.destination) & bit) === 0)
      return OrderError.NoRoutePermission;
    return account.routes?.includes(routeKey(order.destination, order.route)) === true
      ? 0
      : OrderError.NoRoutePermission;
  },
});
