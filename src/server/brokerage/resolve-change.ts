import type { Book } from '../../domain/orders/core/book.ts';
import type { OrderChange } from '../../domain/orders/core/decide.ts';
import { namedOrder } from '../../domain/orders/core/known-requests.ts';
import type { BookOrder } from '../../domain/orders/core/types.ts';

/**
 * Resolves the order that a cancel, replace or preview names. `first`: which id `named` means where both exist. `stale`: the order whose former
 * ClientId was named; it is not the target then.
 */
export function resolveChange(
  book: Book,
  { account, userId, clientId }: Pick<OrderChange, 'account' | 'userId' | 'clientId'>,
  named: string,
  first: 'orderId' | 'clientId',
  sentMs: number,
): OrderChange & { readonly stale: BookOrder | undefined } {
  const found = namedOrder(book, account, named, first);
  const [target, stale] = found?.isStale ? [undefined, found.order] : [found?.order, undefined];
  return { account, userId, clientId, target, stale, named, sentMs };
}
