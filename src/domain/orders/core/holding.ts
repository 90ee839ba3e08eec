import type { MoneyE4 } from '../../money/price.ts';

/** What an accepted order holds of the account while it is open. */
export interface Holding {
  /** What one opening share, contract or unit takes from the buying power. */
  readonly reserveE4: MoneyE4;
  readonly openingQuantity: number;
}
