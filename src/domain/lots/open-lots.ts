import { assertNever } from '../assert/assert.ts';
import type { MoneyE4, PriceE4 } from '../money/price.ts';
import type { LotMethod } from './types.ts';

/** A lot while trades are matched. */
export interface OpenLot {
  readonly lotId: string;
  readonly openedQuantity: number;
  readonly isShort: boolean;
  readonly priceE4: PriceE4;
  readonly openedMs: number;
  readonly orderId: string | null;
  /** Its place among all lots, the oldest first. */
  readonly place: number;
  quantity: number;
  feesE4: MoneyE4;
  /** Cost beyond price × shares. */
  restE4?: MoneyE4 | undefined;
}

/** The open lots of a position, which finds the next one of each method without walking all. Lots without a quantity are passed over. */
export class OpenLots {
  readonly #byId = new Map<string, OpenLot>();
  /** In the order of opening. */
  readonly #lots: OpenLot[] = [];
  #oldest = 0;
  /** A binary heap with the dearest long or the cheapest short lot on top; made with the first use of the method. */
  #heap: OpenLot[] | undefined;

  add(lot: Omit<OpenLot, 'place'>): void {
    const added = { ...lot, place: this.#lots.length };
    this.#byId.set(lot.lotId, added);
    this.#lots.push(added);
    if (this.#heap) push(this.#heap, added);
  }

  byId(lotId: string): OpenLot | undefined {
    const lot = this.#byId.get(lotId);
    return lot && lot.quantity > 0 ? lot : undefined;
  }

  /** The lot that the method closes first; undefined when none is open. */
  next(method: LotMethod): OpenLot | undefined {
    switch (method) {
      case 'FIFO':
        return this.#next();
      case 'LIFO':
        while (this.#lots.length > this.#oldest && this.#lots.at(-1)?.quantity === 0) this.#lots.pop();
        return this.#lots.length > this.#oldest ? this.#lots.at(-1) : undefined;
      case 'HighestCost':
        return this.#dearest();
      default:
        return assertNever(method);
    }
  }

  /** The open lots, the oldest first. */
  open(): OpenLot[] {
    return this.#lots.filter(({ quantity }) => quantity > 0);
  }

  #next(): OpenLot | undefined {
    while (this.#lots[this.#oldest]?.quantity === 0) this.#oldest += 1;
    return this.#lots[this.#oldest];
  }

  #dearest(): OpenLot | undefined {
    if (!this.#heap) {
      this.#heap = [];
      for (const lot of this.open()) push(this.#heap, lot);
    }
    while (this.#heap[0]?.quantity === 0) pop(this.#heap);
    return this.#heap[0];
  }
}

/** Whether a lot comes before another one by the highest cost. The lots of a position are all long or all short. */
function isBefore(left: OpenLot, right: OpenLot): boolean {
  if (left.priceE4 === right.priceE4) return left.place < right.place;
  return left.priceE4 > right.priceE4 !== left.isShort;
}

function push(heap: OpenLot[], lot: OpenLot): void {
  let at = heap.length;
  while (at > 0) {
    const above = (at - 1) >>> 1;
    const parent = heap[above];
    if (!parent || !isBefore(lot, parent)) break;
    heap[at] = parent;
    at = above;
  }
  heap[at] = lot;
}

function pop(heap: OpenLot[]): void {
  const last = heap.pop();
  if (!last || heap.length === 0) return;
  let at = 0;
  for (;;) {
    const below = firstChild(heap, at);
    const child = heap[below];
    if (!child || !isBefore(child, last)) break;
    heap[at] = child;
    at = below;
  }
  heap[at] = last;
}

/** Index of the child that comes first; beyond the heap when there is none. */
function firstChild(heap: readonly OpenLot[], at: number): number {
  const left = at * 2 + 1;
  const [first, second] = [heap[left], heap[left + 1]];
  return first && second && isBefore(second, first) ? left + 1 : left;
}
