import { ORDER_TYPES } from '../../src/domain/orders/order-types.ts';
import { withQuantity } from './order-templates.ts';
import { withType } from './ticket-rules.ts';
import { ticketFrom, type Ticket } from './ticket.ts';

/** The ticket that is open. */
export interface OpenTicket {
  readonly ticket: Ticket;
  /** What it would be if the user had typed nothing since it was opened or sent. */
  readonly begun: Ticket;
  /** The user has typed something that is not sent. */
  readonly isEdited: boolean;
}

/** What becomes of an open ticket when another start is requested. */
export type Offer =
  /** Nothing is requested that it does not have. */
  | { readonly does: 'keep' }
  | {
      readonly does: 'set';
      readonly ticket: Ticket;
      readonly begun: Ticket;
      /** Something that the user has typed would go, or a price would be sent with the other side: only a confirmation sets the ticket. */
      readonly losesInput: boolean;
    };

type Start = Readonly<Record<string, unknown>>;

/** Tickets with the same fields. A text that is no number differs from an empty field. */
export function isSameTicket(left: Ticket, right: Ticket): boolean {
  const textOf = (ticket: Ticket) =>
    JSON.stringify(ticket, (_name, value: unknown) => (Number.isNaN(value) ? 'NaN' : value));
  return left === right || textOf(left) === textOf(right);
}

/** The ticket with what a start names: side, quantity, and a price, which makes it an order with a limit or a stop. */
function withNamed(ticket: Ticket, start: Start): Ticket {
  const { side, quantity, price, stopPrice } = ticketFrom(start, ticket);
  const sided = typeof start['side'] === 'string' ? { ...ticket, side } : ticket;
  const sized =
    typeof start['quantity'] === 'number' ? { ...sided, ...withQuantity(sided, quantity) } : sided;
  if (stopPrice !== null) return { ...withType(sized, 'Stop'), stopKind: 'Static', stopPrice };
  if (price === null) return sized;
  return { ...withType(sized, ORDER_TYPES[sized.type].needsLimitPrice ? sized.type : 'Limit'), price };
}

/** Fields of the ticket that the user has changed, and `next` would change again. */
const losesInput = ({ ticket, begun }: OpenTicket, next: Ticket): boolean =>
  // The names of a ticket's fields.
  (Object.keys(ticket) as (keyof Ticket)[]).some(
    (field) => differs(ticket[field], next[field]) && differs(ticket[field], begun[field]),
  );

/** A price that the user has typed for the other side would be sent with this one: a limit below the market to buy is a limit through it to sell. */
const turnsPrice = ({ ticket, begun }: OpenTicket, next: Ticket): boolean =>
  next.side !== ticket.side &&
  (['price', 'stopPrice'] as const).some(
    (field) => next[field] !== null && next[field] === ticket[field] && differs(ticket[field], begun[field]),
  );

const differs = (left: unknown, right: unknown): boolean =>
  !Object.is(left, right) && JSON.stringify(left) !== JSON.stringify(right);

/**
 * What becomes of an open ticket when a tool requests a new order. A ticket without typed input gives way to the new order. One with typed input keeps it: for its
 * symbol it takes what the request names, for another symbol it gives way.
 * @param start arguments of `order.place`
 * @param fresh the ticket that would be opened if none were
 */
export function offeredTicket(open: OpenTicket, start: Start, fresh: Ticket): Offer {
  const isNamed = ['side', 'quantity', 'price', 'stopPrice'].some((name) => start[name] !== undefined);
  const isSymbol = typeof start['symbol'] !== 'string' || fresh.symbol === open.ticket.symbol;
  if (isSymbol && !isNamed) return { does: 'keep' };
  if (!open.isEdited) return { does: 'set', ticket: fresh, begun: fresh, losesInput: false };
  if (!isSymbol) return { does: 'set', ticket: fresh, begun: fresh, losesInput: true };
  return offeredChange(open, (ticket) => withNamed(ticket, start));
}

/** A change that a tool requests of an open ticket, such as another price of the order that it replaces. */
export function offeredChange(open: OpenTicket, change: (ticket: Ticket) => Ticket): Offer {
  const ticket = change(open.ticket);
  if (isSameTicket(ticket, open.ticket)) return { does: 'keep' };
  const isQuestioned = losesInput(open, ticket) || turnsPrice(open, ticket);
  return { does: 'set', ticket, begun: change(open.begun), losesInput: isQuestioned };
}
