import { fromE4, isExactE4, toPriceE4 } from '../../src/domain/money/price.ts';
import { exitPriceE4 } from '../../src/domain/orders/groups/exit-prices.ts';
import type { ExitRole } from '../../src/domain/orders/groups/types.ts';
import { ORDER_TYPES } from '../../src/domain/orders/order-types.ts';
import type { ExitTicket, GroupTicket } from '../../src/plugin-api/index.ts';
import { ordersDoubt, type DoubtFacts, type OrderDoubt } from './price-doubt.ts';
import { movesToBreakEven, otherOf, termsOf } from './ticket-attach.ts';
import { orderOf, type MarketPrices } from './ticket-order.ts';
import { targetQuantities } from './ticket-targets.ts';
import { conditionTicketOf, waitTicketsOf } from './ticket-waits.ts';
import type { ExitEntry, RouteChoice, Ticket } from './ticket.ts';

/** The price that the exits are counted from: the limit of the entry, else its stop, else the other side of the market; null while unknown. */
function exitReference(ticket: Ticket, { bid, ask, last }: MarketPrices): number | null {
  const { needsLimitPrice, takesStopPrice } = ORDER_TYPES[ticket.type];
  const opposite = ticket.side === 'Buy' ? ask : bid;
  const price = needsLimitPrice
    ? ticket.price
    : takesStopPrice && ticket.stopPrice !== null
      ? ticket.stopPrice
      : opposite > 0
        ? opposite
        : last;
  return price !== null && Number.isFinite(price) && price > 0 && isExactE4(price) ? price : null;
}

/** The price of the stop if the entry filled at the reference, dollars; null without a stop, and while it is unknown. */
export const stopExitPrice = (ticket: Ticket, market: MarketPrices): number | null =>
  exitPrice(ticket, 'Stop', ticket.exitStop, market);

/** The prices of the targets likewise, in their order. */
export function targetPrices(ticket: Ticket, market: MarketPrices): readonly (number | null)[] {
  const { target, targets } = ticket;
  const amounts = targets.length === 0 ? [target.amount] : targets.map(({ amount }) => amount);
  return amounts.map((amount) => exitPrice(ticket, 'Target', { ...target, amount }, market));
}

function exitPrice(ticket: Ticket, role: ExitRole, entry: ExitEntry, market: MarketPrices): number | null {
  const terms = termsOf(entry, ticket.exitTif);
  const reference = exitReference(ticket, market);
  if (terms === null || terms.amountE4 === 0 || reference === null) return null;
  const { symbol, side } = ticket;
  return fromE4(exitPriceE4(terms, role, { symbol, side, averageE4: toPriceE4(reference) }));
}

const exitTicketOf = ({ basis, amount }: ExitEntry, tif: Ticket['exitTif']): ExitTicket | null =>
  amount === null ? null : { basis, amount, tif };

function targetsOf(ticket: Ticket): Pick<Extract<GroupTicket, { kind: 'Bracket' }>, 'target' | 'targets'> {
  const { target, targets, exitTif: tif } = ticket;
  if (targets.length === 0) return { target: exitTicketOf(target, tif) };
  const quantities = targetQuantities(ticket);
  return {
    target: null,
    targets: targets.map(({ amount }, at) => ({
      basis: target.basis,
      // Without an amount the ticket has a problem and is not sent.
      amount: amount ?? 0,
      tif,
      quantity: quantities[at] ?? 0,
    })),
  };
}

/** The group of a ticket that has no problems; null for a ticket without one. */
export function groupTicketOf(ticket: Ticket, route: RouteChoice): GroupTicket | null {
  const order = orderOf(ticket, route);
  switch (ticket.attach) {
    case 'None':
      return null;
    case 'Bracket':
      return {
        kind: 'Bracket',
        entry: order,
        ...targetsOf(ticket),
        stop: exitTicketOf(ticket.exitStop, ticket.exitTif),
        ...(movesToBreakEven(ticket) && { isBreakEven: true }),
        ...waitTicketsOf(ticket),
      };
    case 'Conditional':
      return { kind: 'Conditional', order, condition: conditionTicketOf(ticket) };
    case 'OneCancelsOther':
      return { kind: 'OneCancelsOther', orders: [order, orderOf(otherOf(ticket), route)] };
  }
}

/** What needs a confirmation about the ticket, and about the other order that it brings; null when nothing does. */
export function ticketDoubt(ticket: Ticket, route: RouteChoice, facts: DoubtFacts): OrderDoubt | null {
  const tickets = ticket.attach === 'OneCancelsOther' ? [ticket, otherOf(ticket)] : [ticket];
  const orders = tickets.map((each) => {
    // Fields that the type does not use may hold prices, too.
    const { price, stopPrice } = orderOf(each, route);
    return { ...each, price: price ?? null, stopPrice: stopPrice ?? null };
  });
  return ordersDoubt(orders, facts);
}
