/** An end that an order had when it was noted; whoever takes it out asks whether it still holds. */
export interface DueOrder {
  readonly atMs: number;
  readonly seq: number;
  readonly orderId: string;
}

/** Ends of dated orders, soonest first, equal ones in order of arrival. Cancelled orders stay in it until their time comes. */
export class ExpiryHeap {
  readonly #items: DueOrder[] = [];

  add(item: DueOrder): void {
    const items = this.#items;
    let at = items.length;
    items.push(item);
    while (at > 0) {
      const parentAt = (at - 1) >>> 1;
      const parent = items[parentAt];
      if (parent === undefined || !isSooner(item, parent)) break;
      items[at] = parent;
      at = parentAt;
    }
    items[at] = item;
  }

  /** Takes out the soonest that is due, if any. */
  takeDue(nowMs: number): DueOrder | undefined {
    const items = this.#items;
    const first = items[0];
    if (first === undefined || first.atMs > nowMs) return undefined;
    const last = items.pop();
    if (last !== undefined && items.length > 0) this.#sink(last);
    return first;
  }

  #sink(item: DueOrder): void {
    const items = this.#items;
    let at = 0;
    for (;;) {
      let childAt = 2 * at + 1;
      let child = items[childAt];
      const right = items[childAt + 1];
      if (child !== undefined && right !== undefined && isSooner(right, child)) {
        childAt += 1;
        child = right;
      }
      if (child === undefined || !isSooner(child, item)) break;
      items[at] = child;
      at = childAt;
    }
    items[at] = item;
  }
}

function isSooner(a: DueOrder, b: DueOrder): boolean {
  return a.atMs !== b.atMs ? a.atMs < b.atMs : a.seq < b.seq;
}
