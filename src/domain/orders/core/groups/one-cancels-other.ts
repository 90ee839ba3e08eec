import { GroupError } from '../../errors.ts';
import { leavesOf } from '../held.ts';
import { filledOf, membersIn, netFilled, reasonOf, type GroupAction, type PlannedGroup } from './action.ts';
import { withLeaves } from './orders-of-group.ts';
import { surplusAction } from './surplus.ts';

/** The next action for orders that together fill one quantity: what one fills, the others lose. */
export function oneCancelsOtherAction(planned: PlannedGroup): GroupAction | undefined {
  const { group } = planned;
  const { orders } = group.request;
  const sent = membersIn(group, 'Alternative');
  const filled = filledOf(sent);
  const quantity = orders[0]?.quantity ?? 0;
  const missing = orders.findIndex((_, at) => !sent.some(({ index }) => index === at));
  const order = orders[missing];
  if (order && filled === 0)
    return {
      kind: 'send',
      order,
      link: { groupId: group.groupId, role: 'Alternative', index: missing },
      isJudged: false,
    };
  const net = netFilled(group);
  const surplus = Math.sign(net) * Math.max(0, Math.abs(net) - quantity);
  return (
    alternativeAction(planned, quantity - filled) ??
    surplusAction(planned, surplus) ??
    endAction(planned, surplus)
  );
}

function alternativeAction({ group, book }: PlannedGroup, leaves: number): GroupAction | undefined {
  for (const member of membersIn(group, 'Alternative')) {
    const order = member.isOpen ? book.orders.get(member.orderId) : undefined;
    if (!order) continue;
    if (leaves <= 0) return { kind: 'cancel', orderId: order.orderId, code: GroupError.OtherOrderFilled };
    if (leavesOf(order) !== leaves)
      return {
        kind: 'replace',
        orderId: order.orderId,
        order: withLeaves(book, order, 'Alternative', leaves),
      };
  }
  return undefined;
}

function endAction({ group }: PlannedGroup, surplus: number): GroupAction | undefined {
  if (group.members.some(({ isOpen }) => isOpen)) return undefined;
  const sent = membersIn(group, 'Alternative');
  if (surplus !== 0) return { kind: 'end', state: 'Failed', code: GroupError.SurplusLeft };
  return filledOf(sent) > 0
    ? { kind: 'end', state: 'Completed', code: 0 }
    : { kind: 'end', state: 'Cancelled', code: reasonOf(sent) };
}
