import type { AccountBook, OpenOrders } from './account-book.ts';
import { copyGroup } from './book-groups.ts';
import { accountOf, copyOrder, type Book } from './book-state.ts';
import type { BookOrder } from './types.ts';

/** Fills an empty book with everything that another one holds, so that both can change independently. Immutable parts are shared. */
export function copyBook(from: Book, to: Book): void {
  to.lastSeq = from.lastSeq;
  to.sessionDate = from.sessionDate;
  to.ordersToday = from.ordersToday;
  for (const [orderId, order] of from.orders) to.orders.set(orderId, copyOrder(order));
  for (const [symbol, open] of from.openBySymbol) to.openBySymbol.set(symbol, sameOrders(open, to));
  for (const [groupId, group] of from.groups) to.groups.set(groupId, copyGroup(group));
  for (const [serial, amended] of from.amended) to.amended.set(serial, amended);
  for (const account of from.accounts.values()) copyAccount(account, accountOf(to, account.account), to);
}

/** The same orders, of the other book. */
function sameOrders(orders: ReadonlyMap<string, BookOrder>, book: Book): Map<string, BookOrder> {
  const same = new Map<string, BookOrder>();
  for (const orderId of orders.keys()) {
    const order = book.orders.get(orderId);
    if (order) same.set(orderId, order);
  }
  return same;
}

function copyAccount(from: AccountBook, to: AccountBook, book: Book): void {
  to.cashE4 = from.cashE4;
  to.fundedE4 = from.fundedE4;
  to.fundingVersion = from.fundingVersion;
  to.reservedE4 = from.reservedE4;
  to.openOrderCount = from.openOrderCount;
  for (const groupId of from.liveGroups) to.liveGroups.add(groupId);
  to.ordersToday = from.ordersToday;
  to.recentOrders = [...from.recentOrders];
  to.cancelOnDisconnect = from.cancelOnDisconnect;
  to.isHalted = from.isHalted;
  to.guards = from.guards;
  to.appliedActions = [...from.appliedActions];
  for (const [symbol, position] of from.positions)
    to.positions.set(symbol, { ...position, lots: position.lots.map((lot) => ({ ...lot })) });
  for (const [symbol, history] of from.histories) to.histories.set(symbol, [...history]);
  to.hasForgottenHistories = from.hasForgottenHistories;
  for (const symbol of from.wholeHistories) to.wholeHistories.add(symbol);
  to.clientIds = { present: [...from.clientIds.present], previous: from.clientIds.previous };
  for (const [symbol, interest] of from.openInterest) to.openInterest.set(symbol, { ...interest });
  for (const [symbol, { buys, sells }] of from.openOrders)
    to.openOrders.set(symbol, {
      buys: sameOrders(buys, book),
      sells: sameOrders(sells, book),
    } satisfies OpenOrders);
  for (const [groupId, open] of from.openAlternatives)
    to.openAlternatives.set(groupId, sameOrders(open, book));
  for (const [clientId, orderId] of from.orderIdByClientId) to.orderIdByClientId.set(clientId, orderId);
  for (const [clientId, groupId] of from.groupIdByClientId) to.groupIdByClientId.set(clientId, groupId);
  for (const [clientId, request] of from.otherRequests) to.otherRequests.set(clientId, request);
}
