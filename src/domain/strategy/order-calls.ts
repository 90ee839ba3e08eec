import type { OrderSide } from '../orders/enumerations.ts';
import type { AuthorOrder } from './author-views.ts';
import { isOpen } from './order-record.ts';
import type { OrderRecord } from './order-record.ts';
import { orderTerms } from './order-terms.ts';
import type { OrderTerms } from './order-terms.ts';
import { MOST_QUANTITY, planReaders } from './plan.ts';
import type { StrategyPlan } from './plan.ts';
import type { Venue } from './venue.ts';

interface OrderPort {
  readonly plan: StrategyPlan;
  /** Throws at the top of the file. */
  venue(): Venue;
  cancel(order: OrderRecord): void;
  authorOrder(order: OrderRecord): AuthorOrder;
  /** False once the run is at its end. */
  mayTrade(): boolean;
}

/** The calls of a strategy that send and cancel orders. */
export function createOrderCalls(port: OrderPort) {
  function send(
    side: OrderSide,
    quantity: number,
    terms: OrderTerms,
    after: OrderRecord | null = null,
  ): OrderRecord {
    const venue = port.venue();
    const order = venue.desk.place({ side, quantity, ...terms, after });
    if (!port.mayTrade()) venue.desk.end(order, 'Rejected', 'The run is at its end');
    if (isOpen(order) && !order.isWaiting) venue.send(order);
    return order;
  }

  /** The price of a limit order that names none. */
  function presentPrice(side: OrderSide): number {
    const { desk, quote } = port.venue();
    const { bid, ask } = quote();
    const best = side === 'Buy' ? ask : bid;
    return planReaders.unroundedPrice(port.plan.isUsingNbbo && best > 0 ? best : desk.moment.lastPrice);
  }

  const quantityOf = (quantity: unknown): number =>
    quantity === undefined ? port.plan.quantity : planReaders.quantity(quantity);
  const held = (): number => port.venue().desk.position.quantity;

  function place(side: OrderSide, quantity: number, how: unknown): AuthorOrder {
    const terms = orderTerms(port.plan, side, how, () => presentPrice(side));
    return port.authorOrder(send(side, quantity, terms));
  }

  const MARKET: OrderTerms = { type: 'Market', price: 0, stop: 0 };

  /** Whether an order to that side is on its way to a position that the run does not have yet. */
  const isTurning = (side: OrderSide): boolean =>
    port
      .venue()
      .desk.open.some((order) => order.side === side && order.type === 'Market' && order.openingQuantity > 0);

  function turnTo(side: 'Buy' | 'Short', quantity: unknown): AuthorOrder | null {
    const size = quantityOf(quantity);
    const position = held();
    const isThere = side === 'Buy' ? position > 0 : position < 0;
    if (isThere || isTurning(side)) return null;
    if (position === 0) return port.authorOrder(send(side, size, MARKET));
    if (position > 0) return turnInTwo('Sell', position, side, size);
    // One Buy covers and opens. Only a quantity above the largest of an order makes it two.
    const toCover = port.venue().desk.uncovered();
    return toCover + size <= MOST_QUANTITY
      ? port.authorOrder(send('Buy', toCover + size, MARKET))
      : turnInTwo('Buy', -position, side, size);
  }

  /** Closes first. The order that opens waits until the one that closes is filled: shares that are held cannot be sold short. */
  function turnInTwo(
    closingSide: 'Sell' | 'Buy',
    closingQuantity: number,
    side: 'Buy' | 'Short',
    size: number,
  ): AuthorOrder {
    const closing = send(closingSide, closingQuantity, MARKET);
    return port.authorOrder(isOpen(closing) ? send(side, size, MARKET, closing) : closing);
  }

  function cancelAll(): void {
    // Backwards: what waits for another order goes before it.
    for (const order of [...port.venue().desk.open].toReversed()) port.cancel(order);
  }

  return {
    buy: (quantity?: unknown, how?: unknown): AuthorOrder => place('Buy', quantityOf(quantity), how),
    sell: (quantity?: unknown, how?: unknown): AuthorOrder | null => {
      if (quantity !== undefined) return place('Sell', planReaders.quantity(quantity), how);
      return held() > 0 ? place('Sell', held(), how) : null;
    },
    short: (quantity?: unknown, how?: unknown): AuthorOrder => place('Short', quantityOf(quantity), how),
    cover: (quantity?: unknown, how?: unknown): AuthorOrder | null => {
      const most = Math.max(0, -held());
      const size = quantity === undefined ? most : Math.min(most, planReaders.quantity(quantity));
      return size > 0 ? place('Buy', size, how) : null;
    },
    goLong: (quantity?: unknown): AuthorOrder | null => turnTo('Buy', quantity),
    goShort: (quantity?: unknown): AuthorOrder | null => turnTo('Short', quantity),
    goFlat: (): AuthorOrder | null => {
      cancelAll();
      const position = held();
      return position === 0
        ? null
        : port.authorOrder(send(position > 0 ? 'Sell' : 'Buy', Math.abs(position), MARKET));
    },
    cancelAll,
    openOrders: (): readonly AuthorOrder[] => port.venue().desk.open.map(port.authorOrder),
    hasOpenOrders: (): boolean => port.venue().desk.open.length > 0,
  };
}
