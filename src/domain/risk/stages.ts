import type { OrderStatus } from '../orders/enumerations.ts';
import { ORDER_STATUSES, type OrderStage } from '../orders/order-statuses.ts';

/** The stage of a status from outside; an unknown status counts as done, so that nothing may be changed. */
export function stageOf(status: OrderStatus): OrderStage {
  return Object.hasOwn(ORDER_STATUSES, status) ? ORDER_STATUSES[status].stage : 'done';
}
