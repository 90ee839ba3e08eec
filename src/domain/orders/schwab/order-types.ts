import type { OrderType, TimeInForce } from '../enumerations.ts';

/** Types of an order with one leg. */
export const SCHWAB_ORDER_TYPES = ['MARKET', 'LIMIT', 'STOP', 'STOP_LIMIT'] as const;
/** An order type of the Schwab API. */
export type SchwabOrderType = (typeof SCHWAB_ORDER_TYPES)[number];

/** Types of a multi-leg order: its net price is paid, received or zero, or it has none. */
export const SCHWAB_NET_TYPES = ['NET_DEBIT', 'NET_CREDIT', 'NET_ZERO', 'MARKET'] as const;
/** A net order type of the Schwab API, for orders with several legs. */
export type SchwabNetType = (typeof SCHWAB_NET_TYPES)[number];

const SENT: Readonly<Partial<Record<OrderType, SchwabOrderType>>> = {
  Market: 'MARKET',
  Limit: 'LIMIT',
  Stop: 'STOP',
  StopLimit: 'STOP_LIMIT',
};

/** The broker's name of an order type; undefined for types that are not sent there. */
export function schwabOrderType(type: OrderType): SchwabOrderType | undefined {
  return SENT[type];
}

const READ: ReadonlyMap<string, OrderType> = new Map([
  ['MARKET', 'Market'],
  ['LIMIT', 'Limit'],
  ['STOP', 'Stop'],
  ['STOP_LIMIT', 'StopLimit'],
  ['MARKET_ON_CLOSE', 'MarketOnClose'],
  ['LIMIT_ON_CLOSE', 'LimitOnClose'],
  // Orders that were placed elsewhere; the nearest type that the product can show.
  ['TRAILING_STOP', 'Stop'],
  ['TRAILING_STOP_LIMIT', 'StopLimit'],
  ['NET_DEBIT', 'Limit'],
  ['NET_CREDIT', 'Limit'],
  ['NET_ZERO', 'Limit'],
] as const);

/** The product's type of an order read back; a type it does not know shows as Market. */
export function orderTypeOf(schwabType: string): OrderType {
  return READ.get(schwabType) ?? 'Market';
}

/** True for types whose body has a limit price. */
export const carriesPrice = (type: SchwabOrderType): boolean => type === 'LIMIT' || type === 'STOP_LIMIT';
/** True for types whose body has a stop price. */
export const carriesStopPrice = (type: SchwabOrderType): boolean => type === 'STOP' || type === 'STOP_LIMIT';

const DURATIONS: ReadonlyMap<string, TimeInForce> = new Map([
  ['DAY', 'Day'],
  ['GOOD_TILL_CANCEL', 'GoodTillCancel'],
  ['FILL_OR_KILL', 'FillOrKill'],
  ['IMMEDIATE_OR_CANCEL', 'ImmediateOrCancel'],
] as const);

/** Time in force of a duration read back; Day for all others (spec platform.md §7.2). */
export function timeInForceOf(duration: string | undefined): TimeInForce {
  return DURATIONS.get(duration ?? '') ?? 'Day';
}
