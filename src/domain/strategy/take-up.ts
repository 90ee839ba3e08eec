import type { EarlierBracket, EarlierOpenOrder } from './open-orders.ts';
import type { OrderRecord } from './order-record.ts';
import type { RunOrders } from './run-orders.ts';
import type { SharedOrders } from './shared-orders.ts';

/** The orders of an earlier part of a run in a symbol: entries whose exits still work, and orders that are open. */
export interface EarlierRecords {
  readonly entries: readonly OrderRecord[];
  readonly open: readonly OrderRecord[];
}

/**
 * Gives the orders of an earlier part of a run to the orders of their symbols, before any other is placed. Entries are 1, 2, 3 …, open orders have the next numbers, exits
 * follow. `books`: that of the symbol of the run first. Returns what each has taken up.
 */
export function takeUpEarlier(
  books: readonly RunOrders[],
  shared: SharedOrders,
  brackets: readonly EarlierBracket[],
  openOrders: readonly EarlierOpenOrder[],
): EarlierRecords[] {
  shared.count = brackets.length + openOrders.length;
  const numbered = <Order>(orders: readonly Order[], before: number) =>
    orders.map((order, at) => ({ number: before + at + 1, order }));
  const entries = numbered(brackets, 0);
  const open = numbered(openOrders, brackets.length);
  return books.map((book, at) => {
    const isOfBook = ({ order }: { readonly order: { readonly symbol?: string | undefined } }): boolean =>
      order.symbol === undefined ? at === 0 : order.symbol === book.symbol;
    return book.takeUp(entries.filter(isOfBook), open.filter(isOfBook));
  });
}
