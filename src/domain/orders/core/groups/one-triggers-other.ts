import { GroupError } from '../../errors.ts';
import { membersIn, type GroupAction, type PlannedGroup } from './action.ts';

/** The next action for two orders of which the second is sent once the first is filled completely. */
export function oneTriggersOtherAction({ group }: PlannedGroup): GroupAction | undefined {
  const { groupId } = group;
  const [firstOrder, nextOrder] = group.request.orders;
  if (!firstOrder || !nextOrder) return { kind: 'end', state: 'Failed', code: GroupError.InvalidGroup };
  const [first] = membersIn(group, 'First');
  const [next] = membersIn(group, 'Next');
  if (!first)
    return { kind: 'send', order: firstOrder, link: { groupId, role: 'First', index: 0 }, isJudged: false };
  if (next) {
    if (next.isOpen || first.isOpen) return undefined;
    if (next.filled > 0) return { kind: 'end', state: 'Completed', code: 0 };
    return { kind: 'end', state: next.code === 0 ? 'Cancelled' : 'Failed', code: next.code };
  }
  if (first.isOpen) return undefined;
  if (first.filled >= first.quantity)
    return { kind: 'send', order: nextOrder, link: { groupId, role: 'Next', index: 1 }, isJudged: true };
  return {
    kind: 'end',
    state: 'Cancelled',
    code: first.filled > 0 ? GroupError.FirstNotFilled : first.code,
  };
}
