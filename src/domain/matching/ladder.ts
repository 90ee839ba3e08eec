import type { PriceE4 } from '../money/price.ts';
import { Queue } from './slot.ts';

/** Price levels, the best one last: most changes happen there, and an array is cheapest to change at its end. */
export class Ladder {
  readonly levels: Queue[] = [];
  /** Sort key of each level. A search in one array of numbers has fewer cache misses than one through the levels. */
  readonly #keys: number[] = [];
  readonly #sign: 1 | -1;

  constructor(best: 'highest' | 'lowest') {
    this.#sign = best === 'highest' ? 1 : -1;
  }

  get best(): Queue | undefined {
    return this.levels.at(-1);
  }

  /** The level of a price, made when there is none. */
  at(priceE4: PriceE4): Queue {
    const index = this.#placeOf(priceE4);
    const found = this.levels[index];
    if (found?.priceE4 === priceE4) return found;
    const made = new Queue(priceE4, this);
    if (index === this.levels.length) {
      this.levels.push(made);
      this.#keys.push(this.#sign * priceE4);
    } else {
      this.levels.splice(index, 0, made);
      this.#keys.splice(index, 0, this.#sign * priceE4);
    }
    return made;
  }

  /** Removes the level of a price, if there is one. */
  drop(priceE4: PriceE4): void {
    const index = this.#placeOf(priceE4);
    if (this.levels[index]?.priceE4 !== priceE4) return;
    if (index === this.levels.length - 1) {
      this.levels.pop();
      this.#keys.pop();
    } else {
      this.levels.splice(index, 1);
      this.#keys.splice(index, 1);
    }
  }

  /** Index of the first level with a key of at least that of the price. */
  #placeOf(priceE4: PriceE4): number {
    const keys = this.#keys;
    const key = this.#sign * priceE4;
    let low = 0;
    let high = keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((keys[middle] ?? Number.POSITIVE_INFINITY) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
