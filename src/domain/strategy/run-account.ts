import { fromE4, notionalE4, toPriceE4, type Dollars, type MoneyE4, type PriceE4 } from '../money/price.ts';
import { buyingPowerE4 } from '../portfolio/index.ts';
import { marginOf, paidCashE4, positionValueE4 } from './account-base.ts';
import type { Venue } from './venue.ts';

/** The account of a run as its code reads it: integers in 1/10,000 dollar, computed when they are read. */
export class RunAccount {
  readonly #venues: () => readonly [Venue, ...Venue[]];
  readonly #priced: () => Venue;

  /**
   * `venues`: of the symbol of the run, and of the others that it trades; throws while the declarations are read. `priced`: the one whose price and multiplier are
   * read, that of the run unless given.
   */
  constructor(venues: () => readonly [Venue, ...Venue[]], priced: () => Venue = () => venues()[0]) {
    this.#venues = venues;
    this.#priced = priced;
  }

  get cashE4(): MoneyE4 {
    const venues = this.#venues();
    let cashE4 = venues[0].account.cashE4;
    for (const { orders } of venues) cashE4 += paidCashE4(orders.position);
    return cashE4;
  }

  /** Of the positions of the run; negative when it is short. */
  get positionValueE4(): MoneyE4 {
    let valueE4: MoneyE4 = 0;
    for (const { orders } of this.#venues()) valueE4 += positionValueE4(orders.position, lastPriceOf(orders));
    return valueE4;
  }

  get equityE4(): MoneyE4 {
    return this.cashE4 + this.positionValueE4 + this.#venues()[0].account.otherValueE4;
  }

  /** By the margin rule of the paper broker (`buyingPowerE4`), less what open orders of the run may still open. May be negative. */
  get buyingPowerE4(): MoneyE4 {
    const venues = this.#venues();
    const margin = venues.map(({ orders }) => marginOf(orders.position, lastPriceOf(orders)));
    let reservedE4: MoneyE4 = 0;
    for (const { orders } of venues) reservedE4 += reservedIn(orders);
    return buyingPowerE4(this.cashE4, reservedE4, margin) + venues[0].account.otherPowerE4;
  }

  /** Last price of the symbol; 0 = unknown. */
  get lastPriceE4(): PriceE4 {
    return lastPriceOf(this.#priced().orders);
  }

  /** Shares of one of the quantity. */
  get multiplier(): number {
    return this.#priced().orders.position.multiplier;
  }
}

function lastPriceOf({ moment: { lastPrice } }: Venue['orders']): PriceE4 {
  return lastPrice > 0 ? toPriceE4(lastPrice) : 0;
}

/** What the open orders in a symbol may still open. */
function reservedIn(orders: Venue['orders']): MoneyE4 {
  const { open, position } = orders;
  let reservedE4: MoneyE4 = 0;
  for (const { openingQuantity, quantity, filledQuantity, price, stop } of open) {
    const left = Math.min(openingQuantity, quantity - filledQuantity);
    const stated = price || stop;
    const priceE4 = stated > 0 ? toPriceE4(stated) : lastPriceOf(orders);
    if (left > 0) reservedE4 += notionalE4(priceE4, left * position.multiplier);
  }
  return reservedE4;
}

/** The account of a run as its author sees it. Dollars. */
export class AuthorAccount {
  readonly #account: RunAccount;

  constructor(account: RunAccount) {
    this.#account = account;
  }

  get equity(): Dollars {
    return fromE4(this.#account.equityE4);
  }
  get cash(): Dollars {
    return fromE4(this.#account.cashE4);
  }
  get positionValue(): Dollars {
    return fromE4(this.#account.positionValueE4);
  }
  get buyingPower(): Dollars {
    return fromE4(this.#account.buyingPowerE4);
  }
}
