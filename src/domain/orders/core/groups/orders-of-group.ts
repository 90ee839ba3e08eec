import { groupClientId } from '../../groups/group-id.ts';
import type { BookGroup, GroupRole } from '../../groups/types.ts';
import { ORDER_TYPES } from '../../order-types.ts';
import { PLAIN_ORDER, type OrderRequest } from '../../request.ts';
import type { Book } from '../book-state.ts';
import type { BookOrder } from '../types.ts';

/** Where an order without a model to follow is sent. */
const AUTOMATIC = { destination: 'SMART', route: 'AUTO' } as const;

/** The next ClientId that the group gives: one for each record of the book, so that none is given twice. */
export const nextClientId = (book: Book, groupId: string, role: GroupRole): string =>
  groupClientId(groupId, role, book.lastSeq + 1);

/** A market order that closes so many shares; positive = of a long position. */
export function closingOrder(
  book: Book,
  group: BookGroup,
  { role, symbol, shares }: { readonly role: GroupRole; readonly symbol: string; readonly shares: number },
): OrderRequest {
  const { account, userId, orders } = group.request;
  const { destination, route } = orders[0] ?? AUTOMATIC;
  return {
    ...PLAIN_ORDER,
    account,
    userId,
    clientId: nextClientId(book, group.groupId, role),
    symbol,
    side: shares > 0 ? 'Sell' : 'Buy',
    source: shares > 0 ? 'Close' : 'Cover',
    type: 'Market',
    tif: role === 'Surplus' ? 'GoodTillCancel' : 'Day',
    quantity: Math.abs(shares),
    destination,
    route,
    repeatReason: 'Strategy',
  };
}

/** The terms of an open order with another quantity to fill. A smaller quantity also bounds the displayed and the least quantity. */
export function withLeaves(book: Book, order: BookOrder, role: GroupRole, leaves: number): OrderRequest {
  const { terms } = order;
  return {
    ...terms,
    clientId: nextClientId(book, order.group?.groupId ?? '', role),
    quantity: order.filled + leaves,
    minQuantity: Math.min(terms.minQuantity, leaves),
    displayQuantity: ORDER_TYPES[terms.type].isClosingAuction ? 0 : Math.min(terms.displayQuantity, leaves),
  };
}
