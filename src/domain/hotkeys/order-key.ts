import type { MoneyE4, PriceE4 } from '../money/price.ts';
import type { OrderSide, TimeInForce } from '../orders/enumerations.ts';

/** How many shares or contracts an order key trades. */
export type KeySize =
  /** The quantity of the Order Entry window that the keys trade. */
  | { readonly by: 'Ticket' }
  | { readonly by: 'Count'; readonly quantity: number }
  | { readonly by: 'Value'; readonly amountE4: MoneyE4 }
  /** What may be lost between the price of the order and a stop at a distance from it. The key places no stop. */
  | { readonly by: 'Risk'; readonly amountE4: MoneyE4; readonly distanceE4: PriceE4 }
  /** A share of the account value; `percentE4` 10,000 is 1 %. */
  | { readonly by: 'Equity'; readonly percentE4: number }
  /** A share of the position, which it reduces; `percentE4` 1,000,000 is all of it. */
  | { readonly by: 'Position'; readonly percentE4: number };

/** The price of the market that a limit is set from. */
export type KeyBase = 'bid' | 'ask' | 'mid' | 'last';

/** The price of an order key: at market, or a limit at a distance from a price of the market. */
export type KeyPrice =
  | { readonly type: 'Market' }
  | {
      readonly type: 'Limit';
      readonly base: KeyBase;
      /** Added to the base; negative = below it. */
      readonly offset:
        | { readonly unit: 'Dollars'; readonly amountE4: PriceE4 }
        | { readonly unit: 'Ticks'; readonly count: number };
    };

/** The times in force of order keys. One that ends on a date has no use for a key. */
export type KeyTif = Exclude<TimeInForce, 'GoodTillDate'>;

/** What a key of the user does. */
export type OrderKey =
  | {
      readonly action: 'Order';
      readonly side: OrderSide;
      readonly size: KeySize;
      readonly price: KeyPrice;
      readonly tif: KeyTif;
    }
  /** Moves the stops of the position to its average price. */
  | { readonly action: 'StopToBreakEven' }
  | { readonly action: 'Flatten'; readonly scope: 'Symbol' | 'Account' }
  /** Closes the position and opens one of the same size on the other side. */
  | { readonly action: 'Reverse' }
  | { readonly action: 'Cancel'; readonly scope: 'Last' | 'Symbol' | 'All' };

/** 100 % in the unit of `percentE4`. */
export const ALL_E4 = 1_000_000;
/** The largest share of the account value: what a margin account may hold, with room. */
export const MAX_EQUITY_PERCENT_E4 = 4 * ALL_E4;
/** The largest distance from a price of the market. */
export const MAX_OFFSET_E4: PriceE4 = 10_000_000;
/** The largest distance in price steps. */
export const MAX_TICKS = 10_000;
/** The longest text of an order key. */
export const MAX_KEY_TEXT_CHARS = 100;

/** A limit at the base itself. */
export const NO_OFFSET = { unit: 'Dollars', amountE4: 0 } as const;
