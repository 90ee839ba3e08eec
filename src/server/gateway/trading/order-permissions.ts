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

/** The refusal of a kind of order, of options or of stocks, that the permissions do not cover. */
export function kindRefusal(
  isOfOption: boolean,
  { permissionMask }: Pick<OrderSender, 'permissionMask'>,
): Refusal | undefined {
  if (!hasPermission(permissionMask, Permission.Stocks) && !isOfOption) return TRADING_NOT_PERMITTED;
  return !hasPermission(permissionMask, Permission.OptionChain) && isOfOption
    ? NO_OPTION_PERMISSION
    : undefined;
}

/** The refusal of an order that the user's permissions do not cover, or that names what there is not. `isOption`: the kind that its message is for; undefined for both. */
export function orderRefusal(
  body: OrderBody,
  isOption: boolean | undefined,
  sender: OrderSender,
): Refusal | undefined {
  const isOfOption = body.Legs !== undefined || isOptionSymbol(body.Symbol);
  const refusal = kindRefusal(isOfOption, sender);
  if (refusal) return refusal;
  if (body.UserId !== sender.userId) return NO_ACCOUNT;
  if (isOption !== undefined && isOption !== isOfOption) return WRONG_MESSAGE;
  return isOfferedRoute(body.Destination, body.Route) ? undefined : UNKNOWN_ROUTE;
}
