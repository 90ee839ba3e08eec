import { toPriceE4, type PriceE4 } from '../../src/domain/money/price.ts';
import {
  DOUBT_TITLES,
  doubtText,
  priceDoubts,
  pricedOrderText,
  type DoubtMarket,
  type DoubtOrder,
  type PriceBands,
  type PriceDoubt,
} from '../../src/domain/price-doubts/index.ts';
import type { ToolPlatform, Market } from '../../src/plugin-api/index.ts';
import type { Ticket } from './ticket.ts';

/** A press within this time after the doubt was shown is part of a double click, ms. */
const UNREAD_MS = 600;
/** After this the market is another one, and the doubt is shown again, ms. */
const CONFIRMABLE_MS = 30_000;

/** The parts of an order that its price is judged by. Dollars; null = it has none. */
export type PricedOrder = Pick<Ticket, 'symbol' | 'side' | 'quantity' | 'price' | 'stopPrice'>;

/** The prices of a market that an order is judged by, dollars. */
export type JudgedMarket = Pick<Market, 'bid' | 'ask' | 'last' | 'ageMs' | 'isStale'>;

/** What an order is judged by. */
export interface DoubtFacts {
  readonly market: JudgedMarket;
  /** The market when the user edited the order last; null for an order that is sent as it is made. */
  readonly reference: JudgedMarket | null;
  readonly bands: PriceBands;
}

/** Why an order may not be meant as it is, for a confirmation. */
export interface OrderDoubt {
  readonly whys: readonly PriceDoubt['why'][];
  readonly title: string;
  readonly message: string;
}

const priceE4Of = (dollars: number | null): PriceE4 | null => (dollars === null ? null : toPriceE4(dollars));

const doubtOrder = ({ symbol, side, quantity, price, stopPrice }: PricedOrder): DoubtOrder => ({
  symbol,
  side,
  quantity: quantity ?? 0,
  priceE4: priceE4Of(price),
  stopPriceE4: priceE4Of(stopPrice),
});

const doubtMarket = ({ bid, ask, last, ageMs, isStale }: JudgedMarket): DoubtMarket => ({
  bidE4: toPriceE4(bid),
  askE4: toPriceE4(ask),
  lastE4: toPriceE4(last),
  ageMs,
  isStale,
});

/** `Buy 100 SPY at 662.50`. */
export const orderText = (order: PricedOrder): string => pricedOrderText(doubtOrder(order));

/** The bands of the user's settings. */
export function priceBands({ settings }: Pick<ToolPlatform, 'settings'>): PriceBands {
  const { priceMovedPercent, throughMarketPercent } = settings.get();
  return { movedPercent: priceMovedPercent, throughPercent: throughMarketPercent };
}

/** What needs a confirmation about orders of one symbol that are sent together; null when nothing does. */
export function ordersDoubt(
  orders: readonly PricedOrder[],
  { market, reference, bands }: DoubtFacts,
): OrderDoubt | null {
  const now = doubtMarket(market);
  const before = reference === null ? null : doubtMarket(reference);
  const found = orders.flatMap((each) => {
    const order = doubtOrder(each);
    return priceDoubts(order, now, { bands, reference: before }).map((doubt) => ({
      why: doubt.why,
      text: doubtText(doubt, order),
    }));
  });
  const [first] = found;
  if (first === undefined) return null;
  const whys = [...new Set(found.map(({ why }) => why))];
  return {
    whys,
    title: whys.length === 1 ? DOUBT_TITLES[first.why] : 'Check the price',
    message: [...new Set(found.map(({ text }) => text))].join(' '),
  };
}

/** The doubt about a ticket that is on screen. */
export interface ShownDoubt {
  readonly ticket: Ticket;
  readonly whys: readonly PriceDoubt['why'][];
  /** What the user has read it with. */
  readonly market: JudgedMarket;
  /** Of the page's monotonic clock, ms. */
  readonly atMs: number;
}

/** What a press does: `send`: there is no doubt, or the user has read it and means the price. `wait`: it was shown too short a time ago. */
export type DoubtPress =
  | { readonly press: 'send' | 'wait' }
  /** A doubt is to be shown. */
  | { readonly press: 'show'; readonly doubt: OrderDoubt };

/**
 * Judges a press of Send. A doubt that was shown is confirmed by a later press of the same ticket, unless there is another reason by then, or the market has
 * moved beyond the band since it was shown.
 * @param doubtSince the doubt about the ticket, compared with an earlier market
 */
export function pressOnDoubt(
  shown: ShownDoubt | null,
  { ticket, nowMs, reference }: { ticket: Ticket; nowMs: number; reference: JudgedMarket | null },
  doubtSince: (reference: JudgedMarket | null) => OrderDoubt | null,
): DoubtPress {
  const sinceMs = shown?.ticket === ticket ? nowMs - shown.atMs : Number.POSITIVE_INFINITY;
  const read = sinceMs < CONFIRMABLE_MS ? shown : null;
  if (read !== null && sinceMs < UNREAD_MS) return { press: 'wait' };
  const doubt = doubtSince(read === null ? reference : read.market);
  if (doubt === null) return { press: 'send' };
  const isRead = read !== null && doubt.whys.every((why) => why !== 'Moved' && read.whys.includes(why));
  return isRead ? { press: 'send' } : { press: 'show', doubt };
}
