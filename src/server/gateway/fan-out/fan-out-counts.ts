/**
 * What became of trades and quotes on their way to clients, since the server's start. A message counts once for each client that it was
 * meant for. Plain numbers: they are raised for each message and read only when metrics are scraped.
 */
export interface FanOutCounts {
  /** Written to the connections of clients. */
  sent: number;
  /** Trades of a slow client that a newer trade of the symbol replaced. */
  replacedTrades: number;
  /** Quotes of a slow client that a newer quote of the symbol or exchange replaced. */
  replacedQuotes: number;
  /** Quotes that a newer one replaced before any client was sent them, because a symbol's quotes are paced. Counted once, not for each client. */
  pacedQuotes: number;
  /** Discarded with the connection of their client. */
  dropped: number;
}

/** Counts that start at zero. */
export const newFanOutCounts = (): FanOutCounts => ({
  sent: 0,
  replacedTrades: 0,
  replacedQuotes: 0,
  pacedQuotes: 0,
  dropped: 0,
});
