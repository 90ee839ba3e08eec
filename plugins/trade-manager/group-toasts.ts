import { GroupError } from '../../src/domain/orders/errors.ts';
import { isLive } from '../../src/domain/orders/groups/states.ts';
import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import type { ToolPlatform, WireOrderGroup } from '../../src/plugin-api/index.ts';
import { groupStateText } from './group-labels.ts';

/** Ends that are not as intended although the group did all that it could. */
const REPORTED_CODES: readonly number[] = [GroupError.LateTimeExit, GroupError.ConditionNotMet];

const isReported = ({ State, ErrorCode = 0 }: WireOrderGroup): boolean =>
  State === 'Failed' || (!isLive({ state: State }) && REPORTED_CODES.includes(ErrorCode));

/** Shows a toast when a group fails, because it leaves a position without its exits, or an order unsent, and when it closed late. Returns the function that stops it. */
export function reportFailedGroups({
  groups,
  dialogs,
}: Pick<ToolPlatform, 'groups' | 'dialogs'>): () => void {
  let before = groups.get().groups;
  return groups.subscribe(() => {
    const now = groups.get().groups;
    for (const [groupId, group] of now) {
      const known = before.get(groupId);
      // One that ended before this client knew it was reported then, or is in the list.
      if (!isReported(group) || known === undefined || !isLive({ state: known.State })) continue;
      const symbol = group.Symbol === undefined ? '' : `${displaySymbol(group.Symbol)}: `;
      dialogs.toast({ message: `${symbol}${groupStateText(group)}`, tone: 'error', key: groupId });
    }
    before = now;
  });
}
