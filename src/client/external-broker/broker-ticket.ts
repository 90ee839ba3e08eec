import { err, ok, type Result } from '../../domain/assert/assert.ts';
import { toPriceE4 } from '../../domain/money/price.ts';
import { OrderError, orderErrorMessage } from '../../domain/orders/errors.ts';
import {
  legsWithEffects,
  netSideOfTicket,
  schwabRoute,
  type ExternalTicket,
  type HeldQuantity,
  type SchwabOrderBody,
} from '../../domain/orders/schwab/index.ts';
import type { OrderProblem } from '../../domain/orders/validate.ts';
import { qualifiersOf } from '../orders/order-qualifiers.ts';
import { orderSource } from '../orders/order-source.ts';
import type { OrderTicket, WireOrder } from '../types.ts';
import { EXTERNAL_DESTINATION, legFields, type OrderOwner } from './wire.ts';

/**
 * The order of a ticket in the broker's terms, or why the broker cannot take it. `positionOf` gives what the account at the broker holds: it decides
 * whether a purchase covers, and whether a leg opens or closes.
 */
export function brokerTicket(
  ticket: OrderTicket,
  positionOf: (symbol: string) => HeldQuantity | undefined,
): Result<ExternalTicket, OrderProblem> {
  if (ticket.stopType === 'Trailing' || (ticket.minQuantity ?? 0) > 0 || (ticket.displayQuantity ?? 0) > 0)
    return err({
      code: OrderError.InvalidCondition,
      message: orderErrorMessage(OrderError.InvalidCondition),
    });
  const terms = {
    symbol: ticket.symbol,
    type: ticket.type,
    tif: ticket.tif ?? 'Day',
    quantity: ticket.quantity,
    priceE4: toPriceE4(ticket.price ?? 0),
    stopPriceE4: toPriceE4(ticket.stopPrice ?? 0),
    route: ticket.route,
  } as const;
  const { side, legs } = ticket;
  if (legs === undefined) {
    const ShortQty = positionOf(ticket.symbol)?.shortQuantity ?? 0;
    return ok({ ...terms, side, source: orderSource(side, { ShortQty }) });
  }
  const decided = legsWithEffects(ticket.symbol, legs, ticket.quantity, positionOf);
  if (!decided.ok) return decided;
  return ok({ ...terms, side: netSideOfTicket({ ...terms, side }), source: 'Open', legs: decided.value });
}

/** The order as it shows until the broker has named it: sent, nothing filled, known by its client id. */
export function shownOrder(
  ticket: ExternalTicket,
  body: SchwabOrderBody,
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
    Price: Number(body.price ?? 0),
    StopPrice: Number(body.stopPrice ?? 0),
    Fill: 0,
    Unfill: ticket.quantity,
    AveragePrice: 0,
    Status: 'Sent',
    Destination: EXTERNAL_DESTINATION,
    Route: schwabRoute(ticket.route),
    Timestamp: timeMs,
    TimeCompleted: null,
    Description: '',
    ...legFields(ticket.legs),
  };
}
