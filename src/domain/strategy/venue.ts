import type { Desk } from './desk.ts';
import type { OrderRecord } from './order-record.ts';

/** Who carries orders out: the simulation or the live run. */
export interface Venue {
  desk: Desk;
  /** An order was placed and is open. */
  send(order: OrderRecord): void;
  cancel(order: OrderRecord): void;
  quote(): { readonly bid: number; readonly ask: number };
}

/** Closes what must be closed: open orders are cancelled, the position is closed at the market. The order that closes it; null when there is nothing to close. */
export function flatten({ desk, send, cancel }: Venue): OrderRecord | null {
  for (const order of [...desk.open].toReversed()) cancel(order);
  const { quantity } = desk.position;
  if (quantity === 0) return null;
  const order = desk.place({
    side: quantity > 0 ? 'Sell' : 'Buy',
    type: 'Market',
    quantity: Math.abs(quantity),
    price: 0,
    stop: 0,
    isForced: true,
  });
  send(order);
  return order;
}
