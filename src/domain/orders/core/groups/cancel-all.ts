import type { GroupAction, PlannedGroup } from './action.ts';
import { earlierAction } from './earlier.ts';

/** The next action for a cancel of all orders: ends groups and orders from before it, at the holder's request. */
export const cancelAllAction = (planned: PlannedGroup): GroupAction | undefined =>
  earlierAction(planned, 0) ?? { kind: 'end', state: 'Completed', code: 0 };
