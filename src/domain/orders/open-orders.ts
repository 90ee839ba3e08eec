import type { OrderStatus } from './enumerations.ts';
import { FINAL_STATUSES, OPEN_STATUSES } from './transitions.ts';

/** The one rule of what counts as an open order, as the wire and the grids name its parts. */
export interface OpenPart {
  readonly Status: OrderStatus;
  readonly Unfill: number;
}

/** On their way out, or just refused a change, or a stop that was reached: no open ones by the list of the specification, and not over. */
const LINGERING: ReadonlySet<OrderStatus> = new Set<OrderStatus>([
  'PendingCancel',
  'CancelRejected',
  'ReplaceRejected',
  'Stopped',
]);
/** A cancel or a change is on its way: another has to wait. */
const CHANGING: ReadonlySet<OrderStatus> = new Set<OrderStatus>([
  'CancelSent',
  'PendingCancel',
  'CancelReplaceSent',
  'ReplaceSent',
  'ReplacePending',
]);

/** The orders of the Open Orders list: the open statuses of the specification, and whatever comes between one of them and an end. */
export function isListedOpen({ Status, Unfill }: OpenPart): boolean {
  return OPEN_STATUSES.has(Status) || (Unfill > 0 && LINGERING.has(Status));
}

/** True while something of the order may still trade, also when a change is on its way. A cancel that was taken leaves nothing to change. */
export function isWorking(order: OpenPart): boolean {
  return order.Unfill > 0 && order.Status !== 'PendingCancel' && isListedOpen(order);
}

/** True while a cancel or a change makes sense: not when one is on its way already. */
export function isCancellable(order: OpenPart): boolean {
  return isListedOpen(order) && !CHANGING.has(order.Status);
}

/** True once nothing more happens to an order of itself. */
export const isOver = (status: OrderStatus): boolean => FINAL_STATUSES.has(status);
