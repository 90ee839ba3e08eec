import { assert } from '../assert/assert.ts';

/**
 * `value × numerator / denominator` as a whole number, without a double in between. All arguments are integers and not negative; the denominator
 * is above 0. Throws when the result is beyond 2^53.
 */
export function scaled(
  value: number,
  numerator: number,
  denominator: number,
  rounding: 'down' | 'up' | 'nearest',
): number {
  const product = BigInt(value) * BigInt(numerator);
  const divisor = BigInt(denominator);
  const extra = rounding === 'down' ? 0n : rounding === 'up' ? divisor - 1n : divisor / 2n;
  const result = Number((product + extra) / divisor);
  assert(Number.isSafeInteger(result), 'a scaled amount is an exact integer');
  return result;
}
