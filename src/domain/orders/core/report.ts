import { assert } from '../../assert/assert.ts';
import type { RecordedQuote } from '../recorded-quote.ts';
import type { PriceE4 } from '../../money/price.ts';
import { totalFeesE4, type Fees, type Liquidity } from '../../portfolio/index.ts';
import { cancelRejectReason } from '../cancel-reject.ts';
import { orderErrorMessage } from '../errors.ts';
import type { ReportType } from '../enumerations.ts';
import type { LotEvent } from '../../lots/events.ts';
import type { GuardEvent } from '../../risk/guards.ts';
import type { GroupEvent } from '../groups/types.ts';
import { ORDER_TYPES } from '../order-types.ts';
import { feesChange, legFillsAfter } from './amendments.ts';
import { leavesOf, type Book } from './book.ts';
import type { BookOrder, LegFill, OrderEvent, OrderReport, OrderRequest } from './types.ts';

/** Events that concern no order. */
type QuietKind =
  | 'funded'
  | 'session'
  | 'accountOptions'
  | 'optionSettled'
  | 'actionApplied'
  | 'fillsMarked'
  | 'lost'
  | GroupEvent['kind']
  | GuardEvent['kind']
  | LotEvent['kind'];
type ReportedEvent = Exclude<OrderEvent, { readonly kind: QuietKind }>;

const REPORT_TYPE: Readonly<Record<ReportedEvent['kind'], ReportType>> = {
  accepted: 'OrderAccepted',
  rejected: 'OrderRejected',
  confirmed: 'OrderConfirmed',
  triggered: 'OrderStopped',
  trailed: 'OrderConfirmed',
  executed: 'OrderExecuted',
  replaced: 'OrderReplaced',
  busted: 'OrderBusted',
  corrected: 'OrderCorrected',
  replaceRejected: 'OrderCancelRejected',
  cancelPending: 'OrderCancelPending',
  cancelled: 'OrderCanceled',
  expired: 'OrderExpired',
  cancelRejected: 'OrderCancelRejected',
};

/** The part of an event, and of the book just after it, from which its report can be built at any time. A fraction of the report's size. */
export interface ReportSource {
  readonly serial: number;
  readonly event: ReportedEvent;
  /** Undefined: the refusal of what names no order of the account. */
  readonly order: BookOrder | undefined;
  /** The order's terms just after the event. */
  readonly terms: OrderRequest | undefined;
  readonly originalClientId: string | undefined;
  readonly leavesQuantity: number;
  readonly stopPriceE4: PriceE4;
  /** Of an execution: the market a while after it, once that is known. */
  mark?: RecordedQuote | undefined;
}

/** Undefined for events that concern no order. */
export function reportSourceOf(book: Book, serial: number, event: OrderEvent): ReportSource | undefined {
  if (isQuiet(event)) return undefined;
  const order = book.orders.get(event.orderId);
  const isRefusal = event.kind === 'cancelRejected' || event.kind === 'replaceRejected';
  if (isRefusal && (order === undefined || order.account !== event.account))
    return {
      serial,
      event,
      order: undefined,
      terms: undefined,
      originalClientId: undefined,
      leavesQuantity: 0,
      stopPriceE4: 0,
    };
  assert(order, `order ${event.orderId} of a report is in the book`);
  return {
    serial,
    event,
    order,
    terms: order.terms,
    originalClientId: order.originalClientId,
    leavesQuantity: order.completedMs === null ? leavesOf(order) : 0,
    stopPriceE4: ORDER_TYPES[order.type].takesStopPrice ? order.workingStopE4 : 0,
  };
}

/**
 * The report of an event. It carries the ClientId of its order, with two exceptions: the reject for an unknown order carries the ClientId of the
 * request, and the reject of a replace that of the replacement, with the one of the order as the original ClientId.
 */
export function reportOf({
  serial,
  event,
  order,
  terms,
  originalClientId,
  leavesQuantity,
  stopPriceE4,
}: ReportSource): OrderReport {
  const refusal = event.kind === 'cancelRejected' || event.kind === 'replaceRejected' ? event : undefined;
  if (!order || !terms) {
    assert(refusal, 'only a refusal concerns no order');
    return unknownOrderReport(serial, refusal);
  }
  const code = 'code' in event ? event.code : 0;
  const execution = executionOf(serial, event);
  const replaceRefusal = event.kind === 'replaceRejected' ? event : undefined;
  return {
    serial,
    orderId: order.orderId,
    clientId: replaceRefusal ? replaceRefusal.clientId : terms.clientId,
    originalClientId: replaceRefusal ? terms.clientId : originalClientId,
    account: terms.account,
    userId: 'userId' in event ? event.userId : terms.userId,
    symbol: terms.symbol,
    message: orderErrorMessage(code),
    detail: 'detail' in event ? event.detail : undefined,
    errorCode: code,
    timeMs: event.timeMs,
    reportType: REPORT_TYPE[event.kind],
    leavesQuantity,
    quantity: terms.quantity,
    lastFillPriceE4: execution.priceE4,
    lastFillQuantity: execution.quantity,
    priceE4: terms.priceE4,
    side: terms.side,
    orderType: terms.type,
    tif: terms.tif,
    source: terms.source,
    destination: terms.destination,
    executedRoute: execution === NO_FILL ? terms.route : (execution.exchange ?? order.executedRoute),
    executionId: execution.id,
    createdMs: order.createdMs,
    feesE4: execution.fees ? totalFeesE4(execution.fees) : 0,
    fees: execution.fees,
    liquidity: execution.liquidity,
    stopPriceE4,
    legs: terms.legs,
    legFills: legFillsOf(event),
    cancelRejectReason: refusal && cancelRejectReason(code),
  };
}

function legFillsOf(event: ReportedEvent): readonly LegFill[] | undefined {
  if (event.kind === 'executed') return event.legs;
  return event.kind === 'busted' || event.kind === 'corrected' ? legFillsAfter(event) : undefined;
}

interface ReportedExecution {
  readonly id: string;
  readonly quantity: number;
  readonly priceE4: PriceE4;
  /** What the event charges; of an amendment the difference. */
  readonly fees: Fees | undefined;
  readonly exchange: string | undefined;
  readonly liquidity: Liquidity | undefined;
}

/** The execution fields in the report of an event that is no execution. */
const NO_FILL: ReportedExecution = {
  id: '',
  quantity: 0,
  priceE4: 0,
  fees: undefined,
  exchange: undefined,
  liquidity: undefined,
};

/** The execution that an event concerns: a busted one with its former figures, a corrected one with its new figures; NO_FILL for other events. */
function executionOf(serial: number, event: ReportedEvent): ReportedExecution {
  if (event.kind === 'executed')
    return {
      id: `E${serial}`,
      quantity: event.quantity,
      priceE4: event.priceE4,
      fees: event.fees,
      exchange: event.exchange,
      liquidity: event.liquidity,
    };
  if (event.kind !== 'busted' && event.kind !== 'corrected') return NO_FILL;
  const { quantity, priceE4 } = event.kind === 'busted' ? event.was : event.now;
  return {
    id: `E${event.serial}`,
    quantity,
    priceE4,
    fees: feesChange(event),
    exchange: undefined,
    liquidity: undefined,
  };
}

function isQuiet(event: OrderEvent): event is Extract<OrderEvent, { readonly kind: QuietKind }> {
  return !(event.kind in REPORT_TYPE);
}

const NO_EXECUTION = {
  lastFillPriceE4: 0,
  lastFillQuantity: 0,
  executionId: '',
  feesE4: 0,
  fees: undefined,
  liquidity: undefined,
  legFills: undefined,
  leavesQuantity: 0,
} as const;

/** The report of a refused replace that gets no record: as it would be with one, but for the serial 0. */
export const unrecordedReport = (
  book: Book,
  event: OrderEvent & { readonly kind: 'replaceRejected' },
): OrderReport => {
  const source = reportSourceOf(book, 0, event);
  assert(source, 'a rejected replace has a report');
  return reportOf(source);
};

/** A refusal that has no record: serial 0, no order behind it. */
export function refusalReport(
  order: OrderRequest,
  code: number,
  timeMs: number,
  detail?: string,
): OrderReport {
  return {
    ...NO_EXECUTION,
    clientId: order.clientId,
    account: order.account,
    symbol: order.symbol,
    quantity: order.quantity,
    priceE4: order.priceE4,
    side: order.side,
    orderType: order.type,
    tif: order.tif,
    source: order.source,
    destination: order.destination,
    serial: 0,
    orderId: '-',
    originalClientId: undefined,
    userId: order.userId,
    message: orderErrorMessage(code),
    detail,
    errorCode: code,
    timeMs,
    reportType: 'GatewayRejected',
    createdMs: timeMs,
    executedRoute: '',
    stopPriceE4: 0,
    legs: order.legs,
    cancelRejectReason: undefined,
  };
}

/** The fields of the request in the reject of a cancel or replace. */
export interface RefusedChange {
  readonly orderId: string;
  readonly account: string;
  readonly userId: string;
  readonly clientId: string;
  readonly originalClientId?: string;
  readonly code: number;
  readonly timeMs: number;
}

/** The refusal of a cancel or replace. Discloses nothing about an order of another account, so side, type and the other fields are placeholders of the wire. */
export function unknownOrderReport(serial: number, change: RefusedChange): OrderReport {
  return {
    ...NO_EXECUTION,
    serial,
    orderId: change.orderId,
    clientId: change.clientId,
    originalClientId: change.originalClientId,
    account: change.account,
    userId: change.userId,
    symbol: '-',
    message: orderErrorMessage(change.code),
    detail: undefined,
    errorCode: change.code,
    timeMs: change.timeMs,
    reportType: 'OrderCancelRejected',
    quantity: 0,
    priceE4: 0,
    side: 'Buy',
    orderType: 'Market',
    tif: 'Day',
    source: 'Open',
    destination: '',
    executedRoute: '',
    createdMs: change.timeMs,
    stopPriceE4: 0,
    legs: undefined,
    cancelRejectReason: cancelRejectReason(change.code),
  };
}
