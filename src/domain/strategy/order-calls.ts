import type { OrderSide } from '../orders/enumerations.ts';
import { authorViewOf } from './author-views.ts';
import type { AuthorOrder, OrderCommands } from './author-views.ts';
import { isOpen } from './order-record.ts';
import type { OrderRecord } from './order-record.ts';
import { orderTerms } from './order-terms.ts';
import type { OrderTerms } from './order-terms.ts';
import { MAX_QUANTITY, planReaders, shown } from './plan.ts';
import type { StrategyPlan } from './plan.ts';
import { StrategyError } from './fault.ts';
import { optionSymbolOf, spreadTerms } from './spread-terms.ts';
import type { Venue } from './venue.ts';

interface OrderCallsPort {
  readonly plan: StrategyPlan;
  /** Throws at the top of the file. */
  venue(): Venue;
  /** What an author's view of an order may do with it. */
  readonly commands: OrderCommands;
  /** False once the run is at its end. */
  mayTrade(): boolean;
}

const MARKET: OrderTerms = { type: 'Market', price: 0, stop: 0 };
const AT_END = 'The run is at its end';

/** The calls of a strategy that send and cancel orders. */
export class OrderCalls {
  readonly #port: OrderCallsPort;

  constructor(port: OrderCallsPort) {
    this.#port = port;
  }

  /** By the names that the code finds. */
  globals(): Readonly<Record<string, unknown>> {
    return {
      buy: (quantity?: unknown, how?: unknown) => this.#place('Buy', this.#quantityOf(quantity), how),
      sell: (quantity?: unknown, how?: unknown) => this.#sell(quantity, how),
      short: (quantity?: unknown, how?: unknown) => this.#place('Short', this.#quantityOf(quantity), how),
      cover: (quantity?: unknown, how?: unknown) => this.#cover(quantity, how),
      goLong: (quantity?: unknown) => this.#turnTo('Buy', quantity),
      goShort: (quantity?: unknown) => this.#turnTo('Short', quantity),
      goFlat: () => this.#goFlat(),
      spread: (legs: unknown, how?: unknown) => this.#spread(legs, how),
      optionSymbol: (expiration: unknown, strike: unknown, right: unknown) =>
        optionSymbolOf(this.#port.plan.symbol, expiration, strike, right),
      held: (symbol: unknown) => this.#held(symbol),
      cancelAll: () => this.#cancelAll(),
      openOrders: () => this.#allOpen().map((order) => this.#view(order)),
      hasOpenOrders: () => this.#allOpen().length > 0,
    };
  }

  #view(order: OrderRecord): AuthorOrder {
    return authorViewOf(order, this.#port.commands);
  }

  #allOpen(): readonly OrderRecord[] {
    const { open, openSpreads } = this.#port.venue().orders;
    return openSpreads.length === 0
      ? open
      : [...open, ...openSpreads].toSorted((order, other) => order.number - other.number);
  }

  #position(): number {
    return this.#port.venue().orders.position.quantity;
  }

  #quantityOf(quantity: unknown): number {
    return quantity === undefined ? this.#port.plan.quantity : planReaders.quantity(quantity);
  }

  #send(side: OrderSide, quantity: number, terms: OrderTerms, after: OrderRecord | null = null): OrderRecord {
    return this.#toMarket(this.#port.venue().orders.place({ side, quantity, ...terms, after }));
  }

  #toMarket(order: OrderRecord): OrderRecord {
    const venue = this.#port.venue();
    if (!this.#port.mayTrade()) venue.orders.end(order, 'Rejected', AT_END);
    if (isOpen(order) && !order.isWaiting) venue.send(order);
    return order;
  }

  #place(side: OrderSide, quantity: number, how: unknown): AuthorOrder {
    const terms = orderTerms(this.#port.plan, side, how, () => this.#presentPrice(side));
    return this.#view(this.#send(side, quantity, terms));
  }

  /** The price of a limit order that names none. */
  #presentPrice(side: OrderSide): number {
    const { orders, quote } = this.#port.venue();
    const { bid, ask } = quote();
    const best = side === 'Buy' ? ask : bid;
    return planReaders.unroundedPrice(
      this.#port.plan.isUsingNbbo && best > 0 ? best : orders.moment.lastPrice,
    );
  }

  #sell(quantity: unknown, how: unknown): AuthorOrder | null {
    if (quantity !== undefined) return this.#place('Sell', planReaders.quantity(quantity), how);
    return this.#position() > 0 ? this.#place('Sell', this.#position(), how) : null;
  }

  #cover(quantity: unknown, how: unknown): AuthorOrder | null {
    const most = Math.max(0, -this.#position());
    const size = quantity === undefined ? most : Math.min(most, planReaders.quantity(quantity));
    return size > 0 ? this.#place('Buy', size, how) : null;
  }

  /** Whether an order to that side is on its way to a position that the run does not have yet. */
  #isTurning(side: OrderSide): boolean {
    return this.#port
      .venue()
      .orders.open.some(
        (order) => order.side === side && order.type === 'Market' && order.openingQuantity > 0,
      );
  }

  #turnTo(side: 'Buy' | 'Short', quantity: unknown): AuthorOrder | null {
    const size = this.#quantityOf(quantity);
    const position = this.#position();
    const isThere = side === 'Buy' ? position > 0 : position < 0;
    if (isThere || this.#isTurning(side)) return null;
    if (position === 0) return this.#view(this.#send(side, size, MARKET));
    if (position > 0) return this.#turnInTwo('Sell', position, side, size);
    // One Buy covers and opens. Only a quantity above the largest of an order makes it two.
    const toCover = this.#port.venue().orders.uncovered();
    return toCover + size <= MAX_QUANTITY
      ? this.#view(this.#send('Buy', toCover + size, MARKET))
      : this.#turnInTwo('Buy', -position, side, size);
  }

  /** Closes first. The order that opens waits until the one that closes is filled: shares that are held cannot be sold short. */
  #turnInTwo(
    closingSide: 'Sell' | 'Buy',
    closingQuantity: number,
    side: 'Buy' | 'Short',
    size: number,
  ): AuthorOrder {
    const closing = this.#send(closingSide, closingQuantity, MARKET);
    return this.#view(isOpen(closing) ? this.#send(side, size, MARKET, closing) : closing);
  }

  #goFlat(): AuthorOrder | null {
    this.#cancelAll();
    const position = this.#position();
    return position === 0
      ? null
      : this.#view(this.#send(position > 0 ? 'Sell' : 'Buy', Math.abs(position), MARKET));
  }

  #cancelAll(): void {
    // Backwards: an order that waits for another one is cancelled before it.
    for (const order of [...this.#allOpen()].toReversed()) this.#port.commands.cancel(order);
  }

  #spread(legs: unknown, how: unknown): AuthorOrder {
    const terms = spreadTerms(this.#port.plan, legs, how);
    return this.#view(this.#toMarket(this.#port.venue().orders.placeSpread(terms)));
  }

  #held(symbol: unknown): number {
    if (typeof symbol !== 'string')
      throw new StrategyError(`held takes a symbol, such as '${this.#port.plan.symbol}': ${shown(symbol)}`);
    return this.#port.venue().orders.held(planReaders.symbol(symbol));
  }
}
