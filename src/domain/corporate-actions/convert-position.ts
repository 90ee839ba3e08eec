import { assert } from '../assert/assert.ts';
import { notionalE4, type MoneyE4, type PriceE4 } from '../money/price.ts';
import { lotCostE4, lotMarkCostE4, type Lot, type Position } from '../portfolio/position.ts';
import { scaled } from './exact.ts';
import { recut } from './recut.ts';
import type { ShareRatio } from './types.ts';

/** What a position has in new shares. */
export interface Conversion {
  /** Signed, as all figures here. */
  readonly quantity: number;
  readonly lots: readonly Lot[];
  readonly fifoCostE4: MoneyE4;
  readonly mtmCostE4: MoneyE4;
  /** Costs of the fraction of a share that is paid in cash. */
  readonly fractionCostE4: MoneyE4;
  readonly fractionMarkE4: MoneyE4;
  /** The fraction is `remainder / denominator` of a new share. */
  readonly remainder: number;
}

/** A position in new shares. The sums of its costs and those of the fraction are the costs before. Does not change the position. */
export function conversionOf(position: Position, ratio: ShareRatio): Conversion {
  const { multiplier } = position;
  const signed = (amount: number): number => (position.quantity < 0 && amount !== 0 ? -amount : amount);
  const { lumps, fraction } = recut(
    position.lots.map((lot) => ({
      quantity: lot.quantity,
      amounts: [lotCostE4(lot, multiplier), lotMarkCostE4(lot, multiplier)],
    })),
    ratio,
  );
  const lots: Lot[] = [];
  let quantity = 0;
  let fifoCostE4: MoneyE4 = 0;
  let mtmCostE4: MoneyE4 = 0;
  for (const lump of lumps) {
    if (lump.quantity === 0) continue;
    const [costE4 = 0, markCostE4 = 0] = lump.amounts;
    quantity += lump.quantity;
    fifoCostE4 += costE4;
    mtmCostE4 += markCostE4;
    lots.push(lotOfCost(lump.quantity, multiplier, costE4, markCostE4));
  }
  const [fractionCostE4 = 0, fractionMarkE4 = 0] = fraction.amounts;
  return {
    quantity: signed(quantity),
    lots,
    fifoCostE4: signed(fifoCostE4),
    mtmCostE4: signed(mtmCostE4),
    fractionCostE4: signed(fractionCostE4),
    fractionMarkE4: signed(fractionMarkE4),
    remainder: fraction.remainder,
  };
}

/** A lot whose prices are its costs a share, rounded; the rest of the costs is kept beside them. */
function lotOfCost(quantity: number, multiplier: number, costE4: MoneyE4, markCostE4: MoneyE4): Lot {
  const shares = quantity * multiplier;
  const priceE4: PriceE4 = scaled(costE4, 1, shares, 'nearest');
  const markE4: PriceE4 = scaled(markCostE4, 1, shares, 'nearest');
  const restE4 = costE4 - notionalE4(priceE4, shares);
  const markRestE4 = markCostE4 - notionalE4(markE4, shares);
  return {
    quantity,
    priceE4,
    markE4,
    ...(restE4 !== 0 && { restE4 }),
    ...(markRestE4 !== 0 && { markRestE4 }),
  };
}

/**
 * Converts a position, which the caller owns, into new shares by the ratio. The cost of the whole shares stays; a fraction is closed for `lieuE4`, the change of cash
 * (positive for a long position, negative for a short one). Fees and the count of traded shares are history and stay.
 */
export function convertPosition(position: Position, ratio: ShareRatio, lieuE4: MoneyE4): void {
  const made = conversionOf(position, ratio);
  position.closedPlE4 += lieuE4 - made.fractionCostE4;
  position.todayPlE4 += lieuE4 - made.fractionMarkE4;
  position.mtmPlE4 += lieuE4 - made.fractionMarkE4;
  position.quantity = made.quantity;
  position.fifoCostE4 = made.fifoCostE4;
  position.mtmCostE4 = made.mtmCostE4;
  position.lots.splice(0, position.lots.length, ...made.lots);
}

/** Moves everything of a position to that of another symbol, which must be flat or on the same side. Both are the caller's; `from` is left empty. */
export function movePosition(from: Position, to: Position): void {
  assert(from.multiplier === to.multiplier, 'a position moves to one of the same kind');
  assert(from.quantity * to.quantity >= 0, 'a position moves to none on the other side');
  to.lots.push(...from.lots.splice(0, from.lots.length));
  for (const field of MOVED) {
    to[field] += from[field];
    from[field] = 0;
  }
}

const MOVED = [
  'quantity',
  'fifoCostE4',
  'mtmCostE4',
  'closedPlE4',
  'todayPlE4',
  'mtmPlE4',
  'feesE4',
  'tradedShares',
] as const satisfies readonly (keyof Position)[];
