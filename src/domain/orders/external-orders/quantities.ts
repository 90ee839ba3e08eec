import { toPriceE4, type PriceE4 } from '../../money/price.ts';
import { asNumber } from './json.ts';

const MAX_READ = 1e9;

/** A whole quantity that the broker wrote; undefined for anything else: the product trades and shows no fractions. */
export function readQuantity(value: unknown): number | undefined {
  const number = asNumber(value);
  return number !== undefined && Number.isSafeInteger(number) && number >= 0 && number <= MAX_READ
    ? number
    : undefined;
}

/** A price that the broker wrote in dollars; undefined for anything that is no price. */
export function readPriceE4(value: unknown): PriceE4 | undefined {
  const dollars = asNumber(value);
  return dollars !== undefined && dollars >= 0 && dollars <= MAX_READ ? toPriceE4(dollars) : undefined;
}
