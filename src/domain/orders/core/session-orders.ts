import type { BookGroup, GroupRole } from '../groups/types.ts';
import { ORDER_TYPES } from '../order-types.ts';
import type { BookOrder } from './types.ts';

/** Roles of orders that close what a group has opened, or what the account holds. */
const CLOSING_ROLES: readonly GroupRole[] = ['Target', 'Stop', 'Surplus', 'Close'];

/**
 * Whether an order stays in the market when the session that sent it is lost, because it protects a position: exits of brackets, closing orders of a
 * flatten, and stops and one-cancels-other orders that close a position. Everything else could open one, or wait for a price that nobody watches.
 */
export function isProtective({ group, source, type }: Pick<BookOrder, 'group' | 'source' | 'type'>): boolean {
  if (group && CLOSING_ROLES.includes(group.role)) return true;
  if (source !== 'Close' && source !== 'Cover') return false;
  return group?.role === 'Alternative' || ORDER_TYPES[type].takesStopPrice;
}

/**
 * Whether an order of a Conditional group stays, sent or not, when the session that placed the group is lost: one that closes a position. A condition is how a stop on the price of
 * another symbol, or at a time, is entered.
 */
export const isProtectiveGroup = ({ request }: Pick<BookGroup, 'request'>): boolean =>
  request.orders.every(({ source }) => source === 'Close' || source === 'Cover');

/** Roles in which an order of a group is sent by the request that makes the group. */
const REQUESTED_ROLES: readonly GroupRole[] = ['Entry', 'Alternative', 'First'];

/** Whether the order is the sender's own, and not one that the server sends later for its group. */
export const isRequested = (role: GroupRole | undefined): boolean =>
  role === undefined || REQUESTED_ROLES.includes(role);
