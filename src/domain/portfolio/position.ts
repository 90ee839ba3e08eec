import { assert } from '../assert/assert.ts';
import { shareOf } from '../money/share-of.ts';
import { notionalE4, type MoneyE4, type PriceE4 } from '../money/price.ts';

/** Shares (contracts of an option) bought or sold short at one price. `markE4` is the price that today's P&L counts from. */
export interface Lot {
  quantity: number;
  readonly priceE4: PriceE4;
  markE4: PriceE4;
  /**
   * Cost of all its shares beyond price × shares, positive or negative; absent = 0. After a split a seventh of a price is seldom a whole number, and the cost must not
   * change by the rounding.
   */
  restE4?: MoneyE4;
  /** The same of the mark. */
  markRestE4?: MoneyE4;
}

/** What the shares of a lot cost, without a sign. */
export const lotCostE4 = ({ quantity, priceE4, restE4 = 0 }: Lot, multiplier: number): MoneyE4 =>
  notionalE4(priceE4, quantity * multiplier) + restE4;

/** What the shares of a lot cost at its mark, without a sign. */
export const lotMarkCostE4 = ({ quantity, markE4, markRestE4 = 0 }: Lot, multiplier: number): MoneyE4 =>
  notionalE4(markE4, quantity * multiplier) + markRestE4;

/**
 * One symbol of one account. Lots are all long or all short, oldest first, and close first in, first out.
 *
 * - FIFO cost counts each lot at its trade price, MTM cost at its mark: the trade price until the next session begins,
 *   then the close before that session.
 * - `closedPlE4` is the FIFO profit of closed shares since the beginning, before fees.
 * - `todayPlE4` is the profit of shares closed in the present session, counted from their marks, minus the session's fees.
 *   So today's whole P&L is todayPl + market value - MTM cost.
 *
 * Prices are of one share; every amount of money counts `multiplier` shares for each of the quantity (100 for options).
 * Sums stay exact integers while the value of a position stays below 2^53 E4, some 900 billion dollars; with at most ten
 * billion dollars of cash per account, positions stay far below it.
 */
export interface Position {
  /** Shares of one of the quantity: 1 for stocks, 100 for options. */
  readonly multiplier: number;
  /** Shares or contracts, positive for long and negative for short. Equals the sum of the lots; kept so that readers need not add them. */
  quantity: number;
  readonly lots: Lot[];
  /** Signed cost of the open lots at their trade prices: positive for long, negative for short. */
  fifoCostE4: MoneyE4;
  /** Signed cost of the open lots at their marks. */
  mtmCostE4: MoneyE4;
  closedPlE4: MoneyE4;
  todayPlE4: MoneyE4;
  /** P&L of all closed shares by marks, and of all marks made, since the beginning: equals `closedPlE4` when flat. */
  mtmPlE4: MoneyE4;
  feesE4: MoneyE4;
  /** Shares or contracts bought and sold since the beginning. */
  tradedShares: number;
}

/** A fill, as a position books it. */
export interface Fill {
  /** Shares or contracts, positive = bought, negative = sold. */
  readonly signedQuantity: number;
  readonly priceE4: PriceE4;
  readonly feesE4: MoneyE4;
}

/** A flat position. `multiplier`: shares of one unit, 100 for an option contract. */
export function createPosition(multiplier = 1): Position {
  return {
    multiplier,
    quantity: 0,
    lots: [],
    fifoCostE4: 0,
    mtmCostE4: 0,
    closedPlE4: 0,
    todayPlE4: 0,
    mtmPlE4: 0,
    feesE4: 0,
    tradedShares: 0,
  };
}

/** Books a fill into the position, which the caller owns: closes lots first in, first out, and opens a lot with the rest. Throws for a quantity of 0 or a price that is not above 0. */
export function applyFill(position: Position, fill: Fill): void {
  assert(
    Number.isSafeInteger(fill.signedQuantity) && fill.signedQuantity !== 0,
    'a fill has a whole quantity',
  );
  assert(Number.isSafeInteger(fill.priceE4) && fill.priceE4 > 0, 'a fill has a price');
  book(position, fill);
}

/** Closes lots outside of trading, as the expiry of an option does: the price may be 0. Never opens. */
export function closeOut(position: Position, signedQuantity: number, priceE4: PriceE4): void {
  assert(
    Number.isSafeInteger(signedQuantity) && Math.sign(signedQuantity) === -Math.sign(position.quantity),
    'a close-out goes against the position',
  );
  assert(Math.abs(signedQuantity) <= Math.abs(position.quantity), 'a close-out stays within the position');
  assert(Number.isSafeInteger(priceE4) && priceE4 >= 0, 'a close-out has a price');
  book(position, { signedQuantity, priceE4, feesE4: 0 });
}

function book(position: Position, fill: Fill): void {
  const direction = fill.signedQuantity > 0 ? 1 : -1;
  let remaining = Math.abs(fill.signedQuantity);
  position.tradedShares += remaining;
  position.feesE4 += fill.feesE4;
  position.todayPlE4 -= fill.feesE4;
  while (remaining > 0 && Math.sign(position.quantity) === -direction) {
    const lot = position.lots[0];
    assert(lot, 'a position that is not flat has a lot');
    const closed = Math.min(lot.quantity, remaining);
    // Signed like the lot: closing a long lot earns when the fill is above it, closing a short one when below.
    const signed = closed * -direction;
    const shares = signed * position.multiplier;
    position.closedPlE4 += notionalE4(fill.priceE4 - lot.priceE4, shares);
    position.todayPlE4 += notionalE4(fill.priceE4 - lot.markE4, shares);
    position.mtmPlE4 += notionalE4(fill.priceE4 - lot.markE4, shares);
    position.fifoCostE4 -= notionalE4(lot.priceE4, shares);
    position.mtmCostE4 -= notionalE4(lot.markE4, shares);
    position.quantity -= signed;
    if (lot.restE4 || lot.markRestE4) closeRest(position, lot, closed, -direction);
    lot.quantity -= closed;
    remaining -= closed;
    if (lot.quantity === 0) position.lots.shift();
  }
  if (remaining === 0) return;
  position.quantity += remaining * direction;
  const openedCostE4 = notionalE4(fill.priceE4, remaining * direction * position.multiplier);
  position.fifoCostE4 += openedCostE4;
  position.mtmCostE4 += openedCostE4;
  const newest = position.lots.at(-1);
  // Adjacent lots of the same price and mark are merged, so that sliced orders do not lengthen the queue.
  if (newest && newest.priceE4 === fill.priceE4 && newest.markE4 === fill.priceE4 && !newest.restE4)
    newest.quantity += remaining;
  else position.lots.push({ quantity: remaining, priceE4: fill.priceE4, markE4: fill.priceE4 });
}

/** The part of a lot's rest that belongs to the shares being closed; the last shares take all that is left. */
function closeRest(position: Position, lot: Lot, closed: number, sign: number): void {
  const restE4 = shareOf(lot.restE4 ?? 0, closed, lot.quantity);
  const markRestE4 = shareOf(lot.markRestE4 ?? 0, closed, lot.quantity);
  lot.restE4 = (lot.restE4 ?? 0) - restE4;
  lot.markRestE4 = (lot.markRestE4 ?? 0) - markRestE4;
  position.closedPlE4 -= sign * restE4;
  position.fifoCostE4 -= sign * restE4;
  position.todayPlE4 -= sign * markRestE4;
  position.mtmPlE4 -= sign * markRestE4;
  position.mtmCostE4 -= sign * markRestE4;
}

/** A new session begins: open lots are marked to the close before it (undefined = keep the marks), today's P&L starts at 0. */
export function markPosition(position: Position, closeE4: PriceE4 | undefined): void {
  position.todayPlE4 = 0;
  if (closeE4 === undefined) return;
  for (const lot of position.lots) {
    lot.markE4 = closeE4;
    delete lot.markRestE4;
  }
  const costE4 = notionalE4(closeE4, position.quantity * position.multiplier);
  position.mtmPlE4 += costE4 - position.mtmCostE4;
  position.mtmCostE4 = costE4;
}
