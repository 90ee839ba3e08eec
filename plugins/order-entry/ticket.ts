import { formatInteger, formatMoney, formatPrice } from '../../src/domain/columns/index.ts';
import { E4 } from '../../src/domain/money/price.ts';
import { MAX_ORDER_QUANTITY, MAX_ORDER_VALUE_E4 } from '../../src/domain/orders/validate.ts';

export type Side = 'Buy' | 'Sell' | 'Short';
export type TicketType = 'Market' | 'Limit';

export const SIDES: readonly Side[] = ['Buy', 'Sell', 'Short'];
export const DEFAULT_QUANTITY = 100;
export const MIN_PRICE = 0.01;
/** Value of one order at most, dollars. */
const MAX_VALUE = MAX_ORDER_VALUE_E4 / E4;
/** Where an order goes: a destination and a route there. */
export interface RouteChoice { readonly destination: string; readonly route: string }
export const DEFAULT_ROUTE: RouteChoice = { destination: 'SMART', route: 'AUTO' };

/** The routes that stock orders may take, as the account's permissions have them; the default one until they are known. */
export function stockRoutes(permissions: readonly { readonly Destination: string; readonly Routes: readonly string[]; readonly Stock: boolean }[]): readonly RouteChoice[] {
  const choices = permissions.filter(({ Stock }) => Stock).flatMap(({ Destination, Routes }) => Routes.map((route) => ({ destination: Destination, route })));
  return choices.length === 0 ? [DEFAULT_ROUTE] : choices;
}

/** The chosen route if it is permitted, else the first that is. */
export function permittedRoute(chosen: RouteChoice, choices: readonly RouteChoice[]): RouteChoice {
  return choices.find(({ destination, route }) => destination === chosen.destination && route === chosen.route) ?? choices[0] ?? chosen;
}

/** An order as it is being filled in. Prices in dollars; null = empty, NaN = what is typed is no number. */
export interface Ticket {
  readonly symbol: string;
  readonly side: Side;
  readonly quantity: number | null;
  readonly type: TicketType;
  readonly price: number | null;
  readonly route: RouteChoice;
}

export interface TicketProblems { readonly symbol?: string; readonly quantity?: string; readonly price?: string }

/** A ticket from the arguments of a command; what is missing or wrong gets its default. A price makes it a limit order. */
export function ticketFrom(args: Readonly<Record<string, unknown>>, defaults: { readonly symbol: string }): Ticket {
  const side = SIDES.find((known) => known === args['side']) ?? 'Buy';
  const quantity = typeof args['quantity'] === 'number' && Number.isInteger(args['quantity']) && args['quantity'] > 0 ? args['quantity'] : DEFAULT_QUANTITY;
  const price = typeof args['price'] === 'number' && args['price'] >= MIN_PRICE ? args['price'] : null;
  const symbol = typeof args['symbol'] === 'string' && args['symbol'].trim() !== '' ? args['symbol'].trim().toUpperCase() : defaults.symbol;
  return { symbol, side, quantity, type: price === null ? 'Market' : 'Limit', price, route: DEFAULT_ROUTE };
}

/** What is wrong with a ticket in itself, by field. */
export function ticketProblems({ symbol, quantity, type, price }: Ticket): TicketProblems {
  return {
    ...(symbol === '' ? { symbol: 'Enter a symbol' } : {}),
    ...(quantity === null ? { quantity: 'Enter a quantity' }
      : !Number.isInteger(quantity) || quantity < 1 ? { quantity: 'Enter a whole number from 1 up' }
        : quantity > MAX_ORDER_QUANTITY ? { quantity: `At most ${formatInteger(MAX_ORDER_QUANTITY)} shares an order` } : {}),
    ...(type === 'Market' ? {}
      : price === null ? { price: 'Enter a price' }
        : Number.isNaN(price) ? { price: 'Enter a number, such as 12.34' }
        : price < MIN_PRICE ? { price: 'At least 0.01' }
          : Math.abs(price * 100 - Math.round(price * 100)) > 1e-6 ? { price: 'Prices go in steps of 0.01' }
            : price * (quantity ?? 1) > MAX_VALUE ? { price: `At most ${formatMoney(MAX_VALUE)} an order` } : {}),
  };
}

/** The price a new limit order starts from: what the other side asks, the last trade failing that, in cents. */
export function startingPrice(side: Side, market: { readonly bid: number; readonly ask: number; readonly last: number }): number | null {
  const opposite = side === 'Buy' ? market.ask : market.bid;
  const price = opposite > 0 ? opposite : market.last;
  return price > 0 ? Math.max(MIN_PRICE, Math.round(price * 100) / 100) : null;
}

/** Dollars the order would move at its limit, or at the opposite side of the market now; null while unknown. */
export function estimatedCost(ticket: Ticket, market: { readonly bid: number; readonly ask: number; readonly last: number }): number | null {
  const price = ticket.type === 'Limit' ? ticket.price : startingPriceExact(ticket.side, market);
  const cost = (price ?? NaN) * (ticket.quantity ?? NaN);
  return Number.isFinite(cost) ? cost : null;
}

function startingPriceExact(side: Side, market: { readonly bid: number; readonly ask: number; readonly last: number }): number | null {
  const opposite = side === 'Buy' ? market.ask : market.bid;
  const price = opposite > 0 ? opposite : market.last;
  return price > 0 ? price : null;
}

/** Shares after a whole fill, negative = short. */
export function positionAfter(positionNow: number, { side, quantity }: Pick<Ticket, 'side' | 'quantity'>): number {
  return positionNow + (side === 'Buy' ? 1 : -1) * (quantity === null || !Number.isInteger(quantity) || quantity < 1 ? 0 : quantity);
}

/** `Long 100`, `Short 50`, `Flat`. */
export function positionText(shares: number): string {
  return shares === 0 ? 'Flat' : `${shares > 0 ? 'Long' : 'Short'} ${formatInteger(Math.abs(shares))}`;
}

/** `Buy 100 SPY at market`, `Short 50 SPY at 512.30`; … for each part that could not be sent as it stands. */
export function ticketText(ticket: Ticket): string {
  const { symbol, side, quantity, type, price } = ticket;
  const problems = ticketProblems(ticket);
  const at = type === 'Market' ? 'market' : price === null || problems.price !== undefined ? '…' : formatPrice(price);
  return `${side} ${quantity === null || problems.quantity !== undefined ? '…' : formatInteger(quantity)} ${symbol === '' ? '…' : symbol} at ${at}`;
}
