import type { MoneyE4, PriceE4 } from '../money/price.ts';

/** Arithmetic with unknown values: the result is undefined when a value is missing, is no whole number, or is too large to be exact. */

/** True for an integer that a double holds exactly. */
export function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/** The exact sum; undefined when a term is unknown or the sum exceeds the exact integers. */
export function plus(...terms: readonly (number | undefined)[]): number | undefined {
  let sum = 0;
  for (const term of terms) {
    if (!isWhole(term)) return undefined;
    sum += term;
    if (!isWhole(sum)) return undefined;
  }
  return sum;
}

/** The exact product; undefined when a factor is unknown or the product exceeds the exact integers. */
export function times(...factors: readonly (number | undefined)[]): number | undefined {
  let product = 1;
  for (const factor of factors) {
    if (!isWhole(factor)) return undefined;
    product *= factor;
    if (!isWhole(product)) return undefined;
  }
  return product;
}

/** The value of a quantity at a price, `notionalE4` of values that may be unknown; undefined as for `times`. */
export function knownNotionalE4(
  priceE4: PriceE4 | undefined,
  quantity: number | undefined,
  multiplier: number | undefined,
): MoneyE4 | undefined {
  return times(quantity, priceE4, multiplier);
}

/** True when there is deliberately no limit, or when the value is known and not above it. */
export function isWithin(value: number | undefined, limit: number | null | undefined): boolean {
  return limit === null || (isWhole(value) && isWhole(limit) && value <= limit);
}
