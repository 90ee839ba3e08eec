import { assert } from '../../assert/assert.ts';
import type { AccountBook } from './account-book.ts';
import { accountOf, copyOrder, type Book } from './book-state.ts';
import type { PositionHistory } from './position-history.ts';
import type { BookOrder } from './types.ts';

/** Drops parts of the book that the journal holds, and restores them when a later event needs them. */

/** Drops a finished order. Its ClientIds stay taken. */
export function forgetOrder(book: Book, orderId: string): void {
  const order = book.orders.get(orderId);
  assert(order === undefined || order.completedMs !== null, `order ${orderId} is finished`);
  book.orders.delete(orderId);
}

/** Puts a forgotten order back. */
export function recallOrder(book: Book, order: BookOrder): void {
  assert(order.completedMs !== null, `order ${order.orderId} is finished`);
  if (!book.orders.has(order.orderId)) book.orders.set(order.orderId, copyOrder(order));
}

/** Drops the histories of the positions. The positions stay; only an amendment needs a history. */
export function forgetHistories(book: Book): void {
  for (const account of book.accounts.values()) {
    account.histories.clear();
    account.wholeHistories.clear();
    account.hasForgottenHistories = true;
  }
}

/** True when the history of a position goes back to its beginning. */
export const hasWholeHistory = (account: AccountBook, symbol: string): boolean =>
  !account.hasForgottenHistories || account.wholeHistories.has(symbol);

/** Starts an empty history for later entries; `completeHistory` puts the earlier ones before it. */
export function restartHistory(book: Book, account: string, symbol: string): void {
  accountOf(book, account).histories.set(symbol, []);
}

/** Puts the earlier part of a position history, read from the journal, before the part in memory. */
export function completeHistory(
  book: Book,
  account: string,
  symbol: string,
  earlier: readonly number[],
): void {
  const accountBook = accountOf(book, account);
  const later: PositionHistory = accountBook.histories.get(symbol) ?? [];
  accountBook.histories.set(symbol, [...earlier, ...later]);
  accountBook.wholeHistories.add(symbol);
}

/** A ClientId is taken for the session in which it was used and for the next one, and for as long as its order is open. */
export function takeClientId(account: AccountBook, clientId: string): void {
  account.clientIds.present.push(clientId);
}

/** A new session begins: the ClientIds of the one before the last are free, unless their order is open. */
export function freeClientIds(book: Book, account: AccountBook): void {
  const stillTaken = account.clientIds.previous.filter((clientId) => {
    const orderId = account.orderIdByClientId.get(clientId) ?? account.otherRequests.get(clientId)?.orderId;
    if (book.orders.get(orderId ?? '')?.completedMs === null) return true;
    account.orderIdByClientId.delete(clientId);
    account.otherRequests.delete(clientId);
    return false;
  });
  account.clientIds = { previous: [...stillTaken, ...account.clientIds.present], present: [] };
}
