import { randomUUID } from 'node:crypto';
import { isOpenOrder, orderToJson, type StandInAlpacaOrder } from './order.ts';
import { accountToJson, positionToJson } from './account.ts';
import { orderProblem, StandInRefusal, type StandInBody } from './checks.ts';

/** Best bid and offer of a symbol, dollars. */
export interface StandInQuote {
  readonly bid: number;
  readonly ask: number;
}

/** How the book differs from the usual, on request. */
export interface BookSwitches {
  /** Shares that one step fills at most. */
  fillAtMost: number;
  /** Shares that an order fills between the request to replace it and the replacement. */
  fillsBeforeReplace: number;
  /** A cancel loses against the fill of the rest. */
  fillsBeforeCancel: boolean;
}

/** An update of the stream: the name of the event, and the price and quantity of a fill. */
export interface BookUpdate {
  readonly event: string;
  readonly order: Record<string, unknown>;
  readonly price?: string;
  readonly qty?: string;
  readonly position_qty?: string;
}

const USUAL: BookSwitches = {
  fillAtMost: Number.POSITIVE_INFINITY,
  fillsBeforeReplace: 0,
  fillsBeforeCancel: false,
};

/** Orders and positions of the stand-in's account. Nothing happens by itself: `step` moves every order once. */
export class AlpacaBook {
  readonly switches: BookSwitches = { ...USUAL };
  readonly positions = new Map<string, { qty: number; cost: number }>();
  accountNumber: string;
  cash = 100_000;
  /** Fields of the account that differ from the usual, on request. */
  accountChange: Readonly<Record<string, unknown>> = {};
  readonly #orders = new Map<string, StandInAlpacaOrder>();
  readonly #quoteOf: (symbol: string) => StandInQuote | undefined;
  readonly #nowMs: () => number;
  readonly #publish: (update: BookUpdate) => void;

  constructor(
    accountNumber: string,
    quoteOf: (symbol: string) => StandInQuote | undefined,
    nowMs: () => number,
    publish: (update: BookUpdate) => void,
  ) {
    this.accountNumber = accountNumber;
    this.#quoteOf = quoteOf;
    this.#nowMs = nowMs;
    this.#publish = publish;
  }

  /** Everything as at the beginning, under another account number. */
  reset(accountNumber: string): void {
    this.accountNumber = accountNumber;
    this.cash = 100_000;
    this.accountChange = {};
    this.#orders.clear();
    this.positions.clear();
    Object.assign(this.switches, USUAL);
  }

  accountJson(): Record<string, unknown> {
    const values = [...this.positions].map(([symbol, held]) => held.qty * this.#markOf(symbol, held));
    const equity = values.reduce((sum, value) => sum + value, this.cash);
    return { ...accountToJson(this.accountNumber, this.cash, equity), ...this.accountChange };
  }

  positionsJson(): Record<string, unknown>[] {
    return [...this.positions].flatMap(([symbol, held]) =>
      held.qty === 0 ? [] : [positionToJson(symbol, held, this.#markOf(symbol, held))],
    );
  }

  /** All orders, legs included, the oldest first. */
  orders(): StandInAlpacaOrder[] {
    return [...this.#orders.values()];
  }

  find(id: string): StandInAlpacaOrder | undefined {
    return this.#orders.get(id);
  }

  findByClientId(clientOrderId: string): StandInAlpacaOrder | undefined {
    return this.orders().find((order) => order.clientOrderId === clientOrderId);
  }

  /** Shares of a position that no open sale has reserved. */
  available(symbol: string): number {
    // The exits of a group exclude each other, and wait for an entry that has not bought yet.
    const reserved = this.orders()
      .filter(
        (order) => order.symbol === symbol && order.side === 'sell' && isOpenOrder(order) && !order.parent,
      )
      .reduce((sum, order) => sum + order.qty - order.filled, 0);
    return (this.positions.get(symbol)?.qty ?? 0) - reserved;
  }

  /** Takes an order, or throws a StandInRefusal. */
  place(body: StandInBody): StandInAlpacaOrder {
    const problem = orderProblem(body, {
      quote: this.#quoteOf(body.symbol),
      cash: this.cash,
      available: this.available(body.symbol),
      isKnown: (clientOrderId) => this.findByClientId(clientOrderId) !== undefined,
    });
    if (problem) throw problem;
    const order = this.#add(body);
    const exit = { ...body, side: body.side === 'buy' ? 'sell' : 'buy' } as const;
    const isOco = body.order_class === 'oco';
    const side = isOco ? body.side : exit.side;
    if (body.take_profit && !isOco)
      order.legs.push(
        this.#add(
          {
            ...exit,
            side,
            type: 'limit',
            ...body.take_profit,
            stop_price: undefined,
            client_order_id: randomUUID(),
          },
          order,
        ),
      );
    if (body.stop_loss) {
      const type = body.stop_loss.limit_price === undefined ? 'stop' : 'stop_limit';
      const prices = { stop_price: body.stop_loss.stop_price, limit_price: body.stop_loss.limit_price };
      order.legs.push(this.#add({ ...exit, side, type, ...prices, client_order_id: randomUUID() }, order));
    }
    return order;
  }

  /** Puts a new order in the place of another. What that has filled does not count for the new one: this is how Alpaca does it. */
  replace(id: string, change: Partial<StandInBody> & { readonly trail?: string }): StandInAlpacaOrder {
    const old = this.#orders.get(id);
    if (!old) throw new StandInRefusal(404, 40410000, 'order not found');
    if (!['new', 'partially_filled', 'held'].includes(old.status))
      throw new StandInRefusal(422, 42210000, `unable to replace order, order is in "${old.status}" state`);
    const qty = change.qty === undefined ? old.qty : Number(change.qty);
    const next = this.#register({
      ...old,
      id: randomUUID(),
      clientOrderId: change.client_order_id ?? randomUUID(),
      qty,
      limitPrice: numberOf(change.limit_price) ?? old.limitPrice,
      stopPrice: numberOf(change.stop_price) ?? old.stopPrice,
      trailPrice: old.trailPrice === undefined ? undefined : (numberOf(change.trail) ?? old.trailPrice),
      trailPercent: old.trailPercent === undefined ? undefined : (numberOf(change.trail) ?? old.trailPercent),
      timeInForce: change.time_in_force ?? old.timeInForce,
      status: 'accepted',
      filled: 0,
      filledValue: 0,
      replaces: id,
      replacedBy: undefined,
      submittedMs: this.#nowMs(),
      endedMs: undefined,
    });
    if (old.parent) old.parent.legs = old.parent.legs.map((leg) => (leg === old ? next : leg));
    old.replacedBy = next.id;
    this.#become(old, 'pending_replace', 'pending_replace');
    return next;
  }

  cancel(id: string): void {
    const order = this.#orders.get(id);
    if (!order) throw new StandInRefusal(404, 40410000, 'order not found');
    if (!isOpenOrder(order))
      throw new StandInRefusal(422, 42210000, `order is already in "${order.status}" state`);
    this.#become(order, 'pending_cancel', 'pending_cancel');
  }

  /** Moves every order by one state, and fills what the quotes allow. */
  step(): void {
    for (const order of this.orders()) {
      if (!isOpenOrder(order)) continue;
      if (order.status === 'pending_cancel') this.#endCancel(order);
      else if (order.status === 'pending_replace') this.#endReplace(order);
      else if (order.status === 'accepted') this.#become(order, 'new', 'new');
      else if (order.status === 'new' || order.status === 'partially_filled') this.#match(order);
    }
  }

  /** Accepts an order and rejects it later. */
  reject(id: string): void {
    const order = this.#orders.get(id);
    if (order) this.#become(order, 'rejected', 'rejected');
  }

  /** Forgets an order, as a broker that restored an older state of its books. */
  lose(id: string): void {
    this.#orders.delete(id);
  }

  /** Busts shares of a filled order: they leave the position, and their price returns to the cash. No update is sent. */
  bust(id: string, quantity: number): void {
    const order = this.#orders.get(id);
    if (!order || order.filled < quantity) return;
    const value = (order.filledValue / order.filled) * quantity;
    order.filled -= quantity;
    order.filledValue -= value;
    order.status = 'canceled';
    const sign = order.side === 'buy' ? 1 : -1;
    const held = this.positions.get(order.symbol) ?? { qty: 0, cost: 0 };
    this.positions.set(order.symbol, { qty: held.qty - sign * quantity, cost: held.cost - sign * value });
    this.cash += sign * value;
  }

  /** The middle of the quotes; what a share cost where there are none. */
  #markOf(symbol: string, { qty, cost }: { readonly qty: number; readonly cost: number }): number {
    const quote = this.#quoteOf(symbol);
    if (quote) return (quote.bid + quote.ask) / 2;
    return qty === 0 ? 0 : cost / qty;
  }

  #add(body: StandInBody, parent?: StandInAlpacaOrder): StandInAlpacaOrder {
    const nowMs = this.#nowMs();
    const isHeld = parent !== undefined && body.order_class !== 'oco';
    return this.#register({
      id: randomUUID(),
      clientOrderId: body.client_order_id ?? randomUUID(),
      symbol: body.symbol,
      qty: Number(body.qty),
      side: body.side,
      type: body.type,
      timeInForce: body.time_in_force,
      limitPrice: numberOf(body.limit_price),
      stopPrice: numberOf(body.stop_price),
      trailPrice: numberOf(body.trail_price),
      trailPercent: numberOf(body.trail_percent),
      extendedHours: body.extended_hours === true,
      positionIntent: parent ? undefined : body.position_intent,
      orderClass: body.order_class ?? 'simple',
      legs: [],
      parent,
      status: isHeld ? 'held' : 'accepted',
      filled: 0,
      filledValue: 0,
      isTriggered: false,
      replaces: undefined,
      replacedBy: undefined,
      submittedMs: nowMs,
      updatedMs: nowMs,
      endedMs: undefined,
    });
  }

  #register(order: StandInAlpacaOrder): StandInAlpacaOrder {
    this.#orders.set(order.id, order);
    return order;
  }

  #become(
    order: StandInAlpacaOrder,
    status: string,
    event: string,
    fill?: Pick<BookUpdate, 'price' | 'qty' | 'position_qty'>,
  ): void {
    order.status = status;
    order.updatedMs = this.#nowMs();
    if (!isOpenOrder(order)) order.endedMs = order.updatedMs;
    this.#publish({ event, order: orderToJson(order, true), ...fill });
  }

  #endCancel(order: StandInAlpacaOrder): void {
    if (this.switches.fillsBeforeCancel) return this.#fill(order, order.qty - order.filled);
    this.#become(order, 'canceled', 'canceled');
    for (const leg of order.legs) if (isOpenOrder(leg)) this.#become(leg, 'canceled', 'canceled');
  }

  #endReplace(order: StandInAlpacaOrder): void {
    const late = Math.min(this.switches.fillsBeforeReplace, order.qty - order.filled);
    if (late > 0) this.#fill(order, late);
    if (isOpenOrder(order)) return this.#become(order, 'replaced', 'replaced');
    // Filled before the replacement reached the exchange: that is rejected.
    const next = order.replacedBy === undefined ? undefined : this.#orders.get(order.replacedBy);
    if (next) this.#become(next, 'rejected', 'rejected');
  }

  #match(order: StandInAlpacaOrder): void {
    const quote = this.#quoteOf(order.symbol);
    // Auctions do not take place here.
    if (!quote || order.timeInForce === 'opg' || order.timeInForce === 'cls') return;
    trail(order, quote);
    const price = order.side === 'buy' ? quote.ask : quote.bid;
    if (!isTriggeredAt(order, price)) return;
    order.isTriggered = true;
    const rest = order.qty - order.filled;
    const quantity = isWithinLimit(order, price) ? Math.min(rest, this.switches.fillAtMost) : 0;
    if (quantity > 0 && (order.timeInForce !== 'fok' || quantity === rest)) this.#fill(order, quantity);
    if (isOpenOrder(order) && (order.timeInForce === 'ioc' || order.timeInForce === 'fok'))
      this.#become(order, 'canceled', 'canceled');
  }

  #fill(order: StandInAlpacaOrder, quantity: number): void {
    const quote = this.#quoteOf(order.symbol);
    const price = (order.side === 'buy' ? quote?.ask : quote?.bid) ?? order.limitPrice ?? 0;
    order.filled += quantity;
    order.filledValue += price * quantity;
    const shares = order.side === 'buy' ? quantity : -quantity;
    const held = this.positions.get(order.symbol) ?? { qty: 0, cost: 0 };
    this.positions.set(order.symbol, { qty: held.qty + shares, cost: held.cost + shares * price });
    this.cash -= shares * price;
    const isFilled = order.filled === order.qty;
    this.#become(order, isFilled ? 'filled' : 'partially_filled', isFilled ? 'fill' : 'partial_fill', {
      price: String(price),
      qty: String(quantity),
      position_qty: String(held.qty + shares),
    });
    if (isFilled) this.#afterFill(order);
  }

  /** The filled entry releases its exits; a filled exit cancels the other. */
  #afterFill(order: StandInAlpacaOrder): void {
    const isEntry = order.orderClass !== 'oco' && order.parent === undefined;
    for (const leg of order.legs)
      if (isOpenOrder(leg))
        if (isEntry) this.#become(leg, 'new', 'new');
        else this.#become(leg, 'canceled', 'canceled');
    if (!order.parent) return;
    const others = [...order.parent.legs, ...(order.orderClass === 'oco' ? [order.parent] : [])];
    for (const other of others)
      if (other !== order && isOpenOrder(other)) this.#become(other, 'canceled', 'canceled');
  }
}

function isTriggeredAt(order: StandInAlpacaOrder, price: number): boolean {
  if (order.isTriggered || order.stopPrice === undefined) return true;
  return order.side === 'buy' ? price >= order.stopPrice : price <= order.stopPrice;
}

function isWithinLimit(order: StandInAlpacaOrder, price: number): boolean {
  if (order.limitPrice === undefined) return true;
  return order.side === 'buy' ? price <= order.limitPrice : price >= order.limitPrice;
}

/** The stop of a trailing order follows the market, in one direction only. */
function trail(order: StandInAlpacaOrder, { bid, ask }: StandInQuote): void {
  if (order.type !== 'trailing_stop') return;
  const isBuy = order.side === 'buy';
  const market = isBuy ? ask : bid;
  const distance = order.trailPrice ?? (market * (order.trailPercent ?? 0)) / 100;
  const stop = isBuy ? market + distance : market - distance;
  order.stopPrice =
    order.stopPrice === undefined
      ? stop
      : isBuy
        ? Math.min(order.stopPrice, stop)
        : Math.max(order.stopPrice, stop);
}

const numberOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text);
