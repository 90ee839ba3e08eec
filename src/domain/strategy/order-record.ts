import type { OrderSide, OrderType, TimeInForce } from '../orders/enumerations.ts';
import type { LegSide, OrderLeg } from '../orders/legs.ts';
import type { Liquidity } from '../portfolio/fees.ts';
import type { StrategyOrderStatus } from './enumerations.ts';
import { TOO_FREQUENT } from './order-pace.ts';

/** Why a short sale over shares is rejected, live and in a backtest: the broker's message. */
export const CLOSE_LONG_FIRST = 'Close long position first';

/** Why an order ended, or was made smaller. Sent out of an isolate as the index: new ones go to the end. */
export const ORDER_REASONS = [
  '',
  'Cancelled by the strategy',
  'The day is over',
  'The data end here',
  'Fewer shares are held than the order sells',
  'Shares are held: a short sale must wait until they are sold',
  'Outside of the trading intervals',
  'Before the time of opening orders',
  'After the time of closing orders',
  'Only closing orders before the end of the session',
  'Long positions are not allowed',
  'Short positions are not allowed',
  'The share limit is used up',
  'The dollar limit is used up',
  'The close was beyond the limit',
  'The order it waited for was not filled',
  'The run is at its end',
  'The session was over',
  'Fewer shares are short than the order covers',
  'The position is being closed',
  TOO_FREQUENT,
  'A backtest has no quotes of options, so it cannot fill a multi-leg order: send it in a live run',
  'A run with a share or dollar limit cannot send multi-leg orders',
  'A run that closes its position during the day cannot send multi-leg orders',
  CLOSE_LONG_FIRST,
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

/** What one leg traded in a fill of a multi-leg order. The price is in dollars a share. */
export interface SpreadLegFill {
  readonly symbol: string;
  readonly side: LegSide;
  /** Contracts; of the underlying shares. */
  readonly quantity: number;
  readonly price: number;
}

/** One fill of a multi-leg order: whole units at a net price in dollars, below 0 when the net is the other way round. */
export interface SpreadFill {
  readonly quantity: number;
  readonly price: number;
  readonly timeMs: number;
  readonly legs: readonly SpreadLegFill[];
}

/** What a multi-leg order has beyond other orders. */
export interface SpreadRecord {
  readonly legs: readonly OrderLeg[];
  tif: TimeInForce;
  readonly fills: SpreadFill[];
}

/** An order as the run keeps it. Prices in dollars, exact to 1/10,000; 0 = none. */
export interface OrderRecord {
  readonly number: number;
  readonly side: OrderSide;
  readonly type: StrategyOrderType;
  /** Shares, contracts, or units of a multi-leg order. */
  quantity: number;
  /** Limit; of a multi-leg order the net price of a unit. */
  price: number;
  readonly stop: number;
  readonly sentMs: number;
  /** How much of the quantity would open a position, as it was sent. Both are reduced when the hours leave only what closes. */
  openingQuantity: number;
  /** Sent by the run itself to close what must be closed: no hours hold it back. */
  readonly isForced: boolean;
  status: StrategyOrderStatus;
  filledQuantity: number;
  /** Mean price of what was filled. */
  fillPrice: number;
  fillMs: number;
  liquidity: Liquidity;
  reason: string;
  /** The bar after which a triggered stop limit is a limit order: the one before, when the open triggered it. Infinity = not triggered. */
  triggerRow: number;
  /** Has not met the market yet. */
  isFresh: boolean;
  /** Goes to the market when this one is filled. */
  follower: OrderRecord | null;
  /** Waits for the one before it. */
  isWaiting: boolean;
  /** Of a multi-leg order; null for every other one. */
  readonly spread: SpreadRecord | null;
}

/** True while fills may follow. */
export const isOpen = (order: OrderRecord): boolean =>
  order.status === 'Sent' || order.status === 'PartiallyFilled';
