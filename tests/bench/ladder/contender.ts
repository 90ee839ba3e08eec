/** Best bid and ask of one exchange, dollars. */
export interface ExchangeQuote {
  readonly Exchange: string;
  readonly Bid: number;
  readonly BidSize: number;
  readonly Ask: number;
  readonly AskSize: number;
}

/** A ladder under test: shows sizes at prices in an element. */
export interface Contender {
  /** Takes the quotes of all exchanges. */
  quotes(quotes: readonly ExchangeQuote[]): void;
  /** Takes one trade. */
  trade(price: number, size: number, timeMs: number, volume: number): void;
  /** Text of the size displayed at a price on the bid side. */
  bidAt(price: string): string;
  destroy(): void;
}
export type CreateContender = (place: HTMLElement) => Contender;

/** Rows on screen in every contender, and the price of the highest. */
export const ROWS = 38;
export const TOP_CENTS = 10_019;
