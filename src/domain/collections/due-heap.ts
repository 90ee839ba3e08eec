/** Something that becomes due at a time; `seq` orders items of one time. */
export interface Due {
  readonly atMs: number;
  readonly seq: number;
}

/** Items by the time at which they become due, soonest first. An item cannot be removed before: the caller checks whether it still holds. */
export class DueHeap<Item extends Due> {
  readonly #items: Item[] = [];

  add(item: Item): void {
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

  /** Removes and returns the soonest item that is due; undefined when none is. */
  takeDue(nowMs: number): Item | undefined {
    const items = this.#items;
    const first = items[0];
    if (first === undefined || first.atMs > nowMs) return undefined;
    const last = items.pop();
    if (last !== undefined && items.length > 0) this.#sink(last);
    return first;
  }

  #sink(item: Item): void {
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

function isSooner(a: Due, b: Due): boolean {
  return a.atMs !== b.atMs ? a.atMs < b.atMs : a.seq < b.seq;
}
