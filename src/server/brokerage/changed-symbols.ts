import type { Book } from '../../domain/orders/core/book.ts';
import type { OrderEvent } from '../../domain/orders/core/types.ts';
import { tradedSymbols } from '../../domain/orders/legs.ts';
import type { Batch } from './release-queue.ts';

/** The symbol whose price the group of an event waits for. */
function awaitedSymbols(book: Book, event: OrderEvent): readonly string[] {
  const group =
    event.kind === 'groupAccepted'
      ? event.group
      : 'groupId' in event
        ? book.groups.get(event.groupId)?.request
        : undefined;
  return group?.condition && 'symbol' in group.condition ? [group.condition.symbol] : [];
}

/** Symbols whose open orders, or groups that wait for a price, a batch may have changed. */
export function changedSymbols(book: Book, { events }: Batch): Set<string> {
  const symbols = new Set<string>();
  for (const event of events) {
    for (const symbol of awaitedSymbols(book, event)) symbols.add(symbol);
    if (event.kind === 'actionApplied' && event.groups.length > 0) symbols.add(event.action.symbol);
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
