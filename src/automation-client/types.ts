import type { ApiRoutes } from './api-routes.ts';

/** Name of a route of the API. */
export type RouteName = keyof ApiRoutes;
/** Path parameters and query of a route, as texts. */
export type RouteParams<Name extends RouteName> = ApiRoutes[Name]['params'];
/** Body of a route; null where it takes none. */
export type RouteBody<Name extends RouteName> = ApiRoutes[Name]['body'];
/** Answer of a route. */
export type RouteAnswer<Name extends RouteName> = ApiRoutes[Name]['answer'];

/** Exchange time and session. */
export type Clock = RouteAnswer<'clock'>;
/** Name, scopes and expiry of the key. */
export type KeyInfo = RouteAnswer<'key'>;
/** An account that the key opens. */
export type Account = RouteAnswer<'accounts'>['items'][number];
/** A stock or fund. */
export type SymbolInfo = RouteAnswer<'symbols'>['items'][number];
/** Best bid and offer, last trade and session of a symbol. Prices are decimal texts in dollars; null stands for no price. */
export type Quote = RouteAnswer<'quotes'>['items'][number];
/** A bar; `time` is its start in exchange time, prices are decimal texts in dollars. */
export type Bar = RouteAnswer<'bars'>['items'][number];
/** Cash and buying power of an account, as decimal texts in dollars. */
export type Balance = RouteAnswer<'balance'>;
/** A position; `quantity` is below 0 for a short position. */
export type Position = RouteAnswer<'positions'>['items'][number];
/** An order in its present state. */
export type Order = RouteAnswer<'order'>;
/** An order as a program states it. Prices are decimal texts in dollars, quantities whole numbers of shares or contracts. */
export type OrderTerms = RouteBody<'orderSend'>;
/** What was accepted of an order or a replacement. */
export type AcceptedOrder = RouteAnswer<'orderSend'>;
/** The answer to a requested cancel; `open` is what was left of the order. */
export type RequestedCancel = RouteAnswer<'orderCancel'>;

/** Options of every call. */
export interface CallOptions {
  /** Ends the call, its waits included; the call rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
}

/** Options of a call for an account. */
export interface AccountOptions extends CallOptions {
  /** Without it the default account, or the only account of the key. */
  readonly account?: string;
}

/** Options of a call that sends or replaces an order. */
export interface OrderOptions extends CallOptions {
  /**
   * 1 to 64 printable characters, not digits alone. State one that you have stored when the program itself may end before the answer: the same key
   * with the same order makes no second order. Without it each call has a key of its own, which its repeats share.
   */
  readonly idempotencyKey?: string;
}

/** Which bars: those that start from `from` up to, but not including, `to`. Times are ISO 8601 with a zone, or a Date. */
export interface BarsRequest {
  readonly symbol: string;
  readonly size: RouteParams<'bars'>['size'];
  readonly from: string | Date;
  /** Without it: now, in exchange time. */
  readonly to?: string | Date;
  /** Bars outside of the regular session as well. */
  readonly extendedHours?: boolean;
  /** Bars a call, from 1 to 1,000; 500 unless given. */
  readonly pageSize?: number;
}

/** Which orders of an account. */
export interface OrdersOptions extends AccountOptions {
  /** `open`, or `all`: also those that were created or completed on the present exchange day. */
  readonly state?: 'open' | 'all';
  /** Orders a call, from 1 to 1,000; 100 unless given. */
  readonly pageSize?: number;
}

/** Quotes of the symbols that the market knows, in the order of the request. */
export interface Quotes {
  readonly items: readonly Quote[];
  /** The symbols that the market does not know. */
  readonly unknown: readonly string[];
}
