import type { Book } from '../../domain/orders/core/book.ts';
import { tradedSymbols } from '../../domain/orders/legs.ts';
import type { Batch } from './release-queue.ts';

/** Symbols whose open orders a batch may have changed. */
export function changedSymbols(book: Book, { events }: Batch): Set<string> {
  const symbols = new Set<string>();
  for (const event of events) {
    if (
      event.kind !== 'accepted' &&
      event.kind !== 'executed' &&
      event.kind !== 'cancelled' &&
      event.kind !== 'expired'
    )
      continue;
    const order = event.kind === 'accepted' ? event.order : book.orders.get(event.orderId);
    for (const symbol of order ? tradedSymbols(order) : []) symbols.add(symbol);
  }
  return symbols;
}
