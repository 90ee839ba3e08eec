import type { OrderSource } from '../../domain/orders/enumerations.ts';
import { isTrailingStop, ORDER_TYPES } from '../../domain/orders/order-types.ts';
import { passThroughToWire, withoutPassThrough, type Body } from '../../protocol/index.ts';
import type { OrderTicket, WireOrder } from '../types.ts';
import { qualifiersOf } from './order-qualifiers.ts';

/** The order-entry message. */
export type SendBody = Body<'orderSend'>;

/** Sender, ClientId and time of an order. */
export interface OrderStamp {
  readonly Account: string;
  readonly UserId: string;
  readonly ClientId: string;
  readonly Timestamp: number;
  readonly Source: OrderSource;
}

type PriceTerms = Pick<
  SendBody,
  'Price' | 'StopPrice' | 'StopType' | 'OffsetType' | 'OffsetValue' | 'PegType'
>;

/** The prices and offsets of a ticket: only those that apply to its order type, so that no stale value is sent. */
function priceTerms(ticket: OrderTicket): PriceTerms {
  const { type, price, stopPrice, stopType = 'Static', offsetValue } = ticket;
  const { takesLimitPrice, takesStopPrice, isPegged } = ORDER_TYPES[type];
  const isTrailing = isTrailingStop({ type, stopType });
  return {
    ...(takesLimitPrice && price !== null ? { Price: price } : {}),
    ...(takesStopPrice && stopPrice !== undefined ? { StopPrice: stopPrice } : {}),
    ...(takesStopPrice ? { StopType: stopType } : {}),
    ...(isTrailing ? { OffsetType: ticket.offsetType ?? 'Value' } : {}),
    ...((isTrailing || isPegged) && offsetValue !== undefined ? { OffsetValue: offsetValue } : {}),
    ...(isPegged ? { PegType: ticket.pegType ?? 'Primary' } : {}),
  };
}

/** The end of a good-till-date order, and the minimum and displayed quantities where the ticket has them. */
function timeAndQuantityTerms({
  tif,
  goodTillMs,
  minQuantity = 0,
  displayQuantity = 0,
}: OrderTicket): Pick<SendBody, 'TifPeriod' | 'MinQuantity' | 'IsldDisplay'> {
  return {
    ...(tif === 'GoodTillDate' && goodTillMs !== undefined ? { TifPeriod: goodTillMs } : {}),
    ...(minQuantity > 0 ? { MinQuantity: minQuantity } : {}),
    ...(displayQuantity > 0 ? { IsldDisplay: displayQuantity } : {}),
  };
}

/** The order-entry message of a ticket. */
export function sendBody(ticket: OrderTicket, stamp: OrderStamp): SendBody {
  return {
    Symbol: ticket.symbol,
    Quantity: ticket.quantity,
    Destination: ticket.destination,
    Route: ticket.route,
    Type: ticket.type,
    TifType: ticket.tif ?? 'Day',
    Currency: 'USD',
    Side: ticket.side,
    ...priceTerms(ticket),
    ...timeAndQuantityTerms(ticket),
    ...passThroughToWire(ticket),
    ...(ticket.legs === undefined
      ? {}
      : {
          Legs: ticket.legs.map(({ symbol, side, ratio }) => ({ Symbol: symbol, Side: side, Ratio: ratio })),
        }),
    ...stamp,
  };
}

/** The ticket of a replacement: the fields that a replace cannot change are those of the order. */
export const replacingTicket = (order: WireOrder, ticket: OrderTicket): OrderTicket => ({
  ...ticket,
  symbol: order.Symbol,
  side: order.Side,
  destination: order.Destination,
  route: order.Route,
  ...(order.Legs === undefined
    ? {}
    : { legs: order.Legs.map(({ Symbol, Side, Ratio }) => ({ symbol: Symbol, side: Side, ratio: Ratio })) }),
});

/** The order as it shows until the server has named it: sent, nothing filled, known by its ClientId. */
export function sentOrder(body: SendBody): WireOrder {
  return {
    ...withoutPassThrough(body),
    ...qualifiersOf(body),
    Price: body.Price ?? 0,
    StopPrice: body.StopPrice ?? 0,
    OrderId: body.ClientId,
    Fill: 0,
    Unfill: body.Quantity,
    AveragePrice: 0,
    Status: 'Sent',
    TimeCompleted: null,
    Description: '',
  };
}
