import { GroupError } from '../../errors.ts';
import { isLive } from '../../groups/states.ts';
import type { GroupKind } from '../../groups/types.ts';
import { membersIn, type GroupAction, type PlannedGroup } from './action.ts';
import { bracketAction } from './bracket.ts';
import { cancelAllAction } from './cancel-all.ts';
import { conditionalAction } from './conditional.ts';
import { flattenAction } from './flatten.ts';
import { oneCancelsOtherAction } from './one-cancels-other.ts';
import { oneTriggersOtherAction } from './one-triggers-other.ts';

const PLANS: Readonly<Record<GroupKind, (planned: PlannedGroup) => GroupAction | undefined>> = {
  OneCancelsOther: oneCancelsOtherAction,
  Bracket: bracketAction,
  OneTriggersOther: oneTriggersOtherAction,
  Conditional: conditionalAction,
  Flatten: flattenAction,
  CancelAll: cancelAllAction,
};

/**
 * The next action for a group, from the book alone; undefined when it waits for the market or has ended. The same book always gives the same action: after a
 * crash between any two records the group continues with the action that is missing.
 */
export function nextGroupAction(planned: PlannedGroup): GroupAction | undefined {
  const { group } = planned;
  if (!isLive(group)) return undefined;
  return group.state === 'Cancelling' ? cancellingAction(planned) : PLANS[group.request.kind](planned);
}

/** Cancels the open orders of the group. An order that closes a surplus continues: without it the account would keep what nobody ordered. */
function cancellingAction({ group }: PlannedGroup): GroupAction | undefined {
  const isFlattened = group.code === GroupError.Flattened;
  const open = group.members.find(({ isOpen, role }) => isOpen && (isFlattened || role !== 'Surplus'));
  if (open) return { kind: 'cancel', orderId: open.orderId, code: group.code || GroupError.GroupCancelled };
  if (membersIn(group, 'Surplus').some(({ isOpen }) => isOpen)) return undefined;
  return { kind: 'end', state: 'Cancelled', code: group.code };
}
