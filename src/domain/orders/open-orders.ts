import type { OrderStatus } from './enumerations.ts';
import { ORDER_STATUSES } from './order-statuses.ts';

/** The one rule of what counts as an open order, as the wire and the grids name its parts. */
export interface OpenPart {
  readonly Status: OrderStatus;
  readonly Unfill: number;
}

/** The orders of the Open Orders list: the open statuses of the specification, and whatever comes between one of them and an end. */
export function isListedOpen({ Status, Unfill }: OpenPart): boolean {
  const { listedOpen } = ORDER_STATUSES[Status];
  return listedOpen === 'always' || (listedOpen === 'while-unfilled' && Unfill > 0);
}

/** True while something of the order may still trade, also when a change is on its way. A cancel that was taken leaves nothing to change. */
export function isWorking(order: OpenPart): boolean {
  return order.Unfill > 0 && order.Status !== 'PendingCancel' && isListedOpen(order);
}

/** True while a cancel or a change makes sense: not when one is on its way already. */
export function isCancellable(order: OpenPart): boolean {
  return isListedOpen(order) && ORDER_STATUSES[order.Status].stage !== 'changing';
}

/** True once nothing more happens to an order of itself. */
export const isOver = (status: OrderStatus): boolean => ORDER_STATUSES[status].stage === 'done';
