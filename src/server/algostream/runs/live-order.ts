import { fromE4, toE4, type PriceE4 } from '../../../domain/money/price.ts';
import type { OrderSide, OrderType } from '../../../domain/orders/enumerations.ts';
import { NO_FEES, type Fees } from '../../../domain/portfolio/index.ts';
import type { StrategyOrderStatus } from '../../../domain/strategy/enumerations.ts';
import { orderErrorMessage } from '../../../domain/orders/errors.ts';
import type { OrderView, Report } from '../../brokerage/brokerage.ts';
import type { EarlierOrder } from './earlier-orders.ts';
import { REASON_CHARACTERS } from './unfilled.ts';

/** An order of a live run. */
export interface LiveOrder {
  /** As the strategy calls it. */
  readonly id: string;
  /** 1, 2, 3 … in the instance. */
  readonly serial: number;
  readonly clientId: string;
  orderId: string | undefined;
  readonly side: OrderSide;
  readonly type: OrderType;
  quantity: number;
  priceE4: PriceE4;
  readonly stopPriceE4: PriceE4;
  readonly sentMs: number;
  status: StrategyOrderStatus;
  filled: number;
  filledValueE4: number;
  fees: Fees;
  fillMs: number | null;
  liquidity: string;
  isOpen: boolean;
  /** The run keeps it: the broker does not have it yet. */
  isHeld: boolean;
  /** Its cancel was sent. */
  isCancelling: boolean;
  /** Why it was rejected or cancelled; empty else. */
  reason: string;
}

/** An order that the run sent earlier. */
export function liveOrderOf({ serial, view, executions }: EarlierOrder, prefix: string): LiveOrder {
  return {
    id: `earlier ${serial}`,
    serial,
    clientId: `${prefix}${serial}`,
    orderId: view.orderId,
    side: view.side,
    type: view.type,
    quantity: view.quantity,
    priceE4: view.priceE4,
    stopPriceE4: view.stopPriceE4,
    sentMs: view.createdMs,
    status: statusOf(view),
    filled: view.fill,
    filledValueE4: executions.reduce((sum, { quantity, priceE4 }) => sum + quantity * priceE4, 0),
    fees: view.fees ?? NO_FEES,
    fillMs: executions.at(-1)?.timeMs ?? null,
    liquidity: view.executedLiquidity ?? '',
    isOpen: view.completedMs === null,
    isHeld: false,
    isCancelling: false,
    reason: view.errorCode === 0 ? '' : view.description.slice(0, REASON_CHARACTERS),
  };
}

/** What a strategy says of an order that it wants sent. Dollars. */
export interface OrderTerms {
  readonly id: string;
  readonly side: OrderSide;
  readonly type: OrderType;
  readonly quantity: number;
  readonly price: number;
  readonly stopPrice: number;
}

/** An order that the run is about to send, or that it rejected and only shows. */
export function newLiveOrder(
  { id, side, type, quantity, price, stopPrice }: OrderTerms,
  {
    serial,
    prefix,
    sentMs,
    rejection,
  }: {
    readonly serial: number;
    readonly prefix: string;
    readonly sentMs: number;
    /** Why it was rejected; undefined: it was not. */
    readonly rejection?: string;
  },
): LiveOrder {
  return {
    id,
    serial,
    clientId: `${prefix}${serial}`,
    orderId: undefined,
    side,
    type,
    quantity,
    priceE4: toE4(price),
    stopPriceE4: toE4(stopPrice),
    sentMs,
    status: rejection === undefined ? 'Sent' : 'Rejected',
    filled: 0,
    filledValueE4: 0,
    fees: NO_FEES,
    fillMs: null,
    liquidity: '',
    isOpen: rejection === undefined,
    isHeld: false,
    isCancelling: false,
    reason: (rejection ?? '').slice(0, REASON_CHARACTERS),
  };
}

function statusOf({ fill, unfill, completedMs, status }: OrderView): StrategyOrderStatus {
  if (completedMs === null) return fill > 0 ? 'PartiallyFilled' : 'Sent';
  if (fill > 0) return unfill === 0 ? 'Filled' : 'PartiallyFilled';
  return status === 'Rejected' ? 'Rejected' : 'Cancelled';
}

/** Average fill price in dollars; 0 before the first fill. */
export const fillPriceOf = ({ filled, filledValueE4 }: LiveOrder): number =>
  filled === 0 ? 0 : fromE4(Math.round(filledValueE4 / filled));

/** Why a report ends an order, as the order's description has it: the text of the code, and the rule and figures behind it. */
export function reasonOf({ message, detail }: Pick<Report, 'message' | 'detail'>): string {
  if (message === orderErrorMessage(0)) return '';
  return detail === undefined ? message : `${message}. ${detail}`;
}
