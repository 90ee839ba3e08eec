import { groupSerialOf } from '../../groups/group-id.ts';
import type { BookGroup } from '../../groups/types.ts';
import { tradedSymbols } from '../../legs.ts';
import { openOrdersOf } from '../account-book.ts';
import { liveGroupsOf } from '../book-groups.ts';
import type { BookOrder } from '../types.ts';
import type { GroupAction, PlannedGroup } from './action.ts';

/** Whether the group concerns the symbol: its own one, or each of the account. */
export const isInScope = ({ request }: BookGroup, symbol: string): boolean =>
  request.symbol === null || request.symbol === symbol;

/**
 * The next action that ends a group or an order from before this group and in its scope, with the code as the reason; undefined when there is none left. An
 * account-wide flatten is out of the scope of one symbol: it loses only its order in that symbol. Code 0, a cancel at the holder's request, leaves the order
 * that closes a surplus: without it the account would keep what nobody ordered.
 */
export function earlierAction({ group, book }: PlannedGroup, code: number): GroupAction | undefined {
  for (const other of liveGroupsOf(book, group.request.account))
    if (isEarlierGroup(group, other)) return { kind: 'cancelGroup', groupId: other.groupId, code };
  const account = book.accounts.get(group.request.account);
  for (const order of account ? openOrdersOf(account) : [])
    if (isEarlierOrder(group, order) && (code !== 0 || order.group?.role !== 'Surplus'))
      return { kind: 'cancel', orderId: order.orderId, code };
  return undefined;
}

const isEarlierGroup = (group: BookGroup, other: BookGroup): boolean =>
  other.state !== 'Cancelling' &&
  groupSerialOf(other.groupId) < groupSerialOf(group.groupId) &&
  (group.request.symbol === null || group.request.symbol === other.request.symbol);

const isEarlierOrder = (group: BookGroup, order: BookOrder): boolean =>
  Number(order.orderId) < groupSerialOf(group.groupId) &&
  [order.symbol, ...tradedSymbols(order)].some((symbol) => isInScope(group, symbol));
