import type { OrderRecord } from './order-record.ts';
import type { AccountBase } from './account-base.ts';
import type { RunOrders } from './run-orders.ts';
import type { SpreadChange } from './spread-terms.ts';

/** Executes the orders of a strategy: the simulation of a backtest, or the broker of a live run. */
export interface Venue {
  readonly orders: RunOrders;
  /** The account without the fills of the run. */
  readonly account: AccountBase;
  /** Sends an order that was placed and is open. */
  send(order: OrderRecord): void;
  cancel(order: OrderRecord): void;
  /** Requests other terms for an open multi-leg order. */
  replace(order: OrderRecord, change: SpreadChange): void;
  /** Best bid and offer of the symbol, dollars. */
  quote(): { readonly bid: number; readonly ask: number };
}

/** Cancels all open orders and closes the position at the market. Returns the closing order; null when the position is flat. */
export function flatten({ orders, send, cancel }: Venue): OrderRecord | null {
  for (const order of [...orders.open, ...orders.openSpreads].toReversed()) cancel(order);
  const { quantity } = orders.position;
  if (quantity === 0) return null;
  const order = orders.place({
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
