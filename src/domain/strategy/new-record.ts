import type { OrderSide } from '../orders/enumerations.ts';
import type { ExitPlan, OrderReason, OrderRecord, StrategyOrderType } from './order-record.ts';

/** The terms of an order that is about to be sent. Prices in dollars, 0 = none. */
export interface OrderIntent {
  readonly side: OrderSide;
  readonly type: StrategyOrderType;
  readonly quantity: number;
  readonly price: number;
  readonly stop: number;
  readonly isForced?: boolean;
  /** The order that closes the position first. This one is sent once that one is filled, and counts the position as flat. */
  readonly after?: OrderRecord | null;
  /** The exits of an entry. */
  readonly exits?: ExitPlan | null;
  /** Why the order is rejected before its rules are checked; empty when it is not. */
  readonly refusal?: OrderReason;
}

/** The record of an order that is sent now. */
export function newRecord(
  number: number,
  sentMs: number,
  {
    symbol,
    side,
    type,
    quantity,
    price,
    stop,
    openingQuantity,
    isForced = false,
    after = null,
    spread = null,
    bracket = null,
    exit = null,
  }: OrderIntent &
    Pick<OrderRecord, 'symbol' | 'openingQuantity'> &
    Partial<Pick<OrderRecord, 'spread' | 'bracket' | 'exit'>>,
): OrderRecord {
  return {
    number,
    symbol,
    side,
    type,
    quantity,
    price,
    stop,
    sentMs,
    openingQuantity,
    isForced,
    status: 'Sent',
    filledQuantity: 0,
    fillPrice: 0,
    fillMs: 0,
    liquidity: 'R',
    reason: '',
    triggerRow: Number.POSITIVE_INFINITY,
    isFresh: true,
    follower: null,
    isWaiting: after !== null,
    spread,
    bracket,
    exit,
    lateRow: -1,
  };
}
