import { Slot } from './slot.ts';
import type { MatchOrder } from './types.ts';

/** Used slots are kept for the next orders, so that a busy book makes no garbage. */
export class Slab {
  readonly #free: Slot[] = [];

  /** A slot with the terms of a new order, in no queue. */
  take(order: MatchOrder): Slot {
    const slot = this.#free.pop() ?? new Slot(order);
    slot.order = order;
    slot.isBuy = order.side === 'Buy';
    slot.leaves = order.quantity;
    return slot;
  }

  /** The slot must be out of every queue. */
  give(slot: Slot): void {
    slot.stopE4 = 0;
    slot.watermarkE4 = 0;
    slot.isTaking = false;
    slot.isTriggered = false;
    this.#free.push(slot);
  }
}
