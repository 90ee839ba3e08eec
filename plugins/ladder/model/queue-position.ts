import { quantityAhead } from '../../../src/domain/execution/queue-position.ts';
import type { PriceE4 } from '../../../src/domain/money/price.ts';

/** A working limit order, as far as its place in the queue depends on it. */
export interface QueuedOrder {
  readonly orderId: string;
  readonly isBuy: boolean;
  readonly priceE4: PriceE4;
  /** Quantity left to fill. */
  readonly left: number;
}

interface Place {
  readonly priceE4: PriceE4;
  readonly left: number;
  /** Quantity that is filled before this order; null while the exchanges display nothing at its price. */
  ahead: number | null;
}

/** Estimates how much is filled before each own order at its price, by the rule of `quantityAhead`. An order joins behind all that is displayed. */
export class QueuePositions {
  readonly #places = new Map<string, Place>();

  /**
   * Takes the working orders and what is displayed now.
   * @param displayed size at a price on the side of an order; 0 when it is unknown
   */
  update(
    orders: readonly QueuedOrder[],
    displayed: (order: Pick<QueuedOrder, 'isBuy' | 'priceE4'>) => number,
  ): void {
    const seen = new Set<string>();
    for (const order of orders) {
      seen.add(order.orderId);
      const size = displayed(order);
      const place = this.#places.get(order.orderId);
      this.#places.set(order.orderId, {
        priceE4: order.priceE4,
        left: order.left,
        ahead: aheadOf(place, order, size),
      });
    }
    for (const orderId of this.#places.keys()) if (!seen.has(orderId)) this.#places.delete(orderId);
  }

  /** A trade at a price takes from the front of the queues there. */
  trade(priceE4: PriceE4, size: number): void {
    for (const place of this.#places.values())
      if (place.priceE4 === priceE4)
        place.ahead = quantityAhead({ ahead: place.ahead, traded: size, displayed: 0 });
  }

  /** Quantity ahead of an order; null when it is unknown. */
  ahead(orderId: string): number | null {
    return this.#places.get(orderId)?.ahead ?? null;
  }
}

function aheadOf(place: Place | undefined, order: QueuedOrder, displayed: number): number | null {
  const isNew = place === undefined || place.priceE4 !== order.priceE4 || order.left > place.left;
  if (isNew) return displayed > 0 ? displayed : null;
  // A fill of this order means that nothing is ahead of it.
  if (order.left < place.left) return 0;
  return quantityAhead({ ahead: place.ahead, traded: 0, displayed });
}
