import { formatInteger, formatPrice } from '../../src/domain/columns/index.ts';
import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import type { Ticket } from './ticket.ts';
import type { Market } from './use-market.ts';

/** A limit order this far through the market needs a confirmation, as a part of the price on the other side. */
const PRICE_BAND = 0.02;

/** A press within this time after the doubt was shown is part of a double click, ms. */
const UNREAD_MS = 600;
/** After this the market is another one, and the doubt is shown again, ms. */
const CONFIRMABLE_MS = 30_000;

/** The parts of an order that its price is judged by. Dollars; null = it has none. */
export type PricedOrder = Pick<Ticket, 'symbol' | 'side' | 'quantity' | 'price' | 'stopPrice'>;

/** Why the price of an order may not be meant, for a confirmation. */
export interface PriceDoubt {
  readonly title: string;
  readonly message: string;
}

/** How far the order is through the market, as a part of the price on the other side: a limit that buys above the ask, a stop that has been passed. */
export function throughMarket(
  { side, price, stopPrice }: Pick<PricedOrder, 'side' | 'price' | 'stopPrice'>,
  { bid, ask }: Pick<Market, 'bid' | 'ask'>,
): number {
  const isBuy = side === 'Buy';
  const other = isBuy ? ask : bid;
  const orderPrice = stopPrice ?? price;
  if (other <= 0 || orderPrice === null) return 0;
  const beyond = (orderPrice - other) / other;
  // A stop waits on the far side of the market; a limit on the near side.
  return (isBuy ? 1 : -1) * (stopPrice === null ? 1 : -1) * beyond;
}

/** `Buy 100 SPY at 662.50`. */
export const orderText = ({ side, quantity, symbol, price, stopPrice }: PricedOrder): string =>
  `${side} ${formatInteger(quantity ?? 0)} ${displaySymbol(symbol)} ${
    stopPrice === null
      ? `at ${price === null ? 'market' : formatPrice(price)}`
      : `stop ${formatPrice(stopPrice)}`
  }`;

/** Null for an order whose price needs no confirmation. */
export function priceDoubt(order: PricedOrder, market: Pick<Market, 'bid' | 'ask'>): PriceDoubt | null {
  const beyond = throughMarket(order, market);
  const isStop = order.stopPrice !== null;
  // A stop that the market has passed is a market order.
  if (beyond <= (isStop ? 0 : PRICE_BAND)) return null;
  const isBuy = order.side === 'Buy';
  const quote = `the ${isBuy ? 'ask' : 'bid'} of ${formatPrice(isBuy ? market.ask : market.bid)}`;
  return isStop
    ? {
        title: 'Stop already passed',
        message: `The market has passed ${orderText(order)}: it would trade at once, at ${quote} or worse.`,
      }
    : {
        title: 'Price far from the market',
        message: `${orderText(order)} is ${(beyond * 100).toFixed(1)} % through ${quote}. It would trade at once.`,
      };
}

/** The doubt about a ticket that is on screen. */
export interface ShownDoubt {
  readonly ticket: Ticket;
  /** Of the page's monotonic clock, ms. */
  readonly atMs: number;
}

/** What a press says of a doubt: `confirmed`: the user has seen it and means the price. `unread`: it was shown too short a time ago. `new`: it is to be shown. */
export function pressOnDoubt(
  shown: ShownDoubt | null,
  ticket: Ticket,
  nowMs: number,
): 'confirmed' | 'unread' | 'new' {
  const sinceMs = shown?.ticket === ticket ? nowMs - shown.atMs : Number.POSITIVE_INFINITY;
  if (sinceMs >= CONFIRMABLE_MS) return 'new';
  return sinceMs < UNREAD_MS ? 'unread' : 'confirmed';
}
