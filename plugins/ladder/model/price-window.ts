import type { PriceE4 } from '../../../src/domain/money/price.ts';

/** An automatic move this recent may have put another price under a pointer that was on its way, ms. */
export const MOVE_GUARD_MS = 400;

/**
 * The prices of the rows on screen, highest first. They follow the market only while nothing holds them: a row under the pointer never gets
 * another price, and one that has just got another price is not to be clicked.
 */
export class PriceWindow {
  #topE4: PriceE4 = 0;
  #rowCount = 0;
  #stepE4: PriceE4;
  #isHeld = false;
  #movedAtMs = Number.NEGATIVE_INFINITY;

  constructor(stepE4: PriceE4) {
    this.#stepE4 = stepE4;
  }

  get rowCount(): number {
    return this.#rowCount;
  }

  get stepE4(): PriceE4 {
    return this.#stepE4;
  }

  /** Whether a price has been shown yet. */
  get isPlaced(): boolean {
    return this.#topE4 > 0;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Keeps the rows where they are until `release`. */
  hold(): void {
    this.#isHeld = true;
  }

  release(): void {
    this.#isHeld = false;
  }

  /** The price of a row; 0 below the lowest price. */
  priceAt(row: number): PriceE4 {
    return Math.max(0, this.#topE4 - row * this.#stepE4);
  }

  /** The row whose price is the nearest at or below `priceE4`; it may lie outside of the rows on screen. */
  rowOf(priceE4: PriceE4): number {
    return Math.ceil((this.#topE4 - priceE4) / this.#stepE4);
  }

  isInSight(priceE4: PriceE4): boolean {
    const row = this.rowOf(priceE4);
    return row >= 0 && row < this.#rowCount;
  }

  /** The first row keeps its price. */
  setRowCount(count: number): void {
    this.#rowCount = count;
  }

  /** Another distance between the rows, around the middle row. Prices are multiples of the step. */
  setStep(stepE4: PriceE4): void {
    if (stepE4 === this.#stepE4) return;
    const middleE4 = this.priceAt(this.#rowCount >> 1);
    this.#stepE4 = stepE4;
    if (this.isPlaced) this.centre(middleE4);
  }

  /** Puts a price into the middle row: the user wants it, or nothing has been shown yet. */
  centre(priceE4: PriceE4): void {
    const onStepE4 = Math.floor(priceE4 / this.#stepE4) * this.#stepE4;
    this.#topE4 = onStepE4 + (this.#rowCount >> 1) * this.#stepE4;
  }

  /** Moves the rows by the user's wheel or keys; positive = to lower prices. The highest price stays above 0. */
  scroll(rows: number): void {
    this.#topE4 = Math.max(this.#stepE4, this.#topE4 - rows * this.#stepE4);
  }

  /**
   * Follows the market: a price that has left the middle third comes back to the middle, unless the rows are held.
   * @param nowMs the page's monotonic clock, ms
   * @returns whether the rows have other prices now
   */
  follow(priceE4: PriceE4, nowMs: number): boolean {
    if (this.#isHeld || priceE4 <= 0 || this.#rowCount === 0) return false;
    const row = this.rowOf(priceE4);
    const third = this.#rowCount / 3;
    if (row >= third && row < this.#rowCount - third) return false;
    const beforeE4 = this.#topE4;
    this.centre(priceE4);
    if (this.#topE4 === beforeE4) return false;
    this.#movedAtMs = nowMs;
    return true;
  }

  /** Whether the rows moved by themselves so recently that a click may have been meant for another price. */
  hasJustMoved(nowMs: number): boolean {
    return nowMs - this.#movedAtMs < MOVE_GUARD_MS;
  }
}
