/** Figures of a position as the account's books have them. Dollars; costs are signed, negative for short. */
export interface PositionFacts {
  readonly LongQty: number;
  readonly ShortQty: number;
  readonly FifoCost: number;
  readonly MtmCost: number;
  readonly ClosedPL: number;
  readonly TodayPL: number;
  readonly LockedQty: number;
}

/** Shares, negative for short. */
export function netShares(position: Pick<PositionFacts, 'LongQty' | 'ShortQty'>): number {
  return position.LongQty - position.ShortQty;
}

export function sideOf(position: Pick<PositionFacts, 'LongQty' | 'ShortQty'>): 'Long' | 'Short' | 'Flat' {
  const shares = netShares(position);
  return shares > 0 ? 'Long' : shares < 0 ? 'Short' : 'Flat';
}

export function isFlat(position: Pick<PositionFacts, 'LongQty' | 'ShortQty'>): boolean {
  return position.LongQty === 0 && position.ShortQty === 0;
}

/** Dollars a share, by FIFO cost; null when flat. */
export function averagePriceOf(position: PositionFacts): number | null {
  const shares = netShares(position);
  return shares === 0 ? null : position.FifoCost / shares;
}

/** Signed market value; null while the price is unknown, 0 when flat. */
export function valueOf(position: PositionFacts, price: number | null): number | null {
  const shares = netShares(position);
  if (shares === 0) return 0;
  return price === null ? null : shares * price;
}

/** Profit of the open shares against FIFO cost. */
export function openPlOf(position: PositionFacts, price: number | null): number | null {
  const value = valueOf(position, price);
  return value === null ? null : netShares(position) === 0 ? 0 : value - position.FifoCost;
}

/** Open profit as a percentage of what the shares cost; null without a cost. */
export function openPlPercentOf(position: PositionFacts, price: number | null): number | null {
  const profit = openPlOf(position, price);
  const cost = Math.abs(position.FifoCost);
  return profit === null || cost === 0 ? null : (profit / cost) * 100;
}

/** Profit of the open shares against their marks: the close before, or the trade price of what was bought today. */
export function openMtmPlOf(position: PositionFacts, price: number | null): number | null {
  const value = valueOf(position, price);
  return value === null ? null : netShares(position) === 0 ? 0 : value - position.MtmCost;
}

/** The whole of today: what was closed today (after fees) and what the open shares made since their marks. */
export function todayPlOf(position: PositionFacts, price: number | null): number | null {
  const open = openMtmPlOf(position, price);
  return open === null ? null : position.TodayPL + open;
}

/** Shares that no open order has locked. */
export function availableShares(position: PositionFacts): number {
  return Math.max(0, Math.abs(netShares(position)) - position.LockedQty);
}

/** The order that closes a position; null when there is nothing to close. */
export function closingOrder(position: PositionFacts): { readonly side: 'Buy' | 'Sell'; readonly quantity: number } | null {
  const shares = netShares(position);
  if (shares === 0) return null;
  return { side: shares > 0 ? 'Sell' : 'Buy', quantity: availableShares(position) || Math.abs(shares) };
}

/** Sum of what is known; null when there is something and nothing of it is known. */
export function totalOf(amounts: readonly (number | null)[]): number | null {
  const known = amounts.filter((amount) => amount !== null);
  return known.length === 0 && amounts.length > 0 ? null : known.reduce((sum, amount) => sum + amount, 0);
}
