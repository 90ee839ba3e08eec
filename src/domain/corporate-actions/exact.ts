import { assert } from '../assert/assert.ts';

/**
 * `value × numerator / denominator` as a whole number, without a rounded double in between. All arguments are integers and not negative; the denominator
 * is above 0. Throws when the result is beyond 2^53.
 */
export function scaled(
  value: number,
  numerator: number,
  denominator: number,
  rounding: 'down' | 'up' | 'nearest',
): number {
  const small = value * numerator + denominator;
  if (Number.isSafeInteger(small)) return scaledSmall(value * numerator, denominator, rounding);
  const product = BigInt(value) * BigInt(numerator);
  const divisor = BigInt(denominator);
  const extra = rounding === 'down' ? 0n : rounding === 'up' ? divisor - 1n : divisor / 2n;
  const result = Number((product + extra) / divisor);
  assert(Number.isSafeInteger(result), 'a scaled amount is an exact integer');
  return result;
}

/** The same for products that a double holds exactly: a chart scales a hundred thousand prices at once. */
function scaledSmall(product: number, divisor: number, rounding: 'down' | 'up' | 'nearest'): number {
  const extra = rounding === 'down' ? 0 : rounding === 'up' ? divisor - 1 : Math.floor(divisor / 2);
  const sum = product + extra;
  return (sum - (sum % divisor)) / divisor;
}
