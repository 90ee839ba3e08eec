import {
  fromE4,
  notionalE4,
  toPriceE4,
  type Dollars,
  type MoneyE4,
  type PriceE4,
} from '../../../domain/money/price.ts';
import type { OrderSide, OrderType, ReportType, TimeInForce } from '../../../domain/orders/enumerations.ts';
import { legQuantity, type OrderLeg } from '../../../domain/orders/legs.ts';
import { PLAIN_ORDER } from '../../../domain/orders/request.ts';
import { addFees, NO_FEES, type Fees } from '../../../domain/portfolio/index.ts';
import type { StrategyOrderStatus } from '../../../domain/strategy/enumerations.ts';
import type { ExitName, ExitPlan, SpreadLegFill } from '../../../domain/strategy/order-record.ts';
import { orderErrorMessage } from '../../../domain/orders/errors.ts';
import { isOptionSymbol } from '../../../domain/symbols/symbol.ts';
import type { NewOrder, OrderView, Report } from '../../brokerage/brokerage.ts';
import type { LiveFill, RequestedOrder } from '../runtime/types.ts';
import type { EarlierOrder } from './earlier-orders.ts';
import { REASON_CHARACTERS } from './unfilled.ts';

/** The part of an order that only exits have, and the order that closes what they have filled too much. */
export interface LiveExit {
  readonly name: ExitName | 'Surplus';
  /** The entry, as the strategy calls it. */
  readonly entryId: string;
  /** All exits of the entry, this one too. They exclude each other. */
  readonly siblings: LiveOrder[];
}

/** An order of a live run. */
export interface LiveOrder {
  /** As the strategy calls it. */
  id: string;
  /** 1, 2, 3 … in the instance. */
  readonly serial: number;
  /** Of a multi-leg order that of the run. */
  readonly symbol: string;
  /** ClientId that it was sent under. Names the order in the run for good. */
  readonly clientId: string;
  /** ClientId that the broker has it under: a replace gives it another one. */
  brokerClientId: string;
  orderId: string | undefined;
  readonly side: OrderSide;
  readonly type: OrderType;
  tif: TimeInForce;
  /** Of a multi-leg order, whose quantity is in units and whose prices are net prices. */
  readonly legs: readonly OrderLeg[] | undefined;
  quantity: number;
  priceE4: PriceE4;
  stopPriceE4: PriceE4;
  readonly sentMs: number;
  status: StrategyOrderStatus;
  filled: number;
  /** Sum of price × quantity of the fills, without the multiplier of an option. */
  filledValueE4: MoneyE4;
  fees: Fees;
  fillMs: number | null;
  liquidity: string;
  isOpen: boolean;
  /** The run keeps it: the broker does not have it yet. */
  isHeld: boolean;
  /** Its cancel was sent. */
  isCancelling: boolean;
  /** Replaces that were sent, those of earlier parts of the run included. */
  replaces: number;
  /** Why it was rejected or cancelled; empty else. */
  reason: string;
  /** Of an entry with exits: what they are. */
  readonly exits?: ExitPlan | undefined;
  /** Its exits are not known yet: with its first fill they hold what it has filled. */
  awaitsExits?: boolean | undefined;
  /** Of an exit. */
  exit?: LiveExit | undefined;
}

/** An order that the run sent earlier. */
export function liveOrderOf(
  { serial, view, executions, replaces, exit }: EarlierOrder,
  prefix: string,
): LiveOrder {
  return {
    id: `earlier ${serial}`,
    serial,
    symbol: view.symbol,
    clientId: exit?.clientId ?? `${prefix}${serial}`,
    brokerClientId: view.clientId,
    orderId: view.orderId,
    side: view.side,
    type: view.type,
    tif: view.tif,
    legs: view.legs,
    quantity: view.quantity,
    priceE4: view.priceE4,
    stopPriceE4: view.stopPriceE4,
    sentMs: view.createdMs,
    status: statusOf(view),
    filled: view.fill,
    filledValueE4: executions.reduce<MoneyE4>(
      (sum, { quantity, priceE4 }) => sum + notionalE4(priceE4, quantity),
      0,
    ),
    fees: view.fees ?? NO_FEES,
    fillMs: executions.at(-1)?.timeMs ?? null,
    liquidity: view.executedLiquidity ?? '',
    isOpen: view.completedMs === null,
    isHeld: false,
    isCancelling: false,
    replaces,
    reason: view.errorCode === 0 ? '' : view.description.slice(0, REASON_CHARACTERS),
  };
}

/** An order that the run is about to send, or that it rejected and only shows. */
export function newLiveOrder(
  { id, side, type, quantity, price, stopPrice, spread, exits }: RequestedOrder,
  {
    serial,
    symbol,
    prefix,
    sentMs,
    rejection,
  }: {
    readonly serial: number;
    readonly symbol: string;
    readonly prefix: string;
    readonly sentMs: number;
    /** Why it was rejected; undefined: it was not. */
    readonly rejection?: string;
  },
): LiveOrder {
  const clientId = `${prefix}${serial}`;
  return {
    id,
    serial,
    symbol,
    clientId,
    brokerClientId: clientId,
    orderId: undefined,
    side,
    type,
    tif: spread?.tif ?? 'Day',
    legs: spread?.legs,
    quantity,
    priceE4: toPriceE4(price),
    stopPriceE4: toPriceE4(stopPrice),
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
    replaces: 0,
    reason: (rejection ?? '').slice(0, REASON_CHARACTERS),
    exits,
    awaitsExits: exits !== undefined,
  };
}

/** What the orders of a run have in common. */
export interface OrderOrigin {
  readonly account: string;
  readonly userId: string;
  readonly destination: string;
  readonly route: string;
}

/** The order as the brokerage takes it. `position`: signed quantity that the run holds of its symbol. */
export function brokerOrderOf(order: LiveOrder, origin: OrderOrigin, position: number): NewOrder {
  return {
    ...PLAIN_ORDER,
    ...origin,
    symbol: order.symbol,
    clientId: order.brokerClientId,
    side: order.side,
    source: sourceOf(order, position),
    type: order.type,
    tif: order.tif,
    quantity: order.quantity,
    priceE4: order.priceE4,
    stopPriceE4: order.stopPriceE4,
    legs: order.legs,
    // Strategies repeat orders on purpose: the duplicate guard is against a second click.
    repeatReason: 'Strategy',
  };
}

/** As order entry states it, by what the account holds; the brokerage decides. */
function sourceOf({ side, legs, symbol }: LiveOrder, position: number): NewOrder['source'] {
  if (legs !== undefined) return 'Open';
  if (side === 'Sell') return 'Close';
  if (side === 'Short' || isOptionSymbol(symbol)) return 'Open';
  return position < 0 ? 'Cover' : 'Open';
}

/** What an order has left to fill. */
export const leavesOf = ({ quantity, filled }: LiveOrder): number => quantity - filled;

/** Shares of its symbol that an order may still sell. Exits of one entry exclude each other: the first that is open counts. */
export function sharesForSale(order: LiveOrder): number {
  const counted = order.exit?.siblings.find(({ isOpen, isCancelling }) => isOpen && !isCancelling);
  if (counted !== undefined && counted !== order) return 0;
  if (order.legs === undefined) return order.side === 'Sell' ? leavesOf(order) : 0;
  const shares = order.legs.find(({ symbol, side }) => side === 'Sell' && !isOptionSymbol(symbol));
  return shares ? legQuantity(shares, leavesOf(order)) : 0;
}

/** Adds an execution to the figures of its order. */
export function addExecution(order: LiveOrder, report: Report): void {
  const { lastFillQuantity: quantity, lastFillPriceE4: priceE4 } = report;
  order.filled += quantity;
  order.filledValueE4 += notionalE4(priceE4, quantity);
  order.fees = addFees(order.fees, report.fees ?? NO_FEES);
  order.fillMs = report.timeMs;
  order.liquidity = report.liquidity ?? order.liquidity;
  order.isOpen = report.leavesQuantity > 0;
  order.status = order.isOpen ? 'PartiallyFilled' : 'Filled';
}

/** An execution as the strategy gets it. */
export function liveFillOf(report: Report): LiveFill {
  return {
    quantity: report.lastFillQuantity,
    price: fromE4(report.lastFillPriceE4),
    liquidity: report.liquidity ?? 'R',
    legs: report.legFills && legFillsOf(report.legFills),
  };
}

/** The fills of the legs of a multi-leg order as the strategy gets them. */
export const legFillsOf = (legFills: NonNullable<Report['legFills']>): SpreadLegFill[] =>
  legFills.map(({ symbol, side, quantity, priceE4 }) => ({
    symbol,
    side,
    quantity,
    price: fromE4(priceE4),
  }));

function statusOf({ fill, unfill, completedMs, status }: OrderView): StrategyOrderStatus {
  if (completedMs === null) return fill > 0 ? 'PartiallyFilled' : 'Sent';
  if (fill > 0) return unfill === 0 ? 'Filled' : 'PartiallyFilled';
  return status === 'Rejected' ? 'Rejected' : 'Cancelled';
}

/** Average fill price in dollars; 0 before the first fill. Of a multi-leg order below 0 when the net is the other way round. */
export const fillPriceOf = ({ filled, filledValueE4 }: LiveOrder): Dollars =>
  filled === 0 ? 0 : fromE4(Math.round(filledValueE4 / filled));

/** Why a report ends an order, as the order's description has it: the text of the code, and the rule and figures behind it. */
export function reasonOf({ message, detail }: Pick<Report, 'message' | 'detail'>): string {
  if (message === orderErrorMessage(0)) return '';
  return detail === undefined ? message : `${message}. ${detail}`;
}

/** How a report ends its order; types that are not listed leave it open or fill it. */
export const END_OF_REPORT: Readonly<Partial<Record<ReportType, 'Cancelled' | 'Rejected'>>> = {
  OrderCanceled: 'Cancelled',
  OrderExpired: 'Cancelled',
  NothingDone: 'Cancelled',
  DoneForDay: 'Cancelled',
  OrderRejected: 'Rejected',
  OrderAcceptRejected: 'Rejected',
  GatewayRejected: 'Rejected',
};
