/** Where a print stood in the market of its moment. */
export type PrintSide = 'below bid' | 'above ask' | 'between';

/** At or below the bid, at or above the ask, or neither; a side without a price (0) is no bound. */
export function sideOfPrint(price: number, bid: number, ask: number): PrintSide {
  if (bid > 0 && price <= bid) return 'below bid';
  if (ask > 0 && price >= ask) return 'above ask';
  return 'between';
}
