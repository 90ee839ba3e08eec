import type { MoneyE4, PriceE4 } from '../money/price.ts';
import type { OrderSide } from '../orders/enumerations.ts';

/** R = removed displayed liquidity, A = added it by resting. */
export type Liquidity = 'A' | 'R';

/** Fees of one execution, E4 dollars; a negative amount is a rebate paid to the account. */
export interface Fees {
  readonly secE4: MoneyE4;
  readonly finraE4: MoneyE4;
  readonly liquidityE4: MoneyE4;
}

/**
 * The paper fee table, modelled on US equity charges and fixed, so that a journal always replays to the same numbers.
 *
 * | fee | on | rate | rounding, per execution |
 * |---|---|---|---|
 * | SEC section 31 | Sell and Short | $27.80 per $1,000,000 of value | up to the next cent |
 * | FINRA trading activity | Sell and Short | $0.000166 a share, at most $8.30 | up to the next cent |
 * | ECN, removing | all | $0.0030 a share | none: exact in E4 |
 * | ECN, adding | all | rebate of $0.0020 a share | none: exact in E4 |
 */
export const FEE_TABLE = {
  /** Tenths of a dollar per million dollars of value. */
  secTenthsPerMillion: 278,
  /** Millionths of a dollar a share. */
  tafMicrosPerShare: 166,
  tafMaxE4: 83_000,
  removeE4PerShare: 30,
  addE4PerShare: -20,
} as const;

const CENT_E4 = 100;

/** Fees of `quantity` shares at `priceE4`. Quantity × price must stay within the order value limit. */
export function feesOf(side: OrderSide, quantity: number, priceE4: PriceE4, liquidity: Liquidity): Fees {
  const liquidityE4 = quantity * (liquidity === 'R' ? FEE_TABLE.removeE4PerShare : FEE_TABLE.addE4PerShare);
  if (side === 'Buy') return { secE4: 0, finraE4: 0, liquidityE4 };
  // Whole cents: value (E4) × tenths / (10 × 1,000,000) / 100. The product stays below 2^53 by the order value limit.
  const secE4 = Math.ceil((quantity * priceE4 * FEE_TABLE.secTenthsPerMillion) / 1_000_000_000) * CENT_E4;
  // Micro-dollars to cents: divide by 10,000.
  const finraE4 = Math.min(FEE_TABLE.tafMaxE4, Math.ceil((quantity * FEE_TABLE.tafMicrosPerShare) / 10_000) * CENT_E4);
  return { secE4, finraE4, liquidityE4 };
}

export function totalFeesE4(fees: Fees): MoneyE4 {
  return fees.secE4 + fees.finraE4 + fees.liquidityE4;
}
