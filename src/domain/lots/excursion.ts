import { notionalE4, type MoneyE4, type PriceE4 } from '../money/price.ts';
import type { TripFill } from './round-trips.ts';

/** Highest and lowest price of a span of time. */
export interface PriceRange {
  /** Exchange UTC ms, from `startMs` up to `endMs`. */
  readonly startMs: number;
  readonly endMs: number;
  readonly highE4: PriceE4;
  readonly lowE4: PriceE4;
}

/** The largest loss and the largest profit of a trip while it was held, before fees: at most 0, and at least 0. */
export interface Excursion {
  readonly adverseE4: MoneyE4;
  readonly favorableE4: MoneyE4;
}

/**
 * The excursion of a trip by its own fills and by bars. A bar counts when it lies between two fills, or after the last fill of an open trip: of a
 * bar with a fill inside, it is not known on which side of the fill its extremes were. Bars ascend and do not overlap.
 */
export function excursionOf(
  fills: readonly TripFill[],
  bars: readonly PriceRange[],
  multiplier: number,
): Excursion {
  let adverseE4: MoneyE4 = 0;
  let favorableE4: MoneyE4 = 0;
  let position = 0;
  let cashE4: MoneyE4 = 0;
  let nextBar = 0;
  const note = (priceE4: PriceE4): void => {
    const profitE4 = cashE4 + notionalE4(priceE4, position * multiplier);
    adverseE4 = Math.min(adverseE4, profitE4);
    favorableE4 = Math.max(favorableE4, profitE4);
  };
  const noteBarsUntil = (endMs: number, startMs: number): void => {
    for (let bar = bars[nextBar]; bar && bar.endMs <= endMs; bar = bars[(nextBar += 1)]) {
      if (bar.startMs < startMs || position === 0) continue;
      note(bar.highE4);
      note(bar.lowE4);
    }
  };
  let heldSinceMs = Number.NEGATIVE_INFINITY;
  for (const { timeMs, signedQuantity, priceE4 } of fills) {
    noteBarsUntil(timeMs, heldSinceMs);
    note(priceE4);
    position += signedQuantity;
    cashE4 -= notionalE4(priceE4, signedQuantity * multiplier);
    note(priceE4);
    heldSinceMs = timeMs;
  }
  noteBarsUntil(Number.POSITIVE_INFINITY, heldSinceMs);
  return { adverseE4, favorableE4 };
}
