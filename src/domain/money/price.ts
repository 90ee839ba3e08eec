/**
 * Marks a number with its unit. The mark exists only in types: the property is never set. It is optional, so the result of arithmetic, a plain
 * number, fits without a cast, while a value that carries another mark does not compile.
 */
declare const unit: unique symbol;

/**
 * A price per share in 1/10,000 dollar. A net price of a multi-leg order, the only one that may be negative, is a price as well.
 *
 * Prices and money are integers counted in 1/10,000 dollar ("E4") everywhere in the server and the domain. US equities quote in cents
 * (sub-dollar stocks in 1/10,000), so E4 holds every legal price exactly, and an integer below 2^53 holds 900 billion dollars: sums never drift.
 * Decimal dollars exist only on the wire and on the screen.
 */
export type PriceE4 = number & { readonly [unit]?: 'price' };

/** An amount of money (cash, cost, P&L, fee) in 1/10,000 dollar. `notionalE4` makes it from a price and a number of shares. */
export type MoneyE4 = number & { readonly [unit]?: 'money' };

/** Decimal dollars, of a price or of an amount, as on the wire and on the screen. */
export type Dollars = number & { readonly [unit]?: 'dollars' };

/** Units of 1/10,000 dollar in a dollar. */
export const E4 = 10_000;

/** Decimal dollars to a price, rounded half away from zero at the fifth decimal. Throws a RangeError for a price that E4 cannot hold exactly. */
export const toPriceE4 = (dollars: Dollars): PriceE4 => toE4(dollars);

/** Decimal dollars to an amount, rounded half away from zero at the fifth decimal. Throws a RangeError for an amount that E4 cannot hold exactly. */
export const toMoneyE4 = (dollars: Dollars): MoneyE4 => toE4(dollars);

function toE4(dollars: Dollars): number {
  const scaled = Math.round(Math.abs(dollars) * E4) * Math.sign(dollars);
  if (!Number.isSafeInteger(scaled)) throw new RangeError(`${dollars} dollars are out of range`);
  return scaled === 0 ? 0 : scaled;
}

/** E4 to decimal dollars. The nearest double of an E4 integer prints with at most four decimals and converts back exactly. */
export function fromE4(e4: PriceE4 | MoneyE4): Dollars {
  return e4 / E4;
}

/** The value of a number of shares at a price; negative when `shares` is. For contracts pass contracts × multiplier. */
export function notionalE4(priceE4: PriceE4, shares: number): MoneyE4 {
  return priceE4 * shares;
}

/** True when a decimal has no more than four decimals but for the last bits of a double (0.1 + 0.2), so that the conversion to E4 loses nothing. */
export function isExactE4(dollars: Dollars): boolean {
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
