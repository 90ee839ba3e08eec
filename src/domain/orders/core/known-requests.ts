import type { OtherRequest } from './account-book.ts';
import { leavesOf, type Book } from './book.ts';
import type { BookOrder } from './types.ts';

/** The request that took a ClientId of the account, accepted or refused; undefined when the ClientId is free. */
export function knownRequest(book: Book, account: string, clientId: string): OtherRequest | undefined {
  const found = book.accounts.get(account);
  const order = book.orders.get(found?.orderIdByClientId.get(clientId) ?? '');
  if (order)
    return {
      orderId: order.orderId,
      order: order.terms,
      originalClientId: order.originalClientId,
      refusedSerial: undefined,
    };
  return found?.otherRequests.get(clientId);
}

/** An order that a request named. `isStale`: by a ClientId that it had before a replace. */
export interface NamedOrder {
  readonly order: BookOrder;
  readonly isStale: boolean;
}

/**
 * The order of the account that a request names, by its OrderId or by the ClientId it goes under now. Both exist only in journals of older
 * releases, which accepted ClientIds in the form of an OrderId; `first` states which one the request means then. An order of another account is
 * treated as unknown.
 */
export function namedOrder(
  book: Book,
  account: string,
  named: string,
  first: 'orderId' | 'clientId',
): NamedOrder | undefined {
  const found = book.accounts.get(account);
  if (!found) return undefined;
  const byOrderId = book.orders.get(named);
  const byClientId = book.orders.get(found.orderIdByClientId.get(named) ?? '');
  const [preferred, alternative] = first === 'orderId' ? [byOrderId, byClientId] : [byClientId, byOrderId];
  for (const order of [preferred, alternative])
    if (order?.account === account) return { order, isStale: false };
  const before = found.otherRequests.get(named);
  const order = before?.refusedSerial === undefined ? book.orders.get(before?.orderId ?? '') : undefined;
  return order && { order, isStale: true };
}

/** True while part of the order may still trade. */
export const isOpen = (order: BookOrder): boolean => order.completedMs === null && leavesOf(order) > 0;
