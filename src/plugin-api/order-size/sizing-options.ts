import type { Market } from '../use-market.ts';
import type { OrderToSize } from './size-rule.ts';

/** What the dialog calculates a quantity for. */
export interface SizingOptions {
  readonly order: OrderToSize;
  /** The price that the order is expected to fill at, dollars; null while unknown. */
  readonly priceOf: (market: Market) => number | null;
  /** The stop at which the position would be closed, dollars; absent or null when the user enters it. */
  readonly stopOf?: (market: Market) => number | null;
}
