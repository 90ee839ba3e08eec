import { isLive } from '../../src/domain/orders/groups/states.ts';
import type { OrderGroupsState, WireOrderGroup } from '../../src/plugin-api/index.ts';

/** Groups whose order waits for a condition: the server has not sent it, so no row of Open Orders shows it. `symbol`: of the order; absent = any. */
export const waitingGroups = (
  { groups }: Pick<OrderGroupsState, 'groups'>,
  symbol?: string,
): readonly WireOrderGroup[] =>
  [...groups.values()].filter(
    ({ Kind, State, Orders, Symbol: traded }) =>
      Kind === 'Conditional' &&
      isLive({ state: State }) &&
      Orders.length === 0 &&
      (symbol === undefined || traded === symbol),
  );
