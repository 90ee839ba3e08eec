import type { OrderSide, OrderType, TimeInForce } from '../orders/enumerations.ts';
import type { ExitPrice, TrailTerms } from '../orders/groups/types.ts';
import type { LegSide, OrderLeg } from '../orders/legs.ts';
import type { Liquidity } from '../portfolio/fees.ts';
import type { StrategyOrderStatus } from './enumerations.ts';
import { TOO_FREQUENT } from './order-pace.ts';

/** Why a short sale is rejected while shares are held, live and in a backtest: the broker's message. */
export const CLOSE_LONG_FIRST = 'Close long position first';

/** Why an order ended or was reduced. An isolate sends the index: add new reasons at the end. */
export const ORDER_REASONS = [
  '',
  'Cancelled by the strategy',
  'The day order expired',
  'The data ends here',
  'The order sells more shares than are held',
  'Shares are held: a short sale must wait until they are sold',
  'Outside of the trading intervals',
  'Before the opening order time',
  'After the closing order time',
  'Only closing orders are accepted near the close',
  'Long positions are not allowed',
  'Short positions are not allowed',
  'The share limit is reached',
  'The dollar limit is reached',
  'The closing price was beyond the limit',
  'The order it depends on was not filled',
  'The run has ended',
  'Outside of the regular session',
  'The order covers more shares than are short',
  'The position is being closed',
  TOO_FREQUENT,
  'A backtest has no quotes of options, so it cannot fill a multi-leg order: send it in a live run',
  'A run with a share or dollar limit cannot send multi-leg orders',
  'A run that closes its position during the day cannot send multi-leg orders',
  CLOSE_LONG_FIRST,
  'Another order of the group was filled',
  'The position was closed by another order',
  'An exit is on the wrong side of the last price',
  'Exits hold these shares: close the whole position, or cancel the exits first',
  'An order with exits only opens a position: close the opposite one first',
] as const;
/** Why an order ended or was reduced; empty when neither happened. */
export type OrderReason = (typeof ORDER_REASONS)[number];

/** Types that a strategy can send. */
export const STRATEGY_ORDER_TYPES = [
  'Market',
  'Limit',
  'Stop',
  'StopLimit',
  'MarketOnClose',
  'LimitOnClose',
] as const satisfies readonly OrderType[];
/** Type of an order that a strategy can send. */
export type StrategyOrderType = (typeof STRATEGY_ORDER_TYPES)[number];

/** The part of one leg in a fill of a multi-leg order. The price is in dollars a share. */
export interface SpreadLegFill {
  readonly symbol: string;
  readonly side: LegSide;
  /** Contracts; of the underlying shares. */
  readonly quantity: number;
  readonly price: number;
}

/** One fill of a multi-leg order: whole units at a net price in dollars; a Buy that fills for a credit, or a Sell for a debit, has a price below 0. */
export interface SpreadFill {
  readonly quantity: number;
  readonly price: number;
  readonly timeMs: number;
  readonly legs: readonly SpreadLegFill[];
}

/** The part of an order that only multi-leg orders have. */
export interface SpreadRecord {
  readonly legs: readonly OrderLeg[];
  tif: TimeInForce;
  readonly fills: SpreadFill[];
}

/** The exits of an entry, as its bracket group on the server states them: at least one is not null, and a trail has a stop until it begins. */
export interface ExitPlan {
  readonly target: ExitPrice | null;
  readonly stop: ExitPrice | null;
  readonly trail: TrailTerms | null;
}

/** What an exit of an entry is. */
export const EXIT_NAMES = ['Target', 'Stop'] as const;
/** An exit of an entry. */
export type ExitName = (typeof EXIT_NAMES)[number];

/** Exits of an entry: what its author stated, and the orders that they are once it has filled. */
export interface Bracket {
  readonly plan: ExitPlan;
  readonly orders: OrderRecord[];
  /** Shares of the entry that orders other than its exits have closed. */
  closedElsewhere: number;
}

/** The part of an order that only exits have. */
export interface Exit {
  readonly name: ExitName;
  readonly entry: OrderRecord;
  /** Of a stop that trails the market: the last price at which it begins, and its distance. */
  readonly trail: { readonly startE4: number; readonly terms: TrailTerms; hasBegun: boolean } | null;
  /** A cancel of it was requested: it holds no shares any more. */
  isCancelling: boolean;
}

/** An order as the run keeps it. Prices in dollars, exact to 1/10,000; 0 = none. */
export interface OrderRecord {
  readonly number: number;
  /** Of a multi-leg order the symbol of the run. */
  readonly symbol: string;
  readonly side: OrderSide;
  readonly type: StrategyOrderType;
  /** Shares, contracts, or units of a multi-leg order. */
  quantity: number;
  /** Limit; of a multi-leg order the net price of a unit. */
  price: number;
  /** Of an exit that trails the market: where it stands. */
  stop: number;
  readonly sentMs: number;
  /** The part of the quantity that opened a position when the order was sent. */
  readonly openingQuantity: number;
  /** Sent by the run itself to close the position: trading hours do not apply. */
  readonly isForced: boolean;
  status: StrategyOrderStatus;
  filledQuantity: number;
  /** Mean price of what was filled. */
  fillPrice: number;
  fillMs: number;
  liquidity: Liquidity;
  reason: string;
  /**
   * Row of the bar that triggered a stop limit, after which it is a limit order; the row before, when the open triggered it. Of a stop, after which its rest is a
   * market order. Of a limit, the row at whose open it removed liquidity. Infinity = none.
   */
  triggerRow: number;
  /** No bar has been evaluated since it was sent. */
  isFresh: boolean;
  /** The order that is sent once this one is filled. */
  follower: OrderRecord | null;
  /** It is not sent yet: the order before it must fill first. */
  isWaiting: boolean;
  /** Of a multi-leg order; null for every other one. */
  readonly spread: SpreadRecord | null;
  /** Of an entry with exits; null for every other one. */
  readonly bracket: Bracket | null;
  /** Of an exit; null for every other one. */
  readonly exit: Exit | null;
  /** Row of the bar in which an exit became active after its open; -1 = it was active at the open of each bar. */
  lateRow: number;
}

/** True while fills may follow. */
export const isOpen = (order: OrderRecord): boolean =>
  order.status === 'Sent' || order.status === 'PartiallyFilled';
