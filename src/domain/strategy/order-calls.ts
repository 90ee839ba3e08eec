import type { OrderSide } from '../orders/enumerations.ts';
import type { AuthorOrder } from './author-views.ts';
import { StrategyError } from './fault.ts';
import { isOpen } from './order-record.ts';
import type { OrderRecord, StrategyOrderType } from './order-record.ts';
import { planReaders, shown } from './plan.ts';
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

interface Terms {
  readonly type: StrategyOrderType;
  readonly price: number;
  readonly stop: number;
}

const NEEDS_PRICE: ReadonlySet<StrategyOrderType> = new Set(['Limit', 'StopLimit', 'LimitOnClose']);
const NEEDS_STOP: ReadonlySet<StrategyOrderType> = new Set(['Stop', 'StopLimit']);

/** The calls of a strategy that send and cancel orders. */
export function createOrderCalls(port: OrderPort) {
  function send(
    side: OrderSide,
    quantity: number,
    terms: Terms,
    after: OrderRecord | null = null,
  ): OrderRecord {
    const venue = port.venue();
    const order = venue.desk.place({ side, quantity, ...terms, after });
    if (!port.mayTrade()) venue.desk.end(order, 'Rejected', 'The run is at its end');
    if (isOpen(order) && !order.isWaiting) venue.send(order);
    return order;
  }

  function termsOf(side: OrderSide, how: unknown): Terms {
    if (how !== undefined && (typeof how !== 'object' || how === null))
      throw new StrategyError(`how an order is sent is an object, such as { price: 10 }: ${shown(how)}`);
    // Read once each: getters of the author's may say something else the second time.
    const {
      type: givenType,
      price: givenPrice,
      stop: givenStop,
      ...others
    } = (how ?? {}) as { type?: unknown; price?: unknown; stop?: unknown };
    const [unknown] = Object.keys(others);
    if (unknown !== undefined)
      throw new StrategyError(`an order is sent with type, price and stop: ${shown(unknown)}`);
    const stop = givenStop === undefined ? 0 : planReaders.price(givenStop);
    let price = givenPrice === undefined ? 0 : planReaders.price(givenPrice);
    let type = port.plan.type;
    if (givenType !== undefined) type = planReaders.type(givenType);
    else if (stop > 0) type = price > 0 ? 'StopLimit' : 'Stop';
    else if (price > 0 && type !== 'LimitOnClose') type = 'Limit';
    if (NEEDS_STOP.has(type) && stop === 0)
      throw new StrategyError(`a ${type} order needs a stop: { stop: … }`);
    if (NEEDS_PRICE.has(type) && price === 0)
      price = port.plan.price > 0 ? port.plan.price : presentPrice(side);
    return { type, price: NEEDS_PRICE.has(type) ? price : 0, stop: NEEDS_STOP.has(type) ? stop : 0 };
  }

  /** What a limit order takes that names no price. */
  function presentPrice(side: OrderSide): number {
    const { desk, quote } = port.venue();
    const { bid, ask } = quote();
    const best = side === 'Buy' ? ask : bid;
    return planReaders.price(port.plan.isUsingNbbo && best > 0 ? best : desk.moment.lastPrice);
  }

  const quantityOf = (quantity: unknown): number =>
    quantity === undefined ? port.plan.quantity : planReaders.quantity(quantity);
  const held = (): number => port.venue().desk.position.quantity;

  function place(side: OrderSide, quantity: number, how: unknown): AuthorOrder {
    return port.authorOrder(send(side, quantity, termsOf(side, how)));
  }

  const MARKET: Terms = { type: 'Market', price: 0, stop: 0 };

  function turnTo(side: 'Buy' | 'Short', quantity: unknown): AuthorOrder | null {
    const size = quantityOf(quantity);
    const position = held();
    const isThere = side === 'Buy' ? position > 0 : position < 0;
    // Nor twice while the first is still on its way.
    if (
      isThere ||
      port
        .venue()
        .desk.open.some(
          (order) => order.side === side && order.type === 'Market' && order.openingQuantity > 0,
        )
    )
      return null;
    if (position === 0) return port.authorOrder(send(side, size, MARKET));
    const closing = send(position > 0 ? 'Sell' : 'Buy', Math.abs(position), MARKET);
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
