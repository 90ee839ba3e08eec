import { isEnough, isSliceOver, type Floor } from './floor.ts';
import type { Ladder } from './ladder.ts';
import { capAhead } from './quote-matching.ts';
import { isAnyPrice, shownOf, type Queue, type Slot } from './slot.ts';
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

function walk(
  floor: Floor,
  book: SymbolBook,
  ladder: Ladder,
  isBuy: boolean,
  print: TapePrint,
  size: number,
): number {
  let left = size;
  for (let index = ladder.levels.length - 1; index >= 0; index -= 1) {
    const level = ladder.levels[index];
    if (level === undefined || (isBuy ? level.priceE4 < print.priceE4 : level.priceE4 > print.priceE4)) break;
    if (isAnyPrice(level.priceE4)) continue;
    if (level.priceE4 !== print.priceE4) {
      left = fillLevel(floor, book, level, print, left, 'through');
      capAhead(level, 0);
    } else if (floor.config.queueMode !== 'trade-through')
      left = fillLevel(floor, book, level, print, left, floor.config.queueMode);
  }
  return left;
}

/**
 * Remaining size of the print. In `queue` mode the volume ahead trades first. A print at the price fills the displayed part of an iceberg; a print
 * through the price has traded everything there, part after part.
 */
function fillLevel(
  floor: Floor,
  book: SymbolBook,
  level: Queue,
  print: TapePrint,
  size: number,
  how: 'touch' | 'queue' | 'through',
): number {
  const hasQueue = how === 'queue';
  let left = size;
  let tradedAhead = 0;
  let over: Slot[] | undefined;
  for (let slot = level.head; slot;) {
    const { next }: Slot = slot;
    let again: Slot | null = null;
    // A late print from before the arrival of the order cannot fill it.
    if (slot.enteredMs <= print.timeMs) {
      if (hasQueue) {
        const ahead = Math.min(slot.ahead - tradedAhead, left);
        left -= ahead;
        tradedAhead += ahead;
        slot.ahead -= tradedAhead;
      }
      if (!slot.isTaking && isEnough(slot, left) && floor.mayTrade(book, slot)) {
        const quantity = Math.min(left, shownOf(slot));
        left -= quantity;
        if (!floor.fill(book, slot, quantity, level.priceE4, print.exchange, 'A') && isSliceOver(slot)) {
          if (how === 'through') {
            floor.renew(book, slot);
            again = slot;
          } else (over ??= []).push(slot);
        }
      }
    }
    // An order alone in its queue remains its last order.
    slot = next ?? again;
  }
  for (const slot of over ?? []) floor.renew(book, slot);
  return left;
}

/** True for a print of whole shares at a valid price. */
export const isPrint = (print: TapePrint): boolean =>
  Number.isSafeInteger(print.priceE4) &&
  print.priceE4 > 0 &&
  Number.isSafeInteger(print.size) &&
  print.size > 0;
