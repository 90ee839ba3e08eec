/**
 * Prices and money are integers counted in 1/10,000 of a dollar ("E4"), everywhere inside the server and the domain.
 * US equities quote in cents (sub-dollar stocks in 1/10,000), so E4 holds every legal price exactly, and an integer
 * below 2^53 holds 900 billion dollars: sums never drift. Decimal dollars exist only on the wire and on the screen.
 */
export type PriceE4 = number;
/** An amount of money (cash, P&L, fee) in 1/10,000 dollar. */
export type MoneyE4 = number;

export const E4 = 10_000;

/** Decimal dollars to E4, rounded half away from zero at the fifth decimal. Throws a RangeError for what cannot be held exactly. */
export function toE4(dollars: number): number {
  const scaled = Math.round(Math.abs(dollars) * E4) * Math.sign(dollars);
  if (!Number.isSafeInteger(scaled)) throw new RangeError(`price out of range: ${dollars}`);
  return scaled === 0 ? 0 : scaled;
}

/** E4 to decimal dollars. The nearest double of an E4 integer prints with at most four decimals and converts back exactly. */
export function fromE4(e4: number): number {
  return e4 / E4;
}

/** True when a decimal has no more than four decimals but for the last bits of a double (0.1 + 0.2), so that `toE4` loses nothing. */
export function isExactE4(dollars: number): boolean {
  const scaled = Math.round(dollars * E4);
  return (
    Number.isSafeInteger(scaled) &&
    Math.abs(fromE4(scaled) - dollars) <= 4 * Number.EPSILON * Math.abs(dollars)
  );
}

/** Smallest price step (E4) at a price: one cent from one dollar up, 1/10,000 below (SEC Rule 612). */
export function tickSizeE4(priceE4: PriceE4): PriceE4 {
  return priceE4 >= E4 ? 100 : 1;
}
