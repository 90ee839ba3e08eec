import { hasPermission, Permission } from '../../../domain/permissions.ts';
import { isOptionSymbol } from '../../../domain/symbols/symbol.ts';
import type { Body } from '../../../protocol/index.ts';
import { isOfferedRoute } from '../../brokerage/routes.ts';
import { NO_ACCOUNT, type Refusal } from '../../refusals.ts';
import type { OrderSendBody } from '../translate/brokerage.ts';
import { NO_OPTION_PERMISSION, TRADING_NOT_PERMITTED, UNKNOWN_ROUTE, WRONG_MESSAGE } from './refusals.ts';

/** An order that a request states. */
export type OrderBody = OrderSendBody | Body<'orderPreview'>['Order'];

/** The user of a request, and the permissions of its session or API key. */
export interface OrderSender {
  readonly userId: string;
  readonly permissionMask: number;
}

/** Whether the user may trade stocks or options. */
export const mayTrade = ({ permissionMask }: Pick<OrderSender, 'permissionMask'>): boolean =>
  hasPermission(permissionMask, Permission.Stocks) || hasPermission(permissionMask, Permission.OptionChain);

/** The refusal of an order that the user's permissions do not cover, or that names what there is not. `isOption`: the kind that its message is for; undefined for both. */
export function orderRefusal(
  body: OrderBody,
  isOption: boolean | undefined,
  { permissionMask, userId }: OrderSender,
): Refusal | undefined {
  const isOfOption = body.Legs !== undefined || isOptionSymbol(body.Symbol);
  if (!hasPermission(permissionMask, Permission.Stocks) && !isOfOption) return TRADING_NOT_PERMITTED;
  if (!hasPermission(permissionMask, Permission.OptionChain) && isOfOption) return NO_OPTION_PERMISSION;
  if (body.UserId !== userId) return NO_ACCOUNT;
  if (isOption !== undefined && isOption !== isOfOption) return WRONG_MESSAGE;
  return isOfferedRoute(body.Destination, body.Route) ? undefined : UNKNOWN_ROUTE;
}
