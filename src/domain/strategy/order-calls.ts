import { toPriceE4 } from '../money/price.ts';
import type { OrderSide } from '../orders/enumerations.ts';
import { ORDER_TYPES } from '../orders/order-types.ts';
import { authorViewOf } from './author-views.ts';
import type { AuthorOrder, OrderCommands } from './author-views.ts';
import { exitsProblem } from './exit-terms.ts';
import { sharesHeldByExits } from './exits.ts';
import { isOpen } from './order-record.ts';
import type { OrderReason, OrderRecord } from './order-record.ts';
import { orderTerms } from './order-terms.ts';
import type { OrderTerms } from './order-terms.ts';
import { MAX_QUANTITY, planReaders, shown } from './plan.ts';
import type { StrategyPlan } from './plan.ts';
import { StrategyError } from './fault.ts';
import { readFields } from './read-fields.ts';
import { optionSymbolOf, spreadTerms } from './spread-terms.ts';
import type { Venue } from './venue.ts';

/** Names of the calls that send and cancel orders in a symbol. */
export const SYMBOL_ORDER_CALLS = [
  'buy',
  'sell',
  'short',
  'cover',
  'goLong',
  'goShort',
  'goFlat',
  'cancelAll',
  'openOrders',
  'hasOpenOrders',
] as const;

/** The symbol of orders, and what they are when the call that sends them does not say. */
export type OrderPlan = Pick<StrategyPlan, 'symbol' | 'quantity' | 'type' | 'price' | 'isUsingNbbo'>;

interface OrderCallsPort {
  readonly plan: OrderPlan;
  /** Throws a StrategyError while the declarations are read. */
  venue(): Venue;
  /** Commands on an order that the author's view of it offers. */
  readonly commands: OrderCommands;
  /** False once the run has ended. */
  mayTrade(): boolean;
}

const MARKET: OrderTerms = { type: 'Market', price: 0, stop: 0 };
const AT_END = 'The run has ended';

/** The calls of a strategy that send and cancel orders in a symbol. */
export class OrderCalls {
  readonly #port: OrderCallsPort;

  constructor(port: OrderCallsPort) {
    this.#port = port;
  }

  /** The calls by their names. */
  inSymbol(): Readonly<Record<(typeof SYMBOL_ORDER_CALLS)[number], unknown>> {
    return {
      buy: (quantity?: unknown, how?: unknown) => this.#place('Buy', this.#quantityOf(quantity), how),
      sell: (quantity?: unknown, how?: unknown) => this.#sell(quantity, how),
      short: (quantity?: unknown, how?: unknown) => this.#place('Short', this.#quantityOf(quantity), how),
      cover: (quantity?: unknown, how?: unknown) => this.#cover(quantity, how),
      goLong: (quantity?: unknown, how?: unknown) => this.#reverseTo('Buy', quantity, how),
      goShort: (quantity?: unknown, how?: unknown) => this.#reverseTo('Short', quantity, how),
      goFlat: () => this.#goFlat(),
      cancelAll: () => this.#cancelAll(),
      openOrders: () => this.#allOpen().map((order) => this.#view(order)),
      hasOpenOrders: () => this.#allOpen().length > 0,
    };
  }

  /** The calls that only the symbol of the run has, by their global names. */
  ofRun(): Readonly<Record<string, unknown>> {
    return {
      spread: (legs: unknown, how?: unknown) => this.#spread(legs, how),
      optionSymbol: (expiration: unknown, strike: unknown, right: unknown) =>
        optionSymbolOf(this.#port.plan.symbol, expiration, strike, right),
      held: (symbol: unknown) => this.#held(symbol),
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
    const { orders } = this.#port.venue();
    const refusal =
      this.#exitsRefusal(side, terms, after) || (after === null ? this.#sharesRefusal(side, quantity) : '');
    const needsShares = after === null && this.#closing(side, quantity) > this.#freeShares();
    const order = orders.place({ side, quantity, ...terms, after, refusal });
    if (needsShares && isOpen(order) && this.#port.mayTrade()) this.#cancelExits();
    return this.#sendToVenue(order);
  }

  /** Shares that an order closes of the present position. */
  #closing(side: OrderSide, quantity: number): number {
    if (side === 'Sell') return quantity;
    return side === 'Buy' ? Math.min(quantity, Math.max(0, -this.#position())) : 0;
  }

  /** Shares of the position that no exit holds. */
  #freeShares(): number {
    return Math.abs(this.#position()) - sharesHeldByExits(this.#port.venue().orders.open);
  }

  /** Why an order may not close shares that exits hold; empty when it may. One that closes the whole position takes the place of all exits. */
  #sharesRefusal(side: OrderSide, quantity: number): OrderReason {
    const held = Math.abs(this.#position());
    const closing = this.#closing(side, quantity);
    if (closing === held || closing <= this.#freeShares() || this.#freeShares() === held) return '';
    return closing > held
      ? 'The order sells more shares than are held'
      : 'Exits hold these shares: close the whole position, or cancel the exits first';
  }

  /** Why exits do not fit the present position or price; empty when they do. */
  #exitsRefusal(side: OrderSide, terms: OrderTerms, after: OrderRecord | null): OrderReason {
    const { exits = null, type } = terms;
    if (exits === null) return '';
    if (side === 'Buy' && after === null && this.#position() < 0)
      return 'An order with exits only opens a position: close the opposite one first';
    const { needsLimitPrice, takesStopPrice } = ORDER_TYPES[type];
    const { lastPrice } = this.#port.venue().orders.moment;
    if (needsLimitPrice || takesStopPrice || !(lastPrice > 0)) return '';
    const { symbol } = this.#port.plan;
    return exitsProblem({ symbol, side, ...terms }, exits, toPriceE4(lastPrice)) === undefined
      ? ''
      : 'An exit is on the wrong side of the last price';
  }

  /** In reverse, as all orders are cancelled. */
  #cancelExits(): void {
    for (const order of [...this.#port.venue().orders.open].toReversed())
      if (order.exit !== null) this.#port.commands.cancel(order);
  }

  #sendToVenue(order: OrderRecord): OrderRecord {
    const venue = this.#port.venue();
    if (!this.#port.mayTrade()) venue.orders.end(order, 'Rejected', AT_END);
    if (isOpen(order) && !order.isWaiting) venue.send(order);
    return order;
  }

  #place(side: OrderSide, quantity: number, how: unknown): AuthorOrder {
    return this.#placeWith(side, quantity, this.#termsOf(side, how));
  }

  #termsOf(side: OrderSide, how: unknown): OrderTerms {
    return orderTerms(this.#port.plan, side, how, () => this.#presentPrice(side));
  }

  /** An order that only closes has no exits. */
  #placeClosing(side: OrderSide, quantity: number, how: unknown): AuthorOrder {
    const terms = this.#termsOf(side, how);
    if (terms.exits) throw new StrategyError('exits belong to an order that opens a position');
    return this.#placeWith(side, quantity, terms);
  }

  #placeWith(side: OrderSide, quantity: number, terms: OrderTerms): AuthorOrder {
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
    if (quantity !== undefined) return this.#placeClosing('Sell', planReaders.quantity(quantity), how);
    return this.#position() > 0 ? this.#placeClosing('Sell', this.#position(), how) : null;
  }

  #cover(quantity: unknown, how: unknown): AuthorOrder | null {
    const shorted = Math.max(0, -this.#position());
    const size = quantity === undefined ? shorted : Math.min(shorted, planReaders.quantity(quantity));
    return size > 0 ? this.#placeClosing('Buy', size, how) : null;
  }

  /** True while an open market order leads to a position on that side. */
  #isReversing(side: OrderSide): boolean {
    return this.#port
      .venue()
      .orders.open.some(
        (order) => order.side === side && order.type === 'Market' && order.openingQuantity > 0,
      );
  }

  #reverseTo(side: 'Buy' | 'Short', quantity: unknown, how: unknown = {}): AuthorOrder | null {
    const size = this.#quantityOf(quantity);
    const form = 'a position is opened at the market: after the quantity only { exits } follows';
    const terms = this.#termsOf(side, { ...readFields(how, ['exits'], form), type: 'Market' });
    const position = this.#position();
    const isOnSide = side === 'Buy' ? position > 0 : position < 0;
    if (isOnSide || this.#isReversing(side)) return null;
    if (position === 0) return this.#view(this.#send(side, size, terms));
    if (position > 0) return this.#reverseInTwoOrders('Sell', position, side, { size, terms });
    // One Buy covers and opens, unless the quantity exceeds the maximum of an order. Exits need an order that only opens.
    const toCover = this.#port.venue().orders.uncovered();
    return toCover + size <= MAX_QUANTITY && !terms.exits
      ? this.#view(this.#send('Buy', toCover + size, MARKET))
      : this.#reverseInTwoOrders('Buy', -position, side, { size, terms });
  }

  /** Closes first. The opening order waits until the closing one is filled: a short sale is rejected while shares are held. */
  #reverseInTwoOrders(
    closingSide: 'Sell' | 'Buy',
    closingQuantity: number,
    side: 'Buy' | 'Short',
    { size, terms }: { readonly size: number; readonly terms: OrderTerms },
  ): AuthorOrder {
    const closing = this.#send(closingSide, closingQuantity, MARKET);
    return this.#view(isOpen(closing) ? this.#send(side, size, terms, closing) : closing);
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
