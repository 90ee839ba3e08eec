import type { PriceE4 } from '../../money/price.ts';
import type { OrderSide } from '../../orders/enumerations.ts';
import { distanceE4, sharesOfVolume } from './cost-rules.ts';
import type { CostRules } from './cost-rules.ts';

/** A bar in which orders fill. */
export interface FilledBar {
  readonly highE4: PriceE4;
  readonly lowE4: PriceE4;
  /** Shares or contracts. */
  readonly volume: number;
}

/** The price of fills that remove liquidity, and the quantity that a bar fills for the whole run. */
export class FillCosts {
  readonly #rules: CostRules;
  #rangeE4: PriceE4 = 0;
  #room = Number.POSITIVE_INFINITY;

  constructor(rules: CostRules) {
    this.#rules = rules;
  }

  /** The next bar. What the bar before has left of its volume is gone. */
  beginBar({ highE4, lowE4, volume }: FilledBar): void {
    const { volumeMillionths } = this.#rules;
    this.#rangeE4 = Math.max(0, highE4 - lowE4);
    if (volumeMillionths !== null) this.#room = sharesOfVolume(volume, volumeMillionths);
  }

  /** Takes up to a quantity of what the bar fills. Returns what it gets; 0 = nothing is left. */
  take(quantity: number): number {
    const taken = Math.min(quantity, this.#room);
    this.#room -= taken;
    return taken;
  }

  /** The price of a fill that removes liquidity: worse by the slippage and half of the spread, never worse than the limit. `limitE4`: 0 = none. */
  priceE4(side: OrderSide, priceE4: PriceE4, limitE4: PriceE4): PriceE4 {
    const { slippage, spread } = this.#rules;
    const halfE4 = Math.ceil(distanceE4(spread, priceE4, this.#rangeE4) / 2);
    const worseE4 = distanceE4(slippage, priceE4, this.#rangeE4) + halfE4;
    if (side === 'Buy') {
      const paidE4 = priceE4 + worseE4;
      return limitE4 > 0 ? Math.max(priceE4, Math.min(paidE4, limitE4)) : paidE4;
    }
    return Math.min(priceE4, Math.max(priceE4 - worseE4, limitE4, 1));
  }
}
