/** Max new orders of a run in one second of market time. More than that is an error in the code, not a strategy. */
export const MAX_ORDERS_PER_SECOND = 50;

/** Why an order above that rate is rejected, live and in a backtest. Begins with the message of `OrderError.TooFrequent`. */
export const TOO_FREQUENT =
  'Too frequent trades. A run sends at most 50 orders a second: wait for the next second.';

const SECOND_MS = 1_000;

/** Limits the new orders of each second. Seconds are those of the market, so a fast replay allows as many as the recorded day. */
export class OrderPace {
  readonly #maxPerSecond: number;
  #second = Number.NaN;
  #count = 0;

  constructor(maxPerSecond = MAX_ORDERS_PER_SECOND) {
    this.#maxPerSecond = maxPerSecond;
  }

  /** Counts an order sent at a moment, UTC ms. False when the second already has its maximum. */
  admits(timeMs: number): boolean {
    const second = Math.floor(timeMs / SECOND_MS);
    if (second !== this.#second) {
      this.#second = second;
      this.#count = 0;
    }
    this.#count += 1;
    return this.#count <= this.#maxPerSecond;
  }
}
