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
  /** Throws a StrategyError while the declarations are read. */
  venue(): Venue;
  /** Commands on an order that the author's view of it offers. */
  readonly commands: OrderCommands;
  /** False once the run has ended. */
  mayTrade(): boolean;
}

const MARKET: OrderTerms = { type: 'Market', price: 0, stop: 0 };
const AT_END = 'The run has ended';

/** The calls of a strategy that send and cancel orders. */
export class OrderCalls {
  readonly #port: OrderCallsPort;

  constructor(port: OrderCallsPort) {
    this.#port = port;
  }

  /** The calls by their global names. */
  globals(): Readonly<Record<string, unknown>> {
    return {
      buy: (quantity?: unknown, how?: unknown) => this.#place('Buy', this.#quantityOf(quantity), how),
      sell: (quantity?: unknown, how?: unknown) => this.#sell(quantity, how),
      short: (quantity?: unknown, how?: unknown) => this.#place('Short', this.#quantityOf(quantity), how),
      cover: (quantity?: unknown, how?: unknown) => this.#cover(quantity, how),
      goLong: (quantity?: unknown) => this.#reverseTo('Buy', quantity),
      goShort: (quantity?: unknown) => this.#reverseTo('Short', quantity),
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
    return this.#sendToVenue(this.#port.venue().orders.place({ side, quantity, ...terms, after }));
  }

  #sendToVenue(order: OrderRecord): OrderRecord {
    const venue = this.#port.venue();
    if (!this.#port.mayTrade()) venue.orders.end(order, 'Rejected', AT_END);
    if (isOpen(order) && !order.isWaiting) venue.send(order);
    return order;
  }

  #place(side: OrderSide, quantity: number, how: unknown): AuthorOrder {
    const terms = orderTerms(this.#port.plan, side, how, () => this.#presentPrice(side));
    return this.#view(this.#send(side, quantity, terms));
  }

  /** Price of a limit order without one: the best quote with `useNbbo`, else the last price. */
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
    const shorted = Math.max(0, -this.#position());
    const size = quantity === undefined ? shorted : Math.min(shorted, planReaders.quantity(quantity));
    return size > 0 ? this.#place('Buy', size, how) : null;
  }

  /** True while an open market order leads to a position on that side. */
  #isReversing(side: OrderSide): boolean {
    return this.#port
      .venue()
      .orders.open.some(
        (order) => order.side === side && order.type === 'Market' && order.openingQuantity > 0,
      );
  }

  #reverseTo(side: 'Buy' | 'Short', quantity: unknown): AuthorOrder | null {
    const size = this.#quantityOf(quantity);
    const position = this.#position();
    const isOnSide = side === 'Buy' ? position > 0 : position < 0;
    if (isOnSide || this.#isReversing(side)) return null;
    if (position === 0) return this.#view(this.#send(side, size, MARKET));
    if (position > 0) return this.#reverseInTwoOrders('Sell', position, side, size);
    // One Buy covers and opens, unless the quantity exceeds the maximum of an order.
    const toCover = this.#port.venue().orders.uncovered();
    return toCover + size <= MAX_QUANTITY
      ? this.#view(this.#send('Buy', toCover + size, MARKET))
      : this.#reverseInTwoOrders('Buy', -position, side, size);
  }

  /** Closes first. The opening order waits until the closing one is filled: a short sale is rejected while shares are held. */
  #reverseInTwoOrders(
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
    // In reverse: an order that depends on another one is cancelled before it.
    for (const order of [...this.#allOpen()].toReversed()) this.#port.commands.cancel(order);
  }

  #spread(legs: unknown, how: unknown): AuthorOrder {
    const terms = spreadTerms(this.#port.plan, legs, how);
    return this.#view(this.#sendToVenue(this.#port.venue().orders.placeSpread(terms)));
  }

  #held(symbol: unknown): number {
    if (typeof symbol !== 'string')
      throw new StrategyError(`held takes a symbol, such as '${this.#port.plan.symbol}': ${shown(symbol)}`);
    return this.#port.venue().orders.held(planReaders.symbol(symbol));
  }
}
