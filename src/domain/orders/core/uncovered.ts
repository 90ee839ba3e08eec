import type { MoneyE4 } from '../../money/price.ts';
import { optionRequirementsE4 } from '../../portfolio/index.ts';
import type { AccountBook } from './account-book.ts';
import { alternativesOf, countedLeavesOf } from './alternatives.ts';
import { openingLeft } from './holdings.ts';
import type { BookOrder } from './types.ts';

/** Sells of a symbol that close more than the account has left, the newest first: an assignment (or a bust) took the shares they were to sell. */
export function salesWithoutCover(account: AccountBook, symbol: string): BookOrder[] {
  let excess =
    (account.openInterest.get(symbol)?.sell ?? 0) - Math.max(0, account.positions.get(symbol)?.quantity ?? 0);
  const uncovered = new Set<BookOrder>();
  for (const order of [...(account.openOrders.get(symbol)?.sells.values() ?? [])].reverse()) {
    if (excess <= 0) break;
    if (order.side !== 'Sell' || order.isAlternate || uncovered.has(order)) continue;
    // Orders that count together are cancelled together.
    excess -= countedLeavesOf(account, order);
    for (const each of alternativesOf(account, order)) uncovered.add(each);
  }
  return [...uncovered];
}

/** True when an open sale of the symbol belongs to a group. */
export function hasGroupedSales(account: AccountBook, symbol: string): boolean {
  for (const order of account.openOrders.get(symbol)?.sells.values() ?? []) if (order.group) return true;
  return false;
}

/**
 * Orders that were to write options against cover and hold no margin, for which the shares or long contracts of the account no longer suffice: these were sold, assigned or removed by a bust. Older
 * orders keep the remaining cover.
 */
export function writesWithoutCover(account: AccountBook, underlying: string): BookOrder[] {
  const writes: BookOrder[] = [];
  const options = [...account.figures.optionsOf(underlying)];
  for (const symbol of options) {
    for (const order of account.openOrders.get(symbol)?.sells.values() ?? [])
      if (order.side === 'Sell' && order.reserveE4 === 0 && openingLeft(order) > 0) writes.push(order);
  }
  if (writes.length === 0) return writes;
  const held = new Map<string, { quantity: number }>();
  for (const symbol of [underlying, ...options]) {
    const position = account.positions.get(symbol);
    if (position) held.set(symbol, { quantity: position.quantity });
  }
  const marginE4 = (): MoneyE4 =>
    [...optionRequirementsE4(held, () => undefined).values()].reduce((sum, each) => sum + each, 0);
  const beforeE4 = marginE4();
  const uncovered: BookOrder[] = [];
  for (const order of writes.sort((a, b) => Number(a.orderId) - Number(b.orderId))) {
    let position = held.get(order.symbol);
    if (!position) held.set(order.symbol, (position = { quantity: 0 }));
    position.quantity -= openingLeft(order);
    if (marginE4() === beforeE4) continue;
    position.quantity += openingLeft(order);
    uncovered.push(order);
  }
  return uncovered;
}
