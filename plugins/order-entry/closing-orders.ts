import { heldQuantity, type ToolPlatform } from '../../src/plugin-api/index.ts';
import type { Ticket } from './ticket.ts';

/** Exits belong to orders that open a position or add to it. The server refuses them for all others, also for an order that closes a position and opens one on the other side. */

type Positions = Pick<ToolPlatform, 'orders'>;

/** Whether an order opens a position or adds to it. `held`: shares or contracts, negative = short. */
export const opensPosition = (side: Ticket['side'], held: number): boolean =>
  side === 'Buy' ? held >= 0 : held <= 0;

/** Shares or contracts of a symbol that are held now, negative = short. */
export function heldNow({ orders }: Positions, symbol: string): number {
  const position = orders.get().positions.get(symbol);
  return position === undefined ? 0 : heldQuantity(position);
}

/** The ticket as it is sent: without exits where it closes what is held. */
export const sendableTicket = (ticket: Ticket, held: number): Ticket =>
  ticket.attach === 'Bracket' && !opensPosition(ticket.side, held) ? { ...ticket, attach: 'None' } : ticket;

/** Why the exits of a ticket are not sent; null when they are, and without exits. */
export function noExitsText(ticket: Ticket, held: number): string | null {
  if (sendableTicket(ticket, held) === ticket) return null;
  return (ticket.quantity ?? 0) > Math.abs(held)
    ? 'No exits: this order closes the position before it opens one on the other side. Close first, and open with an order of its own.'
    : 'No exits: this order closes the position.';
}
