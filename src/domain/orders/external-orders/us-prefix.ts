/** What the product puts before a symbol of the external broker on its own trading socket; the broker never sees it. */
const US_PREFIX = 'US';

/** Adds the prefix that symbols of the external broker carry on the trading socket. */
export function withUsPrefix(symbol: string): string {
  return US_PREFIX + symbol;
}

/** The symbol without the prefix that `withUsPrefix` put there. Throws for a text that never had it. */
export function withoutUsPrefix(prefixed: string): string {
  if (!prefixed.startsWith(US_PREFIX))
    throw new RangeError(`a symbol with the prefix ${US_PREFIX} expected: ${prefixed}`);
  return prefixed.slice(US_PREFIX.length);
}
