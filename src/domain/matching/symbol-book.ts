import { assert } from '../assert/assert.ts';
import type { PriceE4 } from '../money/price.ts';
import { ORDER_TYPES } from '../orders/order-types.ts';
import { Display } from './display.ts';
import { Ladder } from './ladder.ts';
import { isAnyPrice, Queue, UNKNOWN_AHEAD, type Slot } from './slot.ts';
import type { MatchOrder, QueueMode } from './types.ts';

/** True for an order that trades only in the opening auction. */
export const isOpeningOrder = (order: MatchOrder): boolean => order.tif === 'AtOpening';
/** True for an order that trades only in the closing auction. */
export const isClosingOrder = (order: MatchOrder): boolean => ORDER_TYPES[order.type].isClosingAuction;
/** True for an order with a stop price, triggered or not. */
export const isStopOrder = (order: MatchOrder): boolean => ORDER_TYPES[order.type].takesStopPrice;
/** True for an order whose price follows a reference price. */
export const isPeg = (order: MatchOrder): boolean => ORDER_TYPES[order.type].isPegged;

/** The two sides of an auction. */
export class AuctionSides {
  readonly buys = new Ladder('highest');
  readonly sells = new Ladder('lowest');
}

/** The open orders of one symbol, and its last displayed quotes. */
export class SymbolBook {
  readonly symbol: string;
  readonly display = new Display();
  /** Live orders by price. */
  readonly buys = new Ladder('highest');
  readonly sells = new Ladder('lowest');
  /** Waiting stops by trigger, the next to be triggered last. */
  readonly buyStops = new Ladder('lowest');
  readonly sellStops = new Ladder('highest');
  readonly trailing = new Queue(0, null);
  /** Pegs whose reference is not shown. */
  readonly parked = new Queue(0, null);
  readonly opening = new AuctionSides();
  readonly closing = new AuctionSides();
  /** Open pegs in order of arrival. */
  readonly pegs = new Set<Slot>();
  /** Live orders that have not rested yet. */
  readonly taking = new Set<Slot>();
  isHalted = false;
  /** Price of the last print; 0 = none known. */
  lastE4: PriceE4 = 0;
  /** The reference of collars: the last trade, also one restored at a restart before any print. */
  markE4: PriceE4 = 0;
  orderCount = 0;

  constructor(symbol: string) {
    this.symbol = symbol;
  }

  /** The queue in which an order of this state belongs. */
  queueFor(slot: Slot): Queue {
    const { order, isBuy } = slot;
    if (isOpeningOrder(order)) return (isBuy ? this.opening.buys : this.opening.sells).at(slot.limitE4);
    if (isClosingOrder(order)) return (isBuy ? this.closing.buys : this.closing.sells).at(slot.limitE4);
    if (isStopOrder(order) && !slot.isTriggered) {
      if (order.stopType === 'Trailing') return this.trailing;
      return (isBuy ? this.buyStops : this.sellStops).at(slot.stopE4);
    }
    if (isPeg(order) && slot.limitE4 === 0) return this.parked;
    return (isBuy ? this.buys : this.sells).at(slot.limitE4);
  }

  /** Puts a slot at the end of its queue, behind the displayed quantity at its price. */
  join(slot: Slot, rank: number, mode: QueueMode): void {
    const queue = this.queueFor(slot);
    slot.rank = rank;
    slot.slice = slot.order.displayQuantity;
    slot.ahead = mode === 'queue' && isLive(queue, this) ? this.#aheadAt(slot, queue.tail) : 0;
    queue.append(slot);
    if (slot.isTaking) this.taking.add(slot);
  }

  /** Displays the next part of an iceberg, behind all displayed quantity at its price. */
  renew(slot: Slot, rank: number, mode: QueueMode): void {
    const { queue } = slot;
    assert(queue, 'what waits is in a queue');
    slot.rank = rank;
    slot.slice = slot.order.displayQuantity;
    slot.ahead = mode === 'queue' ? this.#aheadAt(slot, queue.tail === slot ? slot.previous : queue.tail) : 0;
    queue.toEnd(slot);
  }

  /** Takes a slot out of its queue. */
  leave(slot: Slot): void {
    slot.queue?.remove(slot);
    if (slot.isTaking) this.taking.delete(slot);
  }

  /** After a night or a halt: discards the displayed quotes, and treats live orders as newly arrived. */
  refresh(mode: QueueMode): void {
    this.display.clear();
    for (const ladder of [this.buys, this.sells]) {
      for (const level of ladder.levels) {
        for (let slot = level.head; slot; slot = slot.next) {
          slot.ahead = mode === 'queue' && !isAnyPrice(slot.limitE4) ? UNKNOWN_AHEAD : 0;
          if (isPeg(slot.order)) continue;
          slot.isTaking = true;
          this.taking.add(slot);
        }
      }
    }
  }

  /** Estimated volume ahead of an order that joins a price level now: at least that of the order before it. */
  #aheadAt(slot: Slot, last: Slot | null): number {
    const { limitE4, isBuy } = slot;
    if (isAnyPrice(limitE4)) return 0;
    const bestE4 = isBuy ? this.display.bestBidE4 : this.display.bestAskE4;
    let ahead: number;
    if (bestE4 > 0 && (isBuy ? limitE4 > bestE4 : limitE4 < bestE4)) ahead = 0;
    else ahead = this.display.shownAt(isBuy, limitE4) || UNKNOWN_AHEAD;
    return Math.max(ahead, last?.ahead ?? 0);
  }
}

const isLive = (queue: Queue, book: SymbolBook): boolean =>
  queue.ladder === book.buys || queue.ladder === book.sells;
