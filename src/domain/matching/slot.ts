import { assert } from '../assert/assert.ts';
import type { PriceE4 } from '../money/price.ts';
import type { MatchOrder } from './types.ts';

/** Volume ahead of an order whose price level has not been displayed yet. */
export const UNKNOWN_AHEAD = Number.MAX_SAFE_INTEGER;
/** Limits of orders without a limit: better than every price. */
export const ANY_BUY_E4: PriceE4 = Number.MAX_SAFE_INTEGER;
/** The working price of a sell order without a limit. */
export const ANY_SELL_E4: PriceE4 = 0;
/** True for the working price of an order without a limit. */
export const isAnyPrice = (limitE4: PriceE4): boolean => limitE4 === ANY_BUY_E4 || limitE4 === ANY_SELL_E4;

/** An order in the slab. Always in exactly one queue while it is open; links are part of the slot. */
export class Slot {
  order: MatchOrder;
  isBuy = false;
  leaves = 0;
  /** The price it works at now: limit, peg, or `ANY_…`. A peg without a reference has 0 and waits. */
  limitE4: PriceE4 = 0;
  stopE4: PriceE4 = 0;
  watermarkE4: PriceE4 = 0;
  /** Shares of others that trade at its price before it. Within a queue it never falls from an order to the next. */
  ahead = 0;
  /** Remaining displayed part of an iceberg; unused for other orders. */
  slice = 0;
  /** True while it takes displayed quotes at their prices. Afterwards it rests, and fills at its own price. */
  isTaking = false;
  isTriggered = false;
  /** An opening order that arrived after the opening: it takes part in that of the next session. */
  isForNextOpening = false;
  enteredMs = 0;
  /** Order of arrival; a new one when priority is lost. */
  seq = 0;
  /** Order of joining the queue it is in. */
  rank = 0;
  queue: Queue | null = null;
  previous: Slot | null = null;
  next: Slot | null = null;

  constructor(order: MatchOrder) {
    this.order = order;
  }
}

/** Quantity of a resting order that may trade before it goes to the end of its queue. */
export function shownOf({ order, leaves, slice }: Slot): number {
  return order.displayQuantity === 0 ? leaves : Math.min(slice, leaves);
}

/** Notified when a level has become empty. */
interface LevelOwner {
  drop(priceE4: PriceE4): void;
}

/** Orders in time order, linked through their slots. One price level of a ladder, or a queue of its own. */
export class Queue {
  readonly priceE4: PriceE4;
  readonly ladder: LevelOwner | null;
  head: Slot | null = null;
  tail: Slot | null = null;

  constructor(priceE4: PriceE4, ladder: LevelOwner | null) {
    this.priceE4 = priceE4;
    this.ladder = ladder;
  }

  /** Puts a slot without a queue at the end of this one. */
  append(slot: Slot): void {
    slot.queue = this;
    slot.previous = this.tail;
    slot.next = null;
    if (this.tail) this.tail.next = slot;
    else this.head = slot;
    this.tail = slot;
  }

  /** Puts a slot of the queue behind all others. */
  toEnd(slot: Slot): void {
    assert(slot.queue === this, 'a slot moves within the queue it is in');
    if (!slot.next) return;
    if (slot.previous) slot.previous.next = slot.next;
    else this.head = slot.next;
    slot.next.previous = slot.previous;
    this.append(slot);
  }

  /** Takes a slot out; a level that is empty then leaves its ladder. */
  remove(slot: Slot): void {
    assert(slot.queue === this, 'a slot leaves the queue it is in');
    if (slot.previous) slot.previous.next = slot.next;
    else this.head = slot.next;
    if (slot.next) slot.next.previous = slot.previous;
    else this.tail = slot.previous;
    slot.queue = null;
    slot.previous = null;
    slot.next = null;
    if (this.head === null) this.ladder?.drop(this.priceE4);
  }
}
