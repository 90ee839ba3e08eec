import { toPriceE4, type PriceE4 } from '../../../src/domain/money/price.ts';
import { rowBelow } from './row-book.ts';

/** A print: dollars, and shares or contracts. */
export interface Print {
  readonly price: number;
  readonly size: number;
}

/** Volume traded at each price since the first print that it was given. */
export class TradedVolume {
  /** By the exact price, so that another distance between the rows needs no new prints. */
  readonly #atPrice = new Map<PriceE4, number>();
  #rows = new Map<PriceE4, number>();
  #largest = 1;
  #stepE4: PriceE4;

  constructor(stepE4: PriceE4) {
    this.#stepE4 = stepE4;
  }

  /** Largest volume of a row, 1 when there is none. */
  get largest(): number {
    return this.#largest;
  }

  add({ price, size }: Print): void {
    const priceE4 = toPriceE4(price);
    this.#atPrice.set(priceE4, (this.#atPrice.get(priceE4) ?? 0) + size);
    this.#addToRow(priceE4, size);
  }

  /** Volume of a row. */
  at(rowE4: PriceE4): number {
    return this.#rows.get(rowE4) ?? 0;
  }

  setStep(stepE4: PriceE4): void {
    if (stepE4 === this.#stepE4) return;
    this.#stepE4 = stepE4;
    this.#rows = new Map();
    this.#largest = 1;
    for (const [priceE4, size] of this.#atPrice) this.#addToRow(priceE4, size);
  }

  #addToRow(priceE4: PriceE4, size: number): void {
    const rowE4 = rowBelow(priceE4, this.#stepE4);
    const sum = (this.#rows.get(rowE4) ?? 0) + size;
    this.#rows.set(rowE4, sum);
    this.#largest = Math.max(this.#largest, sum);
  }
}
