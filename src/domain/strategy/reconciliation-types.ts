import type { MoneyE4, PriceE4 } from '../money/price.ts';
import type { OrderSide, OrderType } from '../orders/enumerations.ts';
import type { Fees } from '../portfolio/index.ts';
import type { StrategyOrderStatus } from './enumerations.ts';

/** An order of a live run, or of its backtest, with what became of it. */
export interface ReconciledOrder {
  readonly id: string;
  /** Of a multi-leg order that of the run. */
  readonly symbol: string;
  readonly sentMs: number;
  readonly side: OrderSide;
  readonly type: OrderType;
  /** Shares, contracts, or units of a multi-leg order. */
  readonly quantity: number;
  /** Limit; 0 = none. */
  readonly priceE4: PriceE4;
  /** Stop; 0 = none. */
  readonly stopPriceE4: PriceE4;
  readonly status: StrategyOrderStatus;
  readonly filledQuantity: number;
  /** Mean price of what was filled; 0 = nothing. */
  readonly fillPriceE4: PriceE4;
  /** Time of the last fill, UTC ms; null = nothing was filled. */
  readonly fillMs: number | null;
  readonly fees: Fees;
  /** Why it was rejected or cancelled; empty else. */
  readonly reason: string;
  readonly isMultiLeg: boolean;
}

/** How an order of a live run compares with the backtest. New kinds go to the end: clients list them. */
export const ORDER_COMPARISONS = [
  'Same',
  'FillPrice',
  'FillTime',
  'Terms',
  'NotFilledLive',
  'NotFilledInBacktest',
  'RejectedLive',
  'RejectedInBacktest',
  'OnlyLive',
  'OnlyInBacktest',
  'Follows',
] as const;
/** How an order of a live run compares with the backtest. `Follows`: because of an earlier difference. */
export type OrderComparisonKind = (typeof ORDER_COMPARISONS)[number];

/** Two orders that are one order of the strategy, or an order that only one side has. */
export interface OrderPair {
  readonly live: ReconciledOrder | null;
  readonly backtest: ReconciledOrder | null;
}

/** A pair with its difference. */
export interface OrderComparison extends OrderPair {
  readonly kind: OrderComparisonKind;
  /** Why the two differ, as text for the trader; empty when they do not. */
  readonly cause: string;
  /** What the difference of the fill prices earned (above 0) or cost the live run; null unless both were filled. */
  readonly effectE4: MoneyE4 | null;
}

/**
 * State of a session of a live run: `Open` while the run trades in it; `Waiting` and `Running` until its backtest has ended; `Unavailable` when there is no data to compare
 * with.
 */
export const SESSION_STATES = ['Open', 'Waiting', 'Running', 'Compared', 'Unavailable', 'Failed'] as const;
/** State of a session of a live run. */
export type SessionState = (typeof SESSION_STATES)[number];
