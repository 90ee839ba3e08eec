import { assert } from '../assert/assert.ts';
import { scaled } from './exact.ts';
import type { ShareRatio } from './types.ts';

/** Shares with the amounts of money that belong to them, such as cost and fees. */
export interface Lump {
  /** Above 0. */
  readonly quantity: number;
  /** E4, not negative; the same number of amounts in every lump. */
  readonly amounts: readonly number[];
}

/** Lumps in new shares. */
export interface Recut {
  /** One for each lump, in the same order. A lump that makes no whole new share has a quantity of 0 and no amounts: the next one has its cost. */
  readonly lumps: readonly Lump[];
  /** What is left of a whole new share: `remainder / denominator` of it, with its amounts. */
  readonly fraction: { readonly remainder: number; readonly amounts: readonly number[] };
}

/**
 * Cuts lumps of shares into new shares by the ratio, oldest first, as if all old shares lay in a row: a new share takes its amounts from the old shares that it is
 * made of. Amounts are kept exactly: those of the new lumps and of the fraction add up to those of the old ones, each cut rounded down to 1/10,000 dollar.
 */
export function recut(lumps: readonly Lump[], { numerator, denominator }: ShareRatio): Recut {
  const count = lumps[0]?.amounts.length ?? 0;
  const made: Lump[] = [];
  let oldBefore = 0;
  let newBefore = 0;
  const sums: number[] = Array.from({ length: count }, () => 0);
  /** Cut of the last whole new share, seen from the lumps so far. */
  let taken: readonly number[] = sums.slice();
  for (const { quantity, amounts } of lumps) {
    assert(quantity > 0 && Number.isSafeInteger(quantity), 'a lump has shares');
    const oldAfter = oldBefore + quantity;
    const newAfter = scaled(oldAfter, numerator, denominator, 'down');
    if (newAfter > newBefore) {
      // The cut lies at newAfter × denominator / numerator old shares, of which these are in this lump, in 1/numerator of a share.
      const inside = BigInt(newAfter) * BigInt(denominator) - BigInt(oldBefore) * BigInt(numerator);
      const whole = BigInt(quantity) * BigInt(numerator);
      const cut = amounts.map((amount, at) => (sums[at] ?? 0) + Number((BigInt(amount) * inside) / whole));
      made.push({
        quantity: newAfter - newBefore,
        amounts: cut.map((amount, at) => amount - (taken[at] ?? 0)),
      });
      taken = cut;
    } else made.push({ quantity: 0, amounts: amounts.map(() => 0) });
    amounts.forEach((amount, at) => (sums[at] = (sums[at] ?? 0) + amount));
    oldBefore = oldAfter;
    newBefore = newAfter;
  }
  const remainder = Number(BigInt(oldBefore) * BigInt(numerator) - BigInt(newBefore) * BigInt(denominator));
  return {
    lumps: made,
    fraction: { remainder, amounts: sums.map((amount, at) => amount - (taken[at] ?? 0)) },
  };
}
