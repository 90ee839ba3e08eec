import type { OrderStatus } from '../../src/domain/orders/enumerations.ts';
import { OPEN_STATUSES } from '../../src/domain/orders/transitions.ts';

type StatusPart = { readonly Status: OrderStatus; readonly Unfill: number };

/** Not open ones by the list of the specification, yet the order works on: a change of it was refused, or its stop was reached. */
const WORKING_ON: ReadonlySet<OrderStatus> = new Set<OrderStatus>(['CancelRejected', 'ReplaceRejected', 'Stopped']);
/** A cancel or a change is on its way: another has to wait. */
const CHANGING: ReadonlySet<OrderStatus> = new Set<OrderStatus>(['CancelSent', 'CancelReplaceSent', 'ReplacePending']);

/** True while something of the order may still trade, also when a change is on its way. */
export function isWorking(order: StatusPart): boolean {
  return order.Unfill > 0 && (OPEN_STATUSES.has(order.Status) || WORKING_ON.has(order.Status));
}

/** True while a cancel makes sense. */
export function isCancellable(order: StatusPart): boolean {
  return isWorking(order) && !CHANGING.has(order.Status);
}
