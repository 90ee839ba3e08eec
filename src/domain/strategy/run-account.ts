import { fromE4, notionalE4, toPriceE4, type Dollars, type MoneyE4, type PriceE4 } from '../money/price.ts';
import { buyingPowerE4 } from '../portfolio/index.ts';
import { marginOf, paidCashE4, positionValueE4 } from './account-base.ts';
import type { Venue } from './venue.ts';

/** The account of a run as its code reads it: integers in 1/10,000 dollar, computed when they are read. */
export class RunAccount {
  readonly #venue: () => Venue;

  /** `venue` throws while the declarations are read. */
  constructor(venue: () => Venue) {
    this.#venue = venue;
  }

  get cashE4(): MoneyE4 {
    return this.#venue().account.cashE4 + paidCashE4(this.#venue().orders.position);
  }

  /** Of the position of the run; negative when it is short. */
  get positionValueE4(): MoneyE4 {
    return positionValueE4(this.#venue().orders.position, this.lastPriceE4);
  }

  get equityE4(): MoneyE4 {
    return this.cashE4 + this.positionValueE4 + this.#venue().account.otherValueE4;
  }

  /** By the margin rule of the paper broker (`buyingPowerE4`), less what open orders of the run may still open. May be negative. */
  get buyingPowerE4(): MoneyE4 {
    const { position } = this.#venue().orders;
    const margin = [marginOf(position, this.lastPriceE4)];
    return buyingPowerE4(this.cashE4, this.#reservedE4(), margin) + this.#venue().account.otherPowerE4;
  }

  /** Last price of the symbol; 0 = unknown. */
  get lastPriceE4(): PriceE4 {
    const { lastPrice } = this.#venue().orders.moment;
    return lastPrice > 0 ? toPriceE4(lastPrice) : 0;
  }

  /** Shares of one of the quantity. */
  get multiplier(): number {
    return this.#venue().orders.position.multiplier;
  }

  #reservedE4(): MoneyE4 {
    const { open, position } = this.#venue().orders;
    let reservedE4: MoneyE4 = 0;
    for (const { openingQuantity, quantity, filledQuantity, price, stop } of open) {
      const left = Math.min(openingQuantity, quantity - filledQuantity);
      const stated = price || stop;
      const priceE4 = stated > 0 ? toPriceE4(stated) : this.lastPriceE4;
      if (left > 0) reservedE4 += notionalE4(priceE4, left * position.multiplier);
    }
    return reservedE4;
  }
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
