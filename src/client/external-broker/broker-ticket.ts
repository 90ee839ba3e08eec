import type { Result } from '../../domain/assert/assert.ts';
import type { ExternalTicket, HeldQuantity } from '../../domain/orders/external-orders/index.ts';
import type { OrderProblem } from '../../domain/orders/validate.ts';
import { qualifiersOf } from '../orders/order-qualifiers.ts';
import type { OrderTicket, WireOrder } from '../types.ts';
import { EXTERNAL_DESTINATION, legFields, trailFields, type OrderOwner } from './wire.ts';

/** What an order shows as while it is sent: prices in dollars as they go out, 0 = none, and the route. */
export interface ShownTerms {
  readonly price: number;
  readonly stopPrice: number;
  readonly route: string;
}

/** How orders are written in the dialect of a broker. */
export interface OrderDialect<Body> {
  /** The order of a ticket, or why the broker cannot take it. `positionOf` gives what the account at the broker holds. */
  ticket(
    ticket: OrderTicket,
    positionOf: (symbol: string) => HeldQuantity | undefined,
  ): Result<ExternalTicket, OrderProblem>;
  /** The broker's body of an order. `clientId` names the request. */
  body(ticket: ExternalTicket, clientId: string): Result<Body, OrderProblem>;
  shown(ticket: ExternalTicket, body: Body): ShownTerms;
}

/** The order as it shows until the broker has named it: sent, nothing filled, known by its client id. */
export function shownOrder(
  ticket: ExternalTicket,
  { price, stopPrice, route }: ShownTerms,
  clientId: string,
  { userId, account }: OrderOwner,
  timeMs: number,
): WireOrder {
  return {
    OrderId: clientId,
    ClientId: clientId,
    Account: account,
    UserId: userId,
    Symbol: ticket.symbol,
    Side: ticket.side,
    Source: ticket.source,
    Type: ticket.type,
    TifType: ticket.tif,
    ...qualifiersOf({ Type: ticket.type, TifType: ticket.tif, Quantity: ticket.quantity }),
    Quantity: ticket.quantity,
    Price: price,
    StopPrice: stopPrice,
    ...trailFields(ticket.trail),
    Fill: 0,
    Unfill: ticket.quantity,
    AveragePrice: 0,
    Status: 'Sent',
    Destination: EXTERNAL_DESTINATION,
    Route: route,
    Timestamp: timeMs,
    TimeCompleted: null,
    Description: '',
    ...legFields(ticket.legs),
  };
}
