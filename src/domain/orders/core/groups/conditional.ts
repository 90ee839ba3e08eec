import { GroupError } from '../../errors.ts';
import { membersIn, type GroupAction, type PlannedGroup } from './action.ts';

/** The next action for an order that waits for a condition. It passes the risk checks when it is sent, not before. */
export function conditionalAction({ group }: PlannedGroup): GroupAction | undefined {
  const { groupId, request, causes = [] } = group;
  const [order] = request.orders;
  if (!order) return { kind: 'end', state: 'Failed', code: GroupError.InvalidGroup };
  const [sent] = membersIn(group, 'Conditional');
  if (sent) {
    if (sent.isOpen) return undefined;
    if (sent.filled > 0) return { kind: 'end', state: 'Completed', code: 0 };
    return { kind: 'end', state: sent.code === 0 ? 'Cancelled' : 'Failed', code: sent.code };
  }
  if (causes.includes('Lapsed')) return { kind: 'end', state: 'Cancelled', code: GroupError.ConditionNotMet };
  if (!causes.includes('Condition')) return undefined;
  return { kind: 'send', order, link: { groupId, role: 'Conditional', index: 0 }, isJudged: true };
}
