/** Best bid and ask of one exchange, dollars. A price of 0 = nothing on that side. */
export interface ExchangeQuote {
  readonly Exchange: string;
  readonly Bid: number;
  readonly BidSize: number;
  readonly Ask: number;
  readonly AskSize: number;
}

export interface DepthRow {
  readonly exchange: string;
  readonly price: number;
  readonly size: number;
  /** Rows of one price share a group; groups count from the best price and begin again after the last colour. */
  readonly group: number;
}
export interface Depth {
  readonly bids: readonly DepthRow[];
  readonly asks: readonly DepthRow[];
}

/** Colours of price groups. */
export const PRICE_GROUPS = 7;
export const DEFAULT_DEPTH_ROWS = 8;
export const MAX_DEPTH_ROWS = 20;

export const NO_DEPTH: Depth = { bids: [], asks: [] };

type Offer = Omit<DepthRow, 'group'>;

/** Best price first, of one price the largest size first. Without a price or a size there is no row. */
function sideOf(offers: readonly Offer[], direction: 1 | -1, rows: number): DepthRow[] {
  const sorted = offers
    .filter(({ price, size }) => price > 0 && size > 0)
    .toSorted(
      (left, right) =>
        direction * (left.price - right.price) ||
        right.size - left.size ||
        (left.exchange < right.exchange ? -1 : 1),
    )
    .slice(0, rows);
  let group = -1;
  let price = 0;
  return sorted.map((offer) => {
    if (offer.price !== price) {
      group++;
      price = offer.price;
    }
    return { ...offer, group: group % PRICE_GROUPS };
  });
}

/** Both sides of the market from the exchanges' own quotes, at most so many rows each. */
export function depthOf(quotes: readonly ExchangeQuote[], rows: number): Depth {
  return {
    bids: sideOf(
      quotes.map(({ Exchange, Bid, BidSize }) => ({ exchange: Exchange, price: Bid, size: BidSize })),
      -1,
      rows,
    ),
    asks: sideOf(
      quotes.map(({ Exchange, Ask, AskSize }) => ({ exchange: Exchange, price: Ask, size: AskSize })),
      1,
      rows,
    ),
  };
}
