import { isEnough, type Floor } from './floor.ts';
import type { Ladder } from './ladder.ts';
import { capAhead } from './quote-matching.ts';
import { isAnyPrice, type Queue } from './slot.ts';
import type { SymbolBook } from './symbol-book.ts';
import type { TapePrint } from './types.ts';

/**
 * Fills of orders that rest at the price of a print or that it went through: at their own price, best prices first, in queue order, all of
 * them together at most its size. Orders that have not rested yet (and those without a limit never do) trade with quotes only.
 */
export function fillFromPrint(floor: Floor, book: SymbolBook, print: TapePrint): void {
  const left = walk(floor, book, book.buys, true, print, print.size);
  walk(floor, book, book.sells, false, print, left);
}

function walk(floor: Floor, book: SymbolBook, ladder: Ladder, isBuy: boolean, print: TapePrint, size: number): number {
  let left = size;
  for (let index = ladder.levels.length - 1; index >= 0; index -= 1) {
    const level = ladder.levels[index];
    if (level === undefined || (isBuy ? level.priceE4 < print.priceE4 : level.priceE4 > print.priceE4)) break;
    if (isAnyPrice(level.priceE4)) continue;
    if (level.priceE4 !== print.priceE4) {
      left = fillLevel(floor, book, level, print, left, false);
      capAhead(level, 0);
    } else if (floor.config.queueMode !== 'trade-through') left = fillLevel(floor, book, level, print, left, floor.config.queueMode === 'queue');
  }
  return left;
}

/** What of the print is left. With `hasQueue` it first goes to the others who stood in front. */
function fillLevel(floor: Floor, book: SymbolBook, level: Queue, print: TapePrint, size: number, hasQueue: boolean): number {
  let left = size;
  let tradedAhead = 0;
  for (let slot = level.head; slot; ) {
    const { next } = slot;
    // An old print that comes late was not for an order that was not there.
    if (slot.enteredMs <= print.timeMs) {
      if (hasQueue) {
        const ahead = Math.min(slot.ahead - tradedAhead, left);
        left -= ahead;
        tradedAhead += ahead;
        slot.ahead -= tradedAhead;
      }
      if (!slot.isTaking && isEnough(slot, left) && floor.mayTrade(book, slot)) {
        const quantity = Math.min(left, slot.leaves);
        left -= quantity;
        floor.fill(book, slot, quantity, level.priceE4, print.exchange, 'A');
      }
    }
    slot = next;
  }
  return left;
}

/** True for a print of whole shares at a price that can be. */
export const isPrint = (print: TapePrint): boolean => Number.isSafeInteger(print.priceE4) && print.priceE4 > 0 && Number.isSafeInteger(print.size) && print.size > 0;
