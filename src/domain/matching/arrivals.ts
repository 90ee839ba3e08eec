import type { PriceE4 } from '../money/price.ts';
import type { Floor } from './floor.ts';
import { reachE4, repeg, seeDepth, takeShown } from './quote-matching.ts';
import { workingLimitE4 } from './reference-prices.ts';
import { isAnyPrice, type Slot } from './slot.ts';
import { isHit, stopsHitBy } from './stops.ts';
import { isClosingOrder, isOpeningOrder, isPeg, isStopOrder, type SymbolBook } from './symbol-book.ts';
import type { MarketNow } from './types.ts';

/** Evaluates the resting orders against the market of a request before the request itself: they arrived first. */
export function evaluate(floor: Floor, symbol: string, { lastE4, depth }: MarketNow): SymbolBook {
  const book = floor.bookOf(symbol);
  if (depth) seeDepth(floor, book, depth);
  if (lastE4 !== undefined && lastE4 > 0 && Number.isSafeInteger(lastE4)) {
    book.markE4 = lastE4;
    if (!canTrigger(floor, book)) book.lastE4 = lastE4;
    else if (lastE4 !== book.lastE4) tradedAt(floor, book, lastE4);
  }
  return book;
}

/** Applies a new last trade: trailing stops follow it, and stops that it reaches are triggered. */
export function tradedAt(floor: Floor, book: SymbolBook, lastE4: PriceE4): void {
  book.lastE4 = lastE4;
  book.markE4 = lastE4;
  if (book.orderCount === 0) return;
  // The collar of a peg moves with the last trade.
  for (const slot of book.pegs) if (slot.order.collar !== null) repeg(floor, book, slot);
  // So does the collar of market orders that wait for a price within it.
  for (const slot of book.taking)
    if (slot.order.collar !== null && floor.mayTrade(book, slot)) takeShown(floor, book, slot);
  for (const slot of stopsHitBy(floor, book, lastE4)) {
    book.leave(slot);
    trigger(floor, book, slot);
  }
}

/** Evaluates a slot that is in no queue, and puts it into its queue if it is still open. */
export function place(floor: Floor, book: SymbolBook, slot: Slot): void {
  const { order } = slot;
  slot.isTaking = false;
  if (isPeg(order)) repeg(floor, book, slot);
  else {
    slot.limitE4 = workingLimitE4(order);
    if (isStopOrder(order) && !slot.isTriggered) {
      if (canTrigger(floor, book) && isHit(slot, book.lastE4)) return trigger(floor, book, slot);
      floor.join(book, slot);
    } else if (!isLiveLimit(slot)) floor.join(book, slot);
    else if (!work(floor, book, slot)) return;
  }
  reportRest(floor, slot);
}

/** True for an order that works in continuous trading with or without a limit: no auction order, no waiting stop, no peg. */
export function isLiveLimit({ order, isTriggered }: Slot): boolean {
  return (
    !isPeg(order) && !isOpeningOrder(order) && !isClosingOrder(order) && (!isStopOrder(order) || isTriggered)
  );
}

/** Stops are triggered by regular trading only. */
const canTrigger = (floor: Floor, book: SymbolBook): boolean => floor.phase === 'open' && !book.isHalted;

function trigger(floor: Floor, book: SymbolBook, slot: Slot): void {
  floor.events.push({
    kind: 'trigger',
    orderId: slot.order.orderId,
    stopPriceE4: slot.stopE4,
    lastE4: book.lastE4,
    timeMs: floor.nowMs,
  });
  slot.isTriggered = true;
  if (work(floor, book, slot)) reportRest(floor, slot);
}

/** A market or limit order (or a triggered stop) takes what it can; the rest waits. False when the order was closed. */
function work(floor: Floor, book: SymbolBook, slot: Slot): boolean {
  const { isBuy, limitE4 } = slot;
  const { tif } = slot.order;
  const mayTrade = floor.mayTrade(book, slot);
  if (
    tif === 'FillOrKill' &&
    !(mayTrade && book.display.available(isBuy, reachE4(book, slot)) >= slot.leaves)
  ) {
    floor.cancel(book, slot, 'kill');
    return false;
  }
  slot.isTaking =
    !mayTrade || isAnyPrice(limitE4) || book.display.isBlank || book.display.reaches(isBuy, limitE4);
  if (mayTrade && slot.isTaking && takeShown(floor, book, slot)) return false;
  if (tif === 'ImmediateOrCancel') {
    floor.cancel(book, slot, 'immediate');
    return false;
  }
  floor.join(book, slot);
  return true;
}

function reportRest(floor: Floor, slot: Slot): void {
  floor.events.push({ kind: 'rest', orderId: slot.order.orderId, leaves: slot.leaves, timeMs: floor.nowMs });
}
