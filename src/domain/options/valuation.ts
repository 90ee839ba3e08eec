import { YEAR_MS } from './constants.ts';

/** An underlying's prices, dollars; 0 = none. */
export interface UnderlyingPrices {
  readonly last: number;
  readonly previousClose: number;
  readonly bid: number;
  readonly ask: number;
}

/** The price of the underlying for valuation: the middle of a sound quote, else the last price, else the previous close. */
export function spotOf({ last, previousClose, bid, ask }: UnderlyingPrices): number {
  if (bid > 0 && ask >= bid) return (bid + ask) / 2;
  return last > 0 ? last : Math.max(0, previousClose);
}

/** Years of 365 days from a moment (UTC ms) to an expiration (Unix seconds); negative after it. */
export function yearsTo(expirationSeconds: number, nowMs: number): number {
  return (expirationSeconds * 1000 - nowMs) / YEAR_MS;
}
