import type { BookGroup } from '../../groups/types.ts';
import { membersIn, type GroupAction, type PlannedGroup } from './action.ts';
import { closingOrder } from './orders-of-group.ts';

/**
 * Closes what filled beyond the group's quantity: orders that exclude each other may fill in one evaluation of the market. `shares`: positive = bought too
 * many. Undefined when there is nothing to do.
 */
export function surplusAction({ group, book }: PlannedGroup, shares: number): GroupAction | undefined {
  const sent = membersIn(group, 'Surplus');
  const open = sent.find(({ isOpen }) => isOpen);
  const symbol = group.members[0]?.symbol;
  if (shares === 0 || symbol === undefined) return open && { kind: 'cancel', orderId: open.orderId, code: 0 };
  if (open || hasFailed(group)) return undefined;
  return {
    kind: 'send',
    order: closingOrder(book, group, { role: 'Surplus', symbol, shares }),
    link: { groupId: group.groupId, role: 'Surplus', index: 0 },
    isJudged: false,
  };
}

/** True when a closing order ended unfilled: it was cancelled, or the market refused it. Another one would end likewise. */
function hasFailed(group: BookGroup): boolean {
  const last = membersIn(group, 'Surplus').at(-1);
  return last !== undefined && !last.isOpen && last.filled < last.quantity;
}
