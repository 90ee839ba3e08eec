import { assertNever } from '../assert/assert.ts';
import { holdAuction } from './auctions.ts';
import type { Floor } from './floor.ts';
import { isPrint } from './print-matching.ts';
import { repeg } from './quote-matching.ts';
import { isClosingOrder, isOpeningOrder, type SymbolBook } from './symbol-book.ts';
import type { Slot } from './slot.ts';
import type { ExpireReason, SessionEvent } from './types.ts';

type Turn = 'pre' | 'open' | 'close' | 'dayEnd';

/** A step of the exchange day, a halt, or an official print. */
export function seeSession(floor: Floor, event: SessionEvent): void {
  switch (event.kind) {
    case 'time':
      return;
    case 'halt':
    case 'resume': {
      const book = floor.bookOf(event.symbol);
      book.isHalted = event.kind === 'halt';
      return refresh(floor, book);
    }
    case 'openingPrint':
    case 'closingPrint': {
      const book = floor.books.get(event.symbol);
      if (!book || book.isHalted || !isPrint(event)) return;
      if (event.kind === 'openingPrint') return holdAuction(floor, book, book.opening, event, 'opening');
      return holdAuction(floor, book, book.closing, event, 'closing');
    }
    case 'pre':
    case 'open':
    case 'close':
    case 'dayEnd':
      return turn(floor, event.kind);
    default:
      assertNever(event);
  }
}

function turn(floor: Floor, kind: Turn): void {
  floor.phase = kind === 'close' ? 'post' : kind === 'dayEnd' ? 'closed' : kind;
  if (kind === 'close') floor.expireAll(endAtClose);
  if (kind === 'dayEnd') floor.expireAll(endOfDay);
  // From here on those orders wait for the next opening.
  if (kind !== 'open') for (const slot of floor.slots.values()) slot.isForNextOpening = false;
  // By name, so that a restored matcher processes them in the same order.
  for (const [symbol, book] of [...floor.books].sort(([left], [right]) => (left < right ? -1 : 1))) {
    if (kind === 'dayEnd' && book.orderCount === 0 && !book.isHalted) floor.books.delete(symbol);
    else refresh(floor, book);
  }
}

/** Orders for the closing print wait for it beyond the close, and so do orders for the next session's opening. */
function endAtClose({ order, isForNextOpening }: Slot): ExpireReason | undefined {
  if (isOpeningOrder(order)) return isForNextOpening ? undefined : 'opening';
  return order.tif === 'Day' && !isClosingOrder(order) ? 'day' : undefined;
}

function endOfDay({ order }: Slot): ExpireReason | undefined {
  if (isClosingOrder(order)) return 'closing';
  return order.tif === 'GoodTillCrossing' ? 'crossing' : undefined;
}

function refresh(floor: Floor, book: SymbolBook): void {
  book.refresh(floor.config.queueMode);
  for (const slot of book.pegs) repeg(floor, book, slot);
}
