import { RoutePermissionBit } from '../../domain/orders/route-permissions.ts';
import type { Body, Message } from '../../protocol/index.ts';
import type { RoutePermission, SessionState } from '../types.ts';

const routeFromWire = ({
  Permissions,
  ...item
}: Body<'routePermissions'>['Items'][number]): RoutePermission => ({
  ...item,
  Stock: (Permissions & RoutePermissionBit.Stock) !== 0,
  Option: (Permissions & RoutePermissionBit.Option) !== 0,
});

/** What a message of the trading socket changes in the state of the session; undefined for a message that carries no such fact. */
export function sessionFacts(message: Message<'trading', 'toClient'>): Partial<SessionState> | undefined {
  switch (message.name) {
    case 'userInfo':
      return { userName: message.body.UserName, profile: message.body };
    case 'calendar':
      return { calendar: message.body.Items };
    case 'market':
      return { market: message.body };
    case 'permissions':
      return { permissionMask: message.body.Mask };
    case 'routePermissions':
      return { routes: message.body.Items.map(routeFromWire) };
    default:
      return undefined;
  }
}
