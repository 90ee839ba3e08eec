import type { Liquidity } from '../portfolio/index.ts';
import type { ExitName, OrderRecord, SpreadLegFill } from './order-record.ts';
import type { SpreadChange } from './spread-terms.ts';

/** What a live run requests of the server. */
export type LiveAction =
  | { readonly kind: 'send'; readonly order: OrderRecord }
  | { readonly kind: 'cancel'; readonly order: OrderRecord }
  /** Other terms for an open multi-leg order. */
  | { readonly kind: 'replace'; readonly order: OrderRecord; readonly change: SpreadChange }
  /** Rejected by the rules of the run itself: nothing to send. */
  | { readonly kind: 'rejected'; readonly order: OrderRecord };

/** One execution of an order. The price is in dollars, exact to 1/10,000. */
export interface LiveFill {
  /** Shares, contracts, or units of a multi-leg order. */
  readonly quantity: number;
  /** Of a multi-leg order the net price; below 0 when a Buy fills for a credit, or a Sell for a debit. */
  readonly price: number;
  readonly liquidity: Liquidity;
  /** The fills of the legs of a multi-leg order. */
  readonly legs?: readonly SpreadLegFill[] | undefined;
}

/** A report of the broker on an order of the run. */
export interface LiveReport {
  readonly number: number;
  readonly status:
    'Accepted' | 'PartiallyFilled' | 'Filled' | 'Cancelled' | 'Rejected' | 'Replaced' | 'ReplaceRejected';
  /** The execution that is reported; null when nothing was filled. */
  readonly fill: LiveFill | null;
  /** Cumulative quantity of the order, by which a repeated report is recognised. */
  readonly filledQuantity: number;
  readonly reason: string;
  readonly timeMs: number;
  /** The terms of a multi-leg order that was replaced. */
  readonly terms?: SpreadChange | undefined;
  /** The report is of this exit of the order, or of the order with which the broker closes what its exits have filled too much. */
  readonly exit?: ExitName | 'Surplus' | undefined;
  /** Where an exit stands. */
  readonly exitTerms?: Pick<OrderRecord, 'quantity' | 'price' | 'stop'> | undefined;
}
