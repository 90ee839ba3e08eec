import type { OtherRequest } from './account-book.ts';
import { leavesOf, type Book } from './book.ts';
import type { BookOrder } from './types.ts';

/** The request that took a ClientId of the account, whatever became of it; undefined when the ClientId is free. */
export function knownRequest(book: Book, account: string, clientId: string): OtherRequest | undefined {
  const found = book.accounts.get(account);
  const order = book.orders.get(found?.orderIdByClientId.get(clientId) ?? '');
  if (order) return { orderId: order.orderId, order: order.terms, originalClientId: order.originalClientId, refusedSerial: undefined };
  return found?.otherRequests.get(clientId);
}

/**
 * The order of the account that a cancel or replace names, by the ClientId it goes under now or by its OrderId. `stale`: the ClientId is of
 * terms that a replace has taken the place of. An order of another account is as unknown as one that never was.
 */
export function namedOrder(book: Book, account: string, named: string): BookOrder | 'stale' | undefined {
  const found = book.accounts.get(account);
  const order = book.orders.get(found?.orderIdByClientId.get(named) ?? named);
  if (order?.account === account) return order;
  const other = found?.otherRequests.get(named);
  return other && other.refusedSerial === undefined ? 'stale' : undefined;
}

/** True while something of the order may still trade. */
export const isOpen = (order: BookOrder): boolean => order.completedMs === null && leavesOf(order) > 0;
