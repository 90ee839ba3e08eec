import { CONTRACT_SHARES } from '../../src/domain/symbols/contract-shares.ts';
import { positionFigures, type PositionFigures } from '../../src/domain/portfolio/figures.ts';

/** Figures of a position as the account's books have them. Dollars; costs are signed, negative for short. */
export interface PositionFacts {
  readonly IsStock: boolean;
  readonly LongQty: number;
  readonly ShortQty: number;
  readonly FifoCost: number;
  readonly MtmCost: number;
  readonly ClosedPL: number;
  readonly TodayPL: number;
  readonly LockedQty: number;
  readonly TradedShares: number;
}

/** Shares or contracts, negative for short. */
export function netShares(position: Pick<PositionFacts, 'LongQty' | 'ShortQty'>): number {
  return position.LongQty - position.ShortQty;
}

export function isFlat(position: Pick<PositionFacts, 'LongQty' | 'ShortQty'>): boolean {
  return position.LongQty === 0 && position.ShortQty === 0;
}

/** Everything that is shown of a position at a price of one share; what needs a price is null without one. */
export function figuresOf(position: PositionFacts, price: number | null): PositionFigures {
  return positionFigures(
    {
      quantity: netShares(position),
      multiplier: position.IsStock ? 1 : CONTRACT_SHARES,
      fifoCost: position.FifoCost,
      mtmCost: position.MtmCost,
      closedPl: position.ClosedPL,
      todayPl: position.TodayPL,
      lockedQuantity: position.LockedQty,
      tradedShares: position.TradedShares,
    },
    price,
  );
}

/** The order that closes a position; null when there is nothing to close. */
export function closingOrder(
  position: PositionFacts,
): { readonly side: 'Buy' | 'Sell'; readonly quantity: number } | null {
  const shares = netShares(position);
  if (shares === 0) return null;
  const { available, total } = figuresOf(position, null);
  return { side: shares > 0 ? 'Sell' : 'Buy', quantity: available || total };
}

/** Sum of what is known; null when there is something and nothing of it is known. */
export function totalOf(amounts: readonly (number | null)[]): number | null {
  const known = amounts.filter((amount) => amount !== null);
  return known.length === 0 && amounts.length > 0 ? null : known.reduce((sum, amount) => sum + amount, 0);
}
