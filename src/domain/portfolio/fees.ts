import { CONTRACT_SHARES } from '../symbols/contract-shares.ts';
import { notionalE4, type MoneyE4, type PriceE4 } from '../money/price.ts';
import type { OrderSide } from '../orders/enumerations.ts';

/** R = removed displayed liquidity, A = added it by resting. */
export type Liquidity = 'A' | 'R';
/** The column of the fee table. */
export type FeeSecurity = 'Stock' | 'Option';

/** Fees of one execution, E4 dollars; a negative amount is a rebate paid to the account. Fields as in the order log entry. */
export interface Fees {
  readonly clearingE4: MoneyE4;
  readonly executionE4: MoneyE4;
  readonly liquidityE4: MoneyE4;
  readonly secE4: MoneyE4;
  readonly nsccE4: MoneyE4;
  readonly finraE4: MoneyE4;
  readonly otherE4: MoneyE4;
}

/** Fees of zero. */
export const NO_FEES: Fees = {
  clearingE4: 0,
  executionE4: 0,
  liquidityE4: 0,
  secE4: 0,
  nsccE4: 0,
  finraE4: 0,
  otherE4: 0,
};

/**
 * The fee table of the paper broker, modelled on the fees that US brokers pass on (docs/fees.md names the source of each rate). The journal
 * records the fees of each execution, so a change of the table affects later executions only.
 *
 * | fee | stocks | options (a contract) | on | rounding, per execution |
 * |---|---|---|---|---|
 * | clearing | none | $0.025, at most $55 | all | exact |
 * | execution | none | $0.65 | all | exact |
 * | liquidity, removing | $0.0030 a share | $0.50 | all | exact |
 * | liquidity, adding | rebate of $0.0020 a share | rebate of $0.25 | all | exact |
 * | SEC section 31 | $27.80 per $1,000,000 of value | the same, of the premium | Sell and Short | up to the next cent |
 * | NSCC | $0.0002 a share, at most 0.5 % of the value | none | all | down to 1/10,000 dollar |
 * | FINRA trading activity | $0.000166 a share, at most $8.30 | $0.00279 | Sell and Short | up to the next cent |
 * | other: consolidated audit trail, options regulatory fee | $0.000035 a share | $0.0235 | all | nearest 1/10,000 dollar |
 */
export const FEE_TABLE = {
  /** Tenths of a dollar per million dollars of value. */
  secTenthsPerMillion: 278,
  stock: {
    removeE4: 30,
    addE4: -20,
    nsccE4: 2,
    /** The NSCC fee is at most the value divided by this. */
    nsccMostPart: 200,
    /** Millionths of a dollar. */
    tafMicros: 166,
    tafMostE4: 83_000,
    otherMicros: 35,
  },
  option: {
    removeE4: 5_000,
    addE4: -2_500,
    clearingE4: 250,
    clearingMostE4: 550_000,
    executionE4: 6_500,
    tafMicros: 2_790,
    otherMicros: 23_500,
  },
  optionMultiplier: CONTRACT_SHARES,
} as const;

const CENT_E4 = 100;

/** Fees of `quantity` shares (contracts of an option) at `priceE4` a share. The order value limit keeps the value an exact integer. */
export function feesOf(
  side: OrderSide,
  quantity: number,
  priceE4: PriceE4,
  liquidity: Liquidity,
  security: FeeSecurity = 'Stock',
): Fees {
  const isSale = side !== 'Buy';
  if (security === 'Option') {
    const { option } = FEE_TABLE;
    return {
      clearingE4: Math.min(option.clearingMostE4, quantity * option.clearingE4),
      executionE4: quantity * option.executionE4,
      liquidityE4: quantity * (liquidity === 'R' ? option.removeE4 : option.addE4),
      secE4: isSale ? secFeeE4(notionalE4(priceE4, quantity * FEE_TABLE.optionMultiplier)) : 0,
      nsccE4: 0,
      finraE4: isSale ? centsUp(quantity * option.tafMicros) : 0,
      otherE4: Math.round((quantity * option.otherMicros) / CENT_E4),
    };
  }
  const { stock } = FEE_TABLE;
  return {
    clearingE4: 0,
    executionE4: 0,
    liquidityE4: quantity * (liquidity === 'R' ? stock.removeE4 : stock.addE4),
    secE4: isSale ? secFeeE4(notionalE4(priceE4, quantity)) : 0,
    nsccE4: Math.min(quantity * stock.nsccE4, Math.floor(notionalE4(priceE4, quantity) / stock.nsccMostPart)),
    finraE4: isSale ? Math.min(stock.tafMostE4, centsUp(quantity * stock.tafMicros)) : 0,
    otherE4: Math.round((quantity * stock.otherMicros) / CENT_E4),
  };
}

/** Sum of the fees. Events of older journals lack the fields that came later: those were not charged. */
export function totalFeesE4(fees: Partial<Fees>): MoneyE4 {
  let totalE4: MoneyE4 = 0;
  for (const name of FEE_NAMES) totalE4 += fees[name] ?? 0;
  return totalE4;
}

/** The sum of the fees of two executions, or of an execution and the earlier ones of its order. */
export function addFees(a: Partial<Fees>, b: Partial<Fees>): Fees {
  const sumOf = (name: keyof Fees): MoneyE4 => (a[name] ?? 0) + (b[name] ?? 0);
  return {
    clearingE4: sumOf('clearingE4'),
    executionE4: sumOf('executionE4'),
    liquidityE4: sumOf('liquidityE4'),
    secE4: sumOf('secE4'),
    nsccE4: sumOf('nsccE4'),
    finraE4: sumOf('finraE4'),
    otherE4: sumOf('otherE4'),
  };
}

/** The fees of an execution, in the order of the fee table. */
export const FEE_NAMES = [
  'clearingE4',
  'executionE4',
  'liquidityE4',
  'secE4',
  'nsccE4',
  'finraE4',
  'otherE4',
] as const satisfies readonly (keyof Fees)[];

const SEC_DIVISOR = 1_000_000_000;

/**
 * Value (E4) × tenths / (10 × 1,000,000), rounded up to the next cent. A value within the order value limit (10^13) keeps the product below
 * 2^53. An execution at a higher price than the order was checked at may exceed it, and is computed with big integers.
 */
function secFeeE4(valueE4: MoneyE4): MoneyE4 {
  const product = valueE4 * FEE_TABLE.secTenthsPerMillion;
  if (Number.isSafeInteger(product)) return Math.ceil(product / SEC_DIVISOR) * CENT_E4;
  const divisor = BigInt(SEC_DIVISOR);
  return Number((BigInt(valueE4) * BigInt(FEE_TABLE.secTenthsPerMillion) + divisor - 1n) / divisor) * CENT_E4;
}

/** Millionths of a dollar to E4, up to the next cent. */
function centsUp(micros: number): MoneyE4 {
  return Math.ceil(micros / 10_000) * CENT_E4;
}
