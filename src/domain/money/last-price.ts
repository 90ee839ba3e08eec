import type { PriceE4 } from './price.ts';

/** What a symbol traded at last, and for how long that answer holds. */
export interface LastPrice {
  /** Last trade of the session; 0 = none yet. */
  readonly lastE4: PriceE4;
  /** 0 = unknown. */
  readonly previousCloseE4: PriceE4;
  /** Exchange time, UTC ms, from which on the answer may differ. A time that has passed: it may differ at any moment. */
  readonly untilMs: number;
}

/** The price that a position is marked at: the last trade, or the close before the first one; 0 = neither. */
export const markOf = (price: LastPrice | undefined): PriceE4 =>
  price === undefined ? 0 : price.lastE4 || price.previousCloseE4;
