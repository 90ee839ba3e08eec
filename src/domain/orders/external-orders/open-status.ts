import type { OrderStatus } from '../enumerations.ts';
import { FINAL_STATUSES } from '../transitions.ts';

/** True while an order in this product status may still change at the broker. */
export function isOpenStatus(status: OrderStatus): boolean {
  return !FINAL_STATUSES.has(status) && status !== 'ReplaceDone';
}
