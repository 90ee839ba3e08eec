import { toPriceE4, type PriceE4 } from '../../../src/domain/money/price.ts';

/** Best bid and ask of one exchange, dollars. A price of 0 = nothing on that side. */
export interface ExchangeQuote {
  readonly Bid: number;
  readonly BidSize: number;
  readonly Ask: number;
  readonly AskSize: number;
}

/** Displayed sizes by the price of their row. */
export interface RowBook {
  readonly bids: ReadonlyMap<PriceE4, number>;
  readonly asks: ReadonlyMap<PriceE4, number>;
  /** Largest size of both sides, 1 when there is none. */
  readonly largest: number;
}

export const EMPTY_BOOK: RowBook = { bids: new Map(), asks: new Map(), largest: 1 };

/** The row at or below a price: bids, and what may be bought. */
export const rowBelow = (priceE4: PriceE4, stepE4: PriceE4): PriceE4 => Math.floor(priceE4 / stepE4) * stepE4;
/** The row at or above a price: offers, and what may be sold. No row shows a better price than there is. */
export const rowAbove = (priceE4: PriceE4, stepE4: PriceE4): PriceE4 => Math.ceil(priceE4 / stepE4) * stepE4;

function add(sizes: Map<PriceE4, number>, priceE4: PriceE4, size: number): void {
  sizes.set(priceE4, (sizes.get(priceE4) ?? 0) + size);
}

/** Adds up what the exchanges display at the prices of each row. */
export function rowBookOf(quotes: readonly ExchangeQuote[], stepE4: PriceE4): RowBook {
  const bids = new Map<PriceE4, number>();
  const asks = new Map<PriceE4, number>();
  for (const { Bid, BidSize, Ask, AskSize } of quotes) {
    if (Bid > 0 && BidSize > 0) add(bids, rowBelow(toPriceE4(Bid), stepE4), BidSize);
    if (Ask > 0 && AskSize > 0) add(asks, rowAbove(toPriceE4(Ask), stepE4), AskSize);
  }
  return { bids, asks, largest: Math.max(1, ...bids.values(), ...asks.values()) };
}
