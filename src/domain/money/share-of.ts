import { assert } from '../assert/assert.ts';

/**
 * The part of an amount that belongs to `part` of `whole`, rounded toward zero to a whole number. To distribute an amount without a rest, take
 * each part from what is left of the amount and of the whole: the last part is then all that is left.
 */
export function shareOf(amountE4: number, part: number, whole: number): number {
  assert(part > 0 && part <= whole, 'a part is within its whole');
  if (part === whole || amountE4 === 0) return amountE4;
  const product = amountE4 * part;
  if (Number.isSafeInteger(product)) return Math.trunc(product / whole);
  return Number((BigInt(amountE4) * BigInt(part)) / BigInt(whole));
}

/** An average price, rounded half up to a whole number. `valueE4`: sum of price × quantity, not negative. */
export function averageE4(valueE4: number, quantity: number): number {
  assert(quantity > 0, 'an average is of something');
  return Math.round(valueE4 / quantity);
}
