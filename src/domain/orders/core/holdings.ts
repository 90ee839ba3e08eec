import { isOptionSymbol } from '../../symbols/symbol.ts';
import { legQuantity } from '../legs.ts';
import type { AccountBook, OpenInterest } from './account-book.ts';
import { countedLeaves, heldBy, leavesOf, openingLeft } from './held.ts';
import type { BookOrder } from './types.ts';

export { heldBy, leavesOf, openingLeft } from './held.ts';

/** Adds (sign 1) or releases (-1) the open interest and the buying power of an open order. */
export function hold(account: AccountBook, order: BookOrder, sign: 1 | -1): void {
  const leaves = countedLeaves(order);
  // Fills close first, so the opening shares are the last to be released.
  account.reservedE4 += sign * heldBy(order);
  if (order.legs === undefined)
    addInterest(account, order.symbol, order.side === 'Buy' ? 'buy' : 'sell', sign * leaves);
  else
    for (const leg of order.legs)
      addInterest(account, leg.symbol, leg.side === 'Buy' ? 'buy' : 'sell', sign * legQuantity(leg, leaves));
  account.figures.heldChanged(order, sign);
}

function addInterest(account: AccountBook, symbol: string, side: keyof OpenInterest, change: number): void {
  let interest = account.openInterest.get(symbol);
  if (!interest) account.openInterest.set(symbol, (interest = { buy: 0, sell: 0 }));
  interest[side] += change;
}

/**
 * After an amendment changed a position: shares that open orders were to close without a reserve, and that no longer exist, count as opening from
 * now on. Sales of stock never open; those orders are cancelled (`salesWithoutCover`).
 */
export function turnExcessIntoOpening(account: AccountBook, symbol: string): void {
  const open = account.openOrders.get(symbol);
  const quantity = account.positions.get(symbol)?.quantity ?? 0;
  const closing = (orders: Iterable<BookOrder>, side: 'Buy' | 'Sell'): number => {
    let shares = 0;
    for (const order of orders)
      if (order.side === side && !order.isAlternate) shares += leavesOf(order) - openingLeft(order);
    return shares;
  };
  const buys = closing(open?.buys.values() ?? [], 'Buy') - Math.max(0, -quantity);
  if (buys > 0) turnIntoOpening(account, symbol, 'Buy', buys, undefined);
  const sells = isOptionSymbol(symbol)
    ? closing(open?.sells.values() ?? [], 'Sell') - Math.max(0, quantity)
    : 0;
  if (sells > 0) turnIntoOpening(account, symbol, 'Sell', sells, undefined);
}

/**
 * After an opening order closed a position instead: other open orders of its side were to close that position without a reserve. As many of their
 * shares count as opening from now on and reserve buying power: buys at their counted price, sales (counted at nothing while they only close) at
 * the reserve of the filled order.
 */
export function turnIntoOpening(
  account: AccountBook,
  symbol: string,
  side: 'Buy' | 'Sell',
  shares: number,
  filled: BookOrder | undefined,
): void {
  let left = shares;
  const open = account.openOrders.get(symbol);
  for (const order of (side === 'Buy' ? open?.buys : open?.sells)?.values() ?? []) {
    if (left === 0) return;
    if (order === filled || order.side !== side || order.isAlternate) continue;
    const turned = Math.min(left, leavesOf(order) - openingLeft(order));
    if (turned === 0) continue;
    hold(account, order, -1);
    order.openingQuantity = openingLeft(order) + turned;
    if (side === 'Sell' && filled) order.reserveE4 = Math.max(order.reserveE4, filled.reserveE4);
    hold(account, order, 1);
    left -= turned;
  }
}
