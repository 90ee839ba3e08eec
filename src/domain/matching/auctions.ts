import type { Floor } from './floor.ts';
import { isEnough } from './floor.ts';
import type { Ladder } from './ladder.ts';
import { boundedE4 } from './reference-prices.ts';
import type { AuctionSides, SymbolBook } from './symbol-book.ts';
import type { ExpireReason, TapePrint } from './types.ts';

/**
 * The paper auction: every order whose limit allows trades at the official print. Each side gets at most the configured share of the printed size
 * (every printed share had a buyer and a seller): orders without a limit first, then the better limit, then the older order. The rest expires;
 * orders for the next opening keep waiting.
 */
export function holdAuction(
  floor: Floor,
  book: SymbolBook,
  sides: AuctionSides,
  print: TapePrint,
  reason: ExpireReason,
): void {
  const allowed = Math.floor((print.size * floor.config.auctionPercent) / 100);
  holdSide(floor, book, sides.buys, true, print, allowed);
  holdSide(floor, book, sides.sells, false, print, allowed);
  for (const ladder of [sides.buys, sides.sells]) {
    for (const level of [...ladder.levels].reverse()) {
      for (let slot = level.head; slot;) {
        const { next } = slot;
        if (!slot.isForNextOpening) floor.expire(book, slot, reason);
        slot = next;
      }
    }
  }
}

function holdSide(
  floor: Floor,
  book: SymbolBook,
  ladder: Ladder,
  isBuy: boolean,
  print: TapePrint,
  allowed: number,
): void {
  let left = allowed;
  for (let index = ladder.levels.length - 1; index >= 0; index -= 1) {
    const level = ladder.levels[index];
    if (level === undefined || (isBuy ? level.priceE4 < print.priceE4 : level.priceE4 > print.priceE4))
      return;
    for (let slot = level.head; slot;) {
      const { next } = slot;
      const reach = boundedE4(slot.order, level.priceE4);
      if (
        !slot.isForNextOpening &&
        isEnough(slot, left) &&
        (isBuy ? reach >= print.priceE4 : reach <= print.priceE4)
      ) {
        const quantity = Math.min(left, slot.leaves);
        left -= quantity;
        floor.fill(book, slot, quantity, print.priceE4, print.exchange, 'R');
      }
      slot = next;
    }
  }
}
