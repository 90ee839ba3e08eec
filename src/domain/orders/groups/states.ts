import type { FinalGroupState, GroupRole, GroupState } from './types.ts';

/** What moves a group from one state to another. */
export type GroupTrigger = 'exitSent' | 'closeSent' | 'cancelRequested' | FinalGroupState;

const OPEN: readonly GroupState[] = ['Working', 'Triggered', 'Closing', 'Cancelling'];

/** The state after each trigger, and the states in which the trigger makes sense; in any other it changes nothing. */
const GROUP_TRANSITIONS: Readonly<
  Record<GroupTrigger, { readonly to: GroupState; readonly from: readonly GroupState[] }>
> = {
  exitSent: { to: 'Triggered', from: ['Working'] },
  closeSent: { to: 'Closing', from: ['Working', 'Triggered'] },
  cancelRequested: { to: 'Cancelling', from: ['Working', 'Triggered', 'Closing'] },
  Completed: { to: 'Completed', from: OPEN },
  Cancelled: { to: 'Cancelled', from: OPEN },
  Failed: { to: 'Failed', from: OPEN },
};

/** The state after a trigger; undefined when the trigger is out of place. */
export function nextGroupState(state: GroupState, trigger: GroupTrigger): GroupState | undefined {
  const { to, from } = GROUP_TRANSITIONS[trigger];
  return from.includes(state) ? to : undefined;
}

/** The trigger of an order of this role that is accepted; undefined for the orders that a group begins with. */
export const TRIGGER_OF_ROLE: Readonly<Record<GroupRole, GroupTrigger | undefined>> = {
  Alternative: undefined,
  Entry: undefined,
  First: undefined,
  Target: 'exitSent',
  Stop: 'exitSent',
  Next: 'exitSent',
  Conditional: 'exitSent',
  Surplus: 'closeSent',
  Close: 'closeSent',
};

/** True while the group still acts on its orders. */
export const isLive = ({ state }: { readonly state: GroupState }): boolean => OPEN.includes(state);
