import type { MoneyE4 } from '../money/price.ts';

/** Tracks the capital in use: the cost of the open lots. */
export class Capital {
  #inUseE4: MoneyE4 = 0;
  #sinceMs = 0;
  #maxE4: MoneyE4 = 0;
  #usedMs = 0;
  /** A running mean. A sum of money × time would exceed 2^53 within hours. */
  #averageE4: MoneyE4 = 0;

  /** Sets the capital in use from a time on. Times ascend. */
  set(timeMs: number, inUseE4: MoneyE4): void {
    const { ms, meanE4 } = this.#averageUntil(timeMs);
    this.#usedMs = ms;
    this.#averageE4 = meanE4;
    this.#inUseE4 = inUseE4;
    this.#sinceMs = timeMs;
    this.#maxE4 = Math.max(this.#maxE4, inUseE4);
  }

  /** The most that was in use at once. */
  maxE4(): MoneyE4 {
    return this.#maxE4;
  }

  /** Mean over the time that money was in use, up to `timeMs`; before any time has passed, the maximum. 0 when none ever was. */
  averageE4(timeMs: number): MoneyE4 {
    const { ms, meanE4 } = this.#averageUntil(timeMs);
    return ms === 0 ? this.#maxE4 : meanE4;
  }

  #averageUntil(timeMs: number): { readonly ms: number; readonly meanE4: MoneyE4 } {
    const passedMs = this.#inUseE4 > 0 ? Math.max(0, timeMs - this.#sinceMs) : 0;
    const ms = this.#usedMs + passedMs;
    const meanE4: MoneyE4 =
      ms === 0 ? 0 : this.#averageE4 + (this.#inUseE4 - this.#averageE4) * (passedMs / ms);
    return { ms, meanE4 };
  }
}
