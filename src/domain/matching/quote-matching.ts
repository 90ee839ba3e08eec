import { isEnough, isSliceOver, type Floor } from './floor.ts';
import type { Ladder } from './ladder.ts';
import { boundedE4, collaredE4, pegPriceE4 } from './reference-prices.ts';
import { isAnyPrice, shownOf, type Queue, type Slot } from './slot.ts';
import type { SymbolBook } from './symbol-book.ts';
import type { PriceE4 } from '../money/price.ts';
import type { ShownQuote } from './types.ts';

/** Applies new quotes: pegs follow them, queue estimates shrink with them, and orders that they reach trade. */
export function seeDepth(floor: Floor, book: SymbolBook, depth: readonly ShownQuote[]): void {
  const { display } = book;
  const { bestBidE4, bestAskE4 } = display;
  display.update(depth);
  if (book.orderCount === 0) return;
  if (book.pegs.size > 0 && (display.bestBidE4 !== bestBidE4 || display.bestAskE4 !== bestAskE4))
    for (const slot of book.pegs) repeg(floor, book, slot);
  if (floor.config.queueMode === 'queue') {
    shrinkQueues(book, true);
    shrinkQueues(book, false);
  }
  if (book.isHalted || floor.phase === 'closed') return;
  cross(floor, book, book.buys, true);
  cross(floor, book, book.sells, false);
  for (const slot of book.taking) {
    if (isAnyPrice(slot.limitE4) || display.reaches(slot.isBuy, slot.limitE4) || !floor.mayTrade(book, slot))
      continue;
    slot.isTaking = false;
    book.taking.delete(slot);
  }
}

/** Moves a peg to its new price, at the end of the queue there. */
export function repeg(floor: Floor, book: SymbolBook, slot: Slot): void {
  const priceE4 = pegPriceE4(slot.order, book.display, book.markE4);
  if (priceE4 === slot.limitE4 && slot.queue) return;
  book.leave(slot);
  slot.limitE4 = priceE4;
  floor.join(book, slot);
}

/** The farthest price that an order may trade at now: its limit, its bound, and the present collar. */
export function reachE4({ display, markE4 }: SymbolBook, { order, limitE4 }: Slot): PriceE4 {
  return order.collar === null
    ? boundedE4(order, limitE4)
    : collaredE4(order, order.collar, boundedE4(order, limitE4), display, markE4);
}

/**
 * Trades an order with the displayed quotes within its reach, best price first; of a resting iceberg only its displayed part. True when the order
 * was filled and closed.
 */
export function takeShown(floor: Floor, book: SymbolBook, slot: Slot): boolean {
  const { display } = book;
  const { isBuy, limitE4 } = slot;
  const reach = reachE4(book, slot);
  if (slot.order.minQuantity > 1 && !isEnough(slot, display.available(isBuy, reach))) return false;
  for (let side = display.bestLeft(isBuy, reach); side; side = display.bestLeft(isBuy, reach)) {
    const quantity = Math.min(slot.isTaking ? slot.leaves : shownOf(slot), side.shown - side.used);
    side.used += quantity;
    // A resting order fills at its own price. An arriving order fills at the displayed price, which may be better.
    const isDone = slot.isTaking
      ? floor.fill(book, slot, quantity, side.priceE4, side.exchange, 'R')
      : floor.fill(book, slot, quantity, limitE4, side.exchange, 'A');
    if (isDone) return true;
    if (!slot.isTaking && isSliceOver(slot)) {
      floor.renew(book, slot);
      return false;
    }
  }
  return false;
}

function cross(floor: Floor, book: SymbolBook, ladder: Ladder, isBuy: boolean): void {
  for (let index = ladder.levels.length - 1; index >= 0; index -= 1) {
    const level = ladder.levels[index];
    if (level === undefined || book.display.bestLeft(isBuy, level.priceE4) === undefined) return;
    for (let slot = level.head; slot;) {
      const { next, rank }: Slot = slot;
      const isDone = floor.mayTrade(book, slot) && takeShown(floor, book, slot);
      // An iceberg alone in its queue remains its last order.
      slot = next ?? (!isDone && slot.rank !== rank ? slot : null);
    }
  }
}

/** Quantity that is no longer displayed no longer precedes an order. Applies to the best level only: exchanges publish no other. */
function shrinkQueues(book: SymbolBook, isBuy: boolean): void {
  const bestE4 = isBuy ? book.display.bestBidE4 : book.display.bestAskE4;
  if (bestE4 === 0) return;
  const { levels } = isBuy ? book.buys : book.sells;
  for (let index = levels.length - 1; index >= 0; index -= 1) {
    const level = levels[index];
    if (level === undefined || (isBuy ? level.priceE4 < bestE4 : level.priceE4 > bestE4)) return;
    capAhead(level, level.priceE4 === bestE4 ? book.display.shownAt(isBuy, bestE4) : 0);
  }
}

/** The volume ahead rises towards the end of a queue, so only its end can be above the cap. */
export function capAhead(level: Queue, cap: number): void {
  for (let slot = level.tail; slot && slot.ahead > cap; slot = slot.previous) slot.ahead = cap;
}
