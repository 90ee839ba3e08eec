import type { PriceE4 } from '../money/price.ts';
import { trailingStopE4 } from '../orders/trail.ts';
import type { Floor } from './floor.ts';
import type { Ladder } from './ladder.ts';
import type { Slot } from './slot.ts';
import type { SymbolBook } from './symbol-book.ts';

/** Sets where a stop starts. A trailing stop begins at its own price or at its offset from the last trade, whichever is nearer to the market. */
export function armStop(slot: Slot, lastE4: PriceE4): void {
  const { order } = slot;
  slot.stopE4 = order.stopPriceE4;
  slot.watermarkE4 = 0;
  if (order.stopType === 'Trailing' && lastE4 > 0) trail(slot, lastE4);
}

/** True when the last trade has reached the stop: at or above it for a buy, at or below it for a sale. */
export function isHit(slot: Slot, lastE4: PriceE4): boolean {
  if (lastE4 === 0 || slot.stopE4 === 0) return false;
  return slot.isBuy ? lastE4 >= slot.stopE4 : lastE4 <= slot.stopE4;
}

/** Moves trailing stops after a print, and takes all stops that it hits out of waiting: the most eager first, trailing ones last. */
export function stopsHitBy(floor: Floor, book: SymbolBook, lastE4: PriceE4): Slot[] {
  const hit: Slot[] = [];
  collect(book.buyStops, hit, lastE4);
  collect(book.sellStops, hit, lastE4);
  for (let slot = book.trailing.head; slot; slot = slot.next) {
    if (trail(slot, lastE4))
      floor.events.push({
        kind: 'trail',
        orderId: slot.order.orderId,
        stopPriceE4: slot.stopE4,
        watermarkE4: slot.watermarkE4,
        timeMs: floor.nowMs,
      });
    if (isHit(slot, lastE4)) hit.push(slot);
  }
  return hit;
}

function collect(ladder: Ladder, hit: Slot[], lastE4: PriceE4): void {
  for (let index = ladder.levels.length - 1; index >= 0; index -= 1) {
    const level = ladder.levels[index];
    if (!level?.head || !isHit(level.head, lastE4)) return;
    for (let slot: Slot | null = level.head; slot; slot = slot.next) hit.push(slot);
  }
}

/** The watermark is the best price for the position since the order came: the highest for a sale, the lowest for a buy. The stop only follows it. */
function trail(slot: Slot, lastE4: PriceE4): boolean {
  const isBest =
    slot.watermarkE4 === 0 || (slot.isBuy ? lastE4 < slot.watermarkE4 : lastE4 > slot.watermarkE4);
  if (!isBest) return false;
  slot.watermarkE4 = lastE4;
  const trailedE4 = trailingStopE4(slot.order, lastE4);
  const isNearer = slot.stopE4 === 0 || (slot.isBuy ? trailedE4 < slot.stopE4 : trailedE4 > slot.stopE4);
  if (!isNearer || trailedE4 === 0) return false;
  slot.stopE4 = trailedE4;
  return true;
}
