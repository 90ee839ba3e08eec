import { createHash } from 'node:crypto';
import {
  isPurchase,
  multiplierOf,
  unitsOf,
  type NewStandInOrder,
  type StandInAccount,
  type StandInLeg,
  type StandInOrder,
} from './order.ts';

/** Prices of a symbol now, dollars. Undefined for an unknown symbol. */
export type QuoteOf = (symbol: string) => { readonly bid: number; readonly ask: number } | undefined;

/** Departures from the usual behaviour, for tests. */
export interface BookSwitches {
  /** Shares (or units) that one step fills at most; 0 = all. */
  fillAtMost: number;
  /** Each step fills one leg of a multi-leg order, the first one that is behind the others. */
  fillsLegsApart: boolean;
  /** A cancel comes too late: the order fills instead. */
  fillsBeforeCancel: boolean;
  /** Shares (or units) that fill as a replacement arrives, before it counts; 0 = none. */
  fillsBeforeReplace: number;
  /** Orders stay as they are until this is false again. */
  isHalted: boolean;
}

const USUAL: Readonly<BookSwitches> = {
  fillAtMost: 0,
  fillsLegsApart: false,
  fillsBeforeCancel: false,
  fillsBeforeReplace: 0,
  isHalted: false,
};
const FIRST_ORDER_ID = 1_001_000_000_000;
const FIRST_ACTIVITY_ID = 90_000_000_000;
const OPENING_CASH = 250_000;
const CONTRACT_SHARES = 100;
const TOO_EXPENSIVE = 'You do not have enough available cash/buying power for this order.';

function openAccount(accountNumber: string): StandInAccount {
  return {
    accountNumber,
    hashValue: createHash('sha256').update(`stand-in ${accountNumber}`).digest('hex').toUpperCase(),
    cash: OPENING_CASH,
    positions: new Map(),
  };
}

/** The broker's accounts and orders. Nothing moves by itself: `step` takes every order one step on. */
export class StandInBook {
  readonly accounts: StandInAccount[];
  readonly switches: BookSwitches = { ...USUAL };
  readonly #orders: StandInOrder[] = [];
  readonly #quoteOf: QuoteOf;
  readonly #nowMs: () => number;
  #nextOrderId = FIRST_ORDER_ID;
  #nextActivityId = FIRST_ACTIVITY_ID;

  constructor(accountNumbers: readonly string[], quoteOf: QuoteOf, nowMs: () => number) {
    this.accounts = accountNumbers.map(openAccount);
    this.#quoteOf = quoteOf;
    this.#nowMs = nowMs;
  }

  /** Orders of an account in the order of entry. */
  orders(account: StandInAccount): readonly StandInOrder[] {
    return this.#orders.filter((order) => order.account === account);
  }

  /** The order of an account with this id. */
  order(account: StandInAccount, orderId: string): StandInOrder | undefined {
    return this.#orders.find((order) => order.account === account && String(order.orderId) === orderId);
  }

  /** Enters an order as pending; the next step makes it work. */
  enter(account: StandInAccount, order: NewStandInOrder, enteredMs = this.#nowMs()): StandInOrder {
    const quantity = unitsOf(order.legs);
    const entered: StandInOrder = {
      ...order,
      legs: order.legs.map((leg, index) => ({
        ...leg,
        legId: index + 1,
        perUnit: leg.quantity / quantity,
        filled: 0,
      })),
      quantity,
      orderId: this.#nextOrderId++,
      account,
      enteredMs,
      status: 'PENDING_ACTIVATION',
      statusDescription: undefined,
      closedMs: undefined,
      filled: 0,
      activities: [],
    };
    this.#orders.push(entered);
    return entered;
  }

  /** A replacement of the order has arrived; what fills before it counts stands. */
  beforeReplace(order: StandInOrder): void {
    const units = Math.min(order.quantity - order.filled, this.switches.fillsBeforeReplace);
    if (order.status === 'WORKING' && units > 0 && this.#isMarketable(order))
      this.#fill(order, order.legs, units);
  }

  /** Closes the old order as replaced and enters the new one. */
  replace(old: StandInOrder, order: NewStandInOrder): StandInOrder {
    this.#close(old, 'REPLACED');
    return this.enter(old.account, order);
  }

  /** Marks the order as pending cancel; the next step ends it. */
  cancel(order: StandInOrder): void {
    order.status = 'PENDING_CANCEL';
  }

  /** Moves every order by one step: activation, fills at the present quotes, cancels. */
  step(): void {
    if (this.switches.isHalted) return;
    for (const order of this.#orders) this.#step(order);
  }

  /** Fresh accounts in place of all there are; their orders go too. */
  reset(accountNumbers: readonly string[]): void {
    this.#orders.length = 0;
    this.accounts.splice(0, this.accounts.length, ...accountNumbers.map(openAccount));
    Object.assign(this.switches, USUAL);
  }

  #step(order: StandInOrder): void {
    switch (order.status) {
      case 'PENDING_ACTIVATION':
        return this.#activate(order);
      case 'WORKING':
        return this.#work(order);
      case 'PENDING_CANCEL':
        return this.#finishCancel(order);
    }
  }

  #activate(order: StandInOrder): void {
    const unknown = order.legs.find(({ symbol }) => this.#quoteOf(symbol) === undefined);
    if (unknown !== undefined)
      return this.#close(order, 'REJECTED', `The symbol ${unknown.symbol} is not recognized.`);
    if (this.#worth(order) > order.account.cash) return this.#close(order, 'REJECTED', TOO_EXPENSIVE);
    order.status = 'WORKING';
  }

  /** Money that the order needs at most, dollars. */
  #worth({ legs, quantity, orderType, price, stopPrice }: StandInOrder): number {
    const [only] = legs;
    if (legs.length > 1) return orderType === 'NET_DEBIT' ? quantity * (price ?? 0) * CONTRACT_SHARES : 0;
    if (only === undefined || !isPurchase(only)) return 0;
    const worst = price ?? stopPrice ?? this.#quoteOf(only.symbol)?.ask ?? 0;
    return only.quantity * worst * multiplierOf(only);
  }

  #work(order: StandInOrder): void {
    const { fillAtMost, fillsLegsApart } = this.switches;
    if (!this.#isMarketable(order)) return;
    if (fillsLegsApart && order.legs.length > 1) {
      const leg = order.legs.toSorted((first, second) => unitsFilled(first) - unitsFilled(second))[0];
      if (leg !== undefined) this.#fill(order, [leg], Math.max(1, fillAtMost));
      return;
    }
    const left = order.quantity - order.filled;
    this.#fill(order, order.legs, fillAtMost > 0 ? Math.min(left, fillAtMost) : left);
  }

  #finishCancel(order: StandInOrder): void {
    const left = order.quantity - order.filled;
    if (this.switches.fillsBeforeCancel) return this.#fill(order, order.legs, left);
    order.activities.push({
      activityId: this.#nextActivityId++,
      executionType: 'CANCELED',
      quantity: left,
      legs: order.legs.map(({ legId, quantity, filled }) => ({
        legId,
        quantity: quantity - filled,
        price: 0,
      })),
      timeMs: this.#nowMs(),
    });
    this.#close(order, 'CANCELED');
  }

  #isMarketable(order: StandInOrder): boolean {
    const [only] = order.legs;
    if (order.legs.length > 1) return this.#isNetMarketable(order);
    const price = only === undefined ? undefined : this.#priceOf(only);
    if (only === undefined || price === undefined) return false;
    const { price: limit, stopPrice } = order;
    const isBuy = isPurchase(only);
    const isTriggered = stopPrice === undefined || (isBuy ? price >= stopPrice : price <= stopPrice);
    return isTriggered && (limit === undefined || (isBuy ? price <= limit : price >= limit));
  }

  #isNetMarketable({ legs, orderType, quantity, price = 0 }: StandInOrder): boolean {
    let paid = 0;
    for (const leg of legs) {
      const now = this.#priceOf(leg);
      if (now === undefined) return false;
      paid += (isPurchase(leg) ? 1 : -1) * now * leg.quantity * multiplierOf(leg);
    }
    // Decimal prices of single legs do not add up exactly.
    const net = Math.round((paid / quantity / CONTRACT_SHARES) * 10_000) / 10_000;
    switch (orderType) {
      case 'NET_DEBIT':
        return net <= price;
      case 'NET_CREDIT':
        return -net >= price;
      case 'NET_ZERO':
        return net <= 0;
    }
    return true;
  }

  #priceOf(leg: StandInLeg): number | undefined {
    const quote = this.#quoteOf(leg.symbol);
    return quote && (isPurchase(leg) ? quote.ask : quote.bid);
  }

  /** Fills units of legs in one activity. */
  #fill(order: StandInOrder, legs: readonly StandInLeg[], units: number): void {
    const traded = legs.map((leg) => {
      const quantity = units * leg.perUnit;
      const price = this.#priceOf(leg) ?? 0;
      leg.filled += quantity;
      this.#settle(order.account, leg, quantity, price);
      return { legId: leg.legId, quantity, price };
    });
    order.activities.push({
      activityId: this.#nextActivityId++,
      executionType: 'FILL',
      quantity: units,
      legs: traded,
      timeMs: this.#nowMs(),
    });
    order.filled = Math.min(...order.legs.map(unitsFilled));
    if (order.filled === order.quantity) this.#close(order, 'FILLED');
  }

  #settle(account: StandInAccount, leg: StandInLeg, quantity: number, price: number): void {
    const sign = isPurchase(leg) ? 1 : -1;
    account.cash -= sign * quantity * price * multiplierOf(leg);
    const held = account.positions.get(leg.symbol) ?? { quantity: 0, averagePrice: 0 };
    const after = held.quantity + sign * quantity;
    const isAdding = held.quantity * sign >= 0;
    account.positions.set(leg.symbol, {
      quantity: after,
      averagePrice: isAdding
        ? (Math.abs(held.quantity) * held.averagePrice + quantity * price) / Math.abs(after)
        : held.averagePrice,
    });
  }

  #close(order: StandInOrder, status: string, description?: string): void {
    order.status = status;
    order.closedMs = this.#nowMs();
    order.statusDescription = description;
  }
}

/** Whole units that a leg has filled. */
const unitsFilled = ({ filled, perUnit }: StandInLeg): number => Math.floor(filled / perUnit);
