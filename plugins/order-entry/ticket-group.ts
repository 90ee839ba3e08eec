import { fromE4, isExactE4, toPriceE4 } from '../../src/domain/money/price.ts';
import { exitPriceE4 } from '../../src/domain/orders/groups/exit-prices.ts';
import { plannedExitProblem } from '../../src/domain/orders/groups/group-problem.ts';
import type { ExitRole, ExitTerms } from '../../src/domain/orders/groups/types.ts';
import { ORDER_TYPES } from '../../src/domain/orders/order-types.ts';
import type { ExitTicket, GroupTicket } from '../../src/plugin-api/index.ts';
import { ordersDoubt, type DoubtFacts, type OrderDoubt } from './price-doubt.ts';
import { groupRequestOf, movesToBreakEven, otherOf } from './ticket-attach.ts';
import { orderOf, type MarketPrices } from './ticket-order.ts';
import { targetQuantities } from './ticket-targets.ts';
import { conditionTicketOf, waitTicketsOf } from './ticket-waits.ts';
import type { RouteChoice, StopEntry, Ticket } from './ticket.ts';

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

/** The prices of a bracket's exits if its entry filled at the reference, dollars; null without such an exit, and while its price is unknown. */
export interface ExitPrices {
  readonly stop: number | null;
  /** In the order of the targets. */
  readonly targets: readonly (number | null)[];
}

/** The prices of the exits by the present market, null for an exit that would be refused. `range`: the average true range in dollars; null = unknown. */
export function exitPrices(ticket: Ticket, market: MarketPrices, range: number | null): ExitPrices {
  const reference = exitReference(ticket, market);
  const group = groupRequestOf(ticket, 'Bracket', range === null ? 0 : toPriceE4(range));
  const { stop, target, targets } = group;
  const [entry] = group.orders;
  const priceOf = (terms: ExitTerms | null, role: ExitRole): number | null => {
    if (terms === null || reference === null || entry === undefined) return null;
    const averageE4 = toPriceE4(reference);
    if (plannedExitProblem({ name: { role }, price: terms }, entry, averageE4) !== undefined) return null;
    return fromE4(exitPriceE4(terms, role, { symbol: ticket.symbol, side: ticket.side, averageE4 }));
  };
  return {
    stop: priceOf(stop, 'Stop'),
    targets: (targets ?? [target]).map((terms) => priceOf(terms, 'Target')),
  };
}

const exitTicketOf = ({ basis, amount }: StopEntry, tif: Ticket['exitTif']): ExitTicket | null =>
  amount === null ? null : { basis, amount, tif };

type BracketTicket = Extract<GroupTicket, { readonly kind: 'Bracket' }>;

function targetsOf(ticket: Ticket): Pick<BracketTicket, 'target' | 'targets'> {
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

/** The average true range, where an amount is a multiple of it. */
function atrOf(ticket: Ticket): Pick<BracketTicket, 'atr'> {
  const { atr } = groupRequestOf(ticket, 'Bracket', 0);
  return atr ? { atr: { period: atr.period, bars: atr.bars } } : {};
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
        ...atrOf(ticket),
      };
    case 'Conditional':
      return { kind: 'Conditional', order, condition: conditionTicketOf(ticket) };
    case 'OneCancelsOther':
      return { kind: 'OneCancelsOther', orders: [order, orderOf(otherOf(ticket), route)] };
  }
}

/** The orders of a ticket that its send begins with, each as a ticket with nothing attached. */
export const singleTickets = (ticket: Ticket): readonly Ticket[] =>
  (ticket.attach === 'OneCancelsOther' ? [ticket, otherOf(ticket)] : [ticket]).map((each) => ({
    ...each,
    attach: 'None',
  }));

/** What needs a confirmation about the ticket, and about the other order that it brings; null when nothing does. */
export function ticketDoubt(ticket: Ticket, route: RouteChoice, facts: DoubtFacts): OrderDoubt | null {
  const orders = singleTickets(ticket).map((each) => {
    // Fields that the type does not use may hold prices, too.
    const { price, stopPrice } = orderOf(each, route);
    return { ...each, price: price ?? null, stopPrice: stopPrice ?? null };
  });
  return ordersDoubt(orders, facts);
}
