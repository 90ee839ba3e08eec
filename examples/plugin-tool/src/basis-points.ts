/** The spread in basis points of the mid; null without a bid or an ask. Prices in dollars, 0 = none. */
export const basisPoints = (bid: number, ask: number): number | null =>
  bid > 0 && ask > 0 ? ((ask - bid) / ((ask + bid) / 2)) * 10_000 : null;
