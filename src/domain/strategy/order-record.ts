import type { OrderSide, OrderType } from '../orders/enumerations.ts';
import type { Liquidity } from '../portfolio/fees.ts';
import type { StrategyOrderStatus } from './enumerations.ts';

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
] as const;
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
export type StrategyOrderType = (typeof STRATEGY_ORDER_TYPES)[number];

/** An order as the run keeps it. Prices in dollars, exact to 1/10,000; 0 = none. */
export interface OrderRecord {
  readonly number: number;
  readonly side: OrderSide;
  readonly type: StrategyOrderType;
  quantity: number;
  readonly price: number;
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
}

export const isOpen = (order: OrderRecord): boolean =>
  order.status === 'Sent' || order.status === 'PartiallyFilled';
