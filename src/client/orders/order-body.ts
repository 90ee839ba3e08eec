import type { OrderSource, OrderType } from '../../domain/orders/enumerations.ts';
import type { Body } from '../../protocol/index.ts';
import type { OrderTicket, WireOrder } from '../types.ts';
import { qualifiersOf } from './order-qualifiers.ts';

export type SendBody = Body<'orderSend'>;

/** Types whose limit price counts. */
const PRICED: ReadonlySet<OrderType> = new Set<OrderType>(['Limit', 'StopLimit', 'LimitOnClose']);
const STOPPED: ReadonlySet<OrderType> = new Set<OrderType>(['Stop', 'StopLimit']);

/** Who orders, under which id and when. */
export interface OrderStamp {
  readonly Account: string;
  readonly UserId: string;
  readonly ClientId: string;
  readonly Timestamp: number;
  readonly Source: OrderSource;
}

/** What the ticket says of its type: only the fields that apply to it, so that nothing stale travels along. */
function terms(
  ticket: OrderTicket,
): Pick<
  SendBody,
  | 'Price'
  | 'StopPrice'
  | 'StopType'
  | 'OffsetType'
  | 'OffsetValue'
  | 'PegType'
  | 'TifPeriod'
  | 'MinQuantity'
  | 'IsldDisplay'
> {
  const {
    type,
    price,
    stopPrice,
    stopType,
    offsetType,
    offsetValue,
    pegType,
    tif,
    goodTillMs,
    minQuantity,
    displayQuantity,
  } = ticket;
  const isTrailing = STOPPED.has(type) && stopType === 'Trailing';
  return {
    // A peg may have a limit that it does not go beyond.
    ...((PRICED.has(type) || type === 'Pegged') && price !== null ? { Price: price } : {}),
    ...(STOPPED.has(type) && stopPrice !== undefined ? { StopPrice: stopPrice } : {}),
    ...(STOPPED.has(type) ? { StopType: stopType ?? 'Static' } : {}),
    ...(isTrailing ? { OffsetType: offsetType ?? 'Value' } : {}),
    ...((isTrailing || type === 'Pegged') && offsetValue !== undefined ? { OffsetValue: offsetValue } : {}),
    ...(type === 'Pegged' ? { PegType: pegType ?? 'Primary' } : {}),
    ...(tif === 'GoodTillDate' && goodTillMs !== undefined ? { TifPeriod: goodTillMs } : {}),
    ...(minQuantity !== undefined && minQuantity > 0 ? { MinQuantity: minQuantity } : {}),
    ...(displayQuantity !== undefined && displayQuantity > 0 ? { IsldDisplay: displayQuantity } : {}),
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
    ...terms(ticket),
    ...(ticket.repeatReason === undefined ? {} : { RepeatReason: ticket.repeatReason }),
    ...stamp,
  };
}

/** The order as it shows until the server has named it: sent, nothing filled, known by its ClientId. */
export function sentOrder(body: SendBody): WireOrder {
  const { RepeatReason: _repeat, ...order } = body;
  return {
    ...order,
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
