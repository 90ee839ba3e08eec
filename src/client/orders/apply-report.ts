import { fromE4, toMoneyE4, type Dollars } from '../../domain/money/price.ts';
import { orderErrorMessage } from '../../domain/orders/errors.ts';
import { FINAL_STATUSES, nextStatus } from '../../domain/orders/transitions.ts';
import type { OrderStatus, ReportType } from '../../domain/orders/enumerations.ts';
import type { WireOrder, WireReport } from '../types.ts';
import type { SendBody } from './order-body.ts';
import { qualifiersOf } from './order-qualifiers.ts';

/** Final statuses. The report that led to one gives the time of completion. */
const COMPLETED: ReadonlySet<OrderStatus> = new Set<OrderStatus>([
  'Executed',
  'ExecutedMultileg',
  'Cancelled',
  'Expired',
  'Rejected',
]);

/** Reports of an amended execution: they do not concern the reason or the time of completion of the order. */
const AMENDMENTS: ReadonlySet<ReportType> = new Set<ReportType>(['OrderBusted', 'OrderCorrected']);

const REFUSALS: ReadonlySet<ReportType> = new Set<ReportType>([
  'OrderAcceptRejected',
  'OrderRejected',
  'GatewayRejected',
  'OrderCancelRejected',
  'OrderCancelAcceptRejected',
]);
/** Statuses of a working order in which the rejection of a replacement applies. In any other status the order is done or has changed since. */
const REPLACING: ReadonlySet<OrderStatus> = new Set<OrderStatus>([
  'CancelReplaceSent',
  'ReplaceSent',
  'ReplacePending',
  'ReplaceConfirmed',
  'ReplaceDone',
  'ReplaceRejected',
  'Pending',
  'Confirmed',
  'PartiallyExecuted',
  'CancelRejected',
  'Stopped',
]);

/** Reports that carry the present stop price of an order. */
const MOVES_STOP: ReadonlySet<ReportType> = new Set<ReportType>(['OrderConfirmed', 'OrderStopped']);

/** The rejection of a replacement: it has the ClientId of the replacement, and is about the order that still works. */
function isReplaceRefusal(
  order: Pick<WireOrder, 'ClientId'>,
  report: Pick<WireReport, 'ReportType' | 'OriginalClientId' | 'ClientId'>,
): boolean {
  return (
    REFUSALS.has(report.ReportType) &&
    report.OriginalClientId === order.ClientId &&
    report.ClientId !== order.ClientId
  );
}

/** A rejection under the ClientId of a request: it is about an order only if that order is known. */
export function isRequestRefusal({
  ReportType,
  OriginalClientId,
  ClientId,
}: Pick<WireReport, 'ReportType' | 'OriginalClientId' | 'ClientId'>): boolean {
  return REFUSALS.has(ReportType) && OriginalClientId !== undefined && OriginalClientId !== ClientId;
}

/** An order that this client did not send, built from its first report. */
export function orderOfReport(report: WireReport): WireOrder {
  return {
    OrderId: report.OrderId,
    ClientId: report.ClientId,
    Account: report.Account,
    UserId: report.UserId,
    Symbol: report.Symbol,
    Side: report.Side,
    Source: report.Source,
    Type: report.OrderType,
    TifType: report.TimeInForce,
    Quantity: report.Quantity,
    Price: report.Price,
    StopPrice: report.StopPrice ?? 0,
    ...qualifiersOf({ Type: report.OrderType, TifType: report.TimeInForce, Quantity: report.Quantity }),
    Fill: 0,
    Unfill: report.Quantity,
    AveragePrice: 0,
    Status: 'Undefined',
    ...(report.Legs === undefined ? {} : { Legs: report.Legs }),
    ...(report.MultiLegType === undefined ? {} : { MultiLegType: report.MultiLegType }),
    Destination: report.Destination,
    Route: report.ExecutedRoute,
    Timestamp: report.CreatedTime,
    TimeCompleted: null,
    Description: '',
  };
}

/** Why something was rejected, as text and as a code of the order error catalogue. */
export interface Refusal {
  readonly text: string;
  readonly errorCode: number;
}

/** The report of a refusal that no journal holds, hence its serial 0. `request` is what was refused, when that was not the order itself. */
export function localRefusal(
  order: WireOrder,
  { text, errorCode }: Refusal,
  timeMs: number,
  request: { readonly clientId: string; readonly kind: 'cancel' | 'replace' } | null = null,
): WireReport {
  return {
    OrderId: order.OrderId,
    ClientId: request?.kind === 'replace' ? request.clientId : order.ClientId,
    ...(request?.kind === 'replace' ? { OriginalClientId: order.ClientId } : {}),
    Serial: 0,
    UserId: order.UserId,
    Account: order.Account,
    Symbol: order.Symbol,
    Message: text.slice(0, 500),
    ErrorCode: errorCode,
    Timestamp: timeMs,
    ReportType: request?.kind === 'cancel' ? 'OrderCancelRejected' : 'GatewayRejected',
    LeavesQuantity: request === null ? 0 : order.Unfill,
    Quantity: order.Quantity,
    LastFillPrice: 0,
    LastFillQuantity: 0,
    Price: order.Price,
    Side: order.Side,
    OrderType: order.Type,
    TimeInForce: order.TifType,
    Source: order.Source,
    Destination: order.Destination,
    ExecutedRoute: order.Route,
    ExecutionId: '',
    CreatedTime: order.Timestamp,
    Fees: 0,
  };
}

/** Sums of decimal dollars drift; whole 1/10,000 dollars do not, and are what the server counts in. */
/** The exact sum of two amounts. */
const sumOf = (first: Dollars, second: Dollars): Dollars => fromE4(toMoneyE4(first) + toMoneyE4(second));

function addFees(before: WireOrder['FeeParts'], more: WireReport['FeeParts']): WireOrder['FeeParts'] {
  if (before === undefined || more === undefined) return more ?? before;
  return {
    ClearingCharge: sumOf(before.ClearingCharge, more.ClearingCharge),
    ExecutionCharge: sumOf(before.ExecutionCharge, more.ExecutionCharge),
    LiquidityFee: sumOf(before.LiquidityFee, more.LiquidityFee),
    SecFee: sumOf(before.SecFee, more.SecFee),
    NsccFee: sumOf(before.NsccFee, more.NsccFee),
    FinraFee: sumOf(before.FinraFee, more.FinraFee),
    OtherFee: sumOf(before.OtherFee, more.OtherFee),
  };
}

/** The order after a fill of its own report. */
function filled(order: WireOrder, report: WireReport): Partial<WireOrder> {
  const quantity = report.LastFillQuantity;
  const total = order.Fill + quantity;
  const fees = addFees(order.FeeParts, report.FeeParts);
  return {
    Fill: Math.max(order.Fill, order.Quantity - report.LeavesQuantity),
    Unfill: report.LeavesQuantity,
    ...(total > 0
      ? { AveragePrice: (order.AveragePrice * order.Fill + report.LastFillPrice * quantity) / total }
      : {}),
    ...(report.ExecutedRoute === '' ? {} : { ExecutedRoute: report.ExecutedRoute }),
    ...(report.Liquidity === undefined ? {} : { ExecutedLiquidity: report.Liquidity }),
    ...(fees === undefined ? {} : { FeeParts: fees }),
  };
}

/** The order with the text and the code of its last report. Code 0 has the text OK, which is not shown. */
function explained(
  { ErrorCode: _before, ...order }: WireOrder,
  { ErrorCode, Message, Detail }: WireReport,
): WireOrder {
  const text = Detail === undefined ? Message : `${Message}. ${Detail}`;
  return {
    ...order,
    Description: ErrorCode === 0 && Message === orderErrorMessage(0) ? '' : text.slice(0, 256),
    ...(ErrorCode === 0 ? {} : { ErrorCode }),
  };
}

/** The order with the terms of its replacement, from the report and from the request if this client sent it. */
function replaced(order: WireOrder, report: WireReport, request: SendBody | undefined): WireOrder {
  const {
    StopType: _stop,
    OffsetType: _offset,
    OffsetValue: _value,
    PegType: _peg,
    TifPeriod: _period,
    MinQuantity: _least,
    IsldDisplay: _shown,
    ...kept
  } = order;
  const { StopType, OffsetType, OffsetValue, PegType, TifPeriod, MinQuantity, IsldDisplay } =
    request ?? order;
  return {
    ...kept,
    ...(StopType === undefined ? {} : { StopType }),
    ...(OffsetType === undefined ? {} : { OffsetType }),
    ...(OffsetValue === undefined ? {} : { OffsetValue }),
    ...(PegType === undefined ? {} : { PegType }),
    ...(TifPeriod === undefined ? {} : { TifPeriod }),
    ...(MinQuantity === undefined ? {} : { MinQuantity }),
    ...(IsldDisplay === undefined ? {} : { IsldDisplay }),
    Type: report.OrderType,
    TifType: report.TimeInForce,
    Price: report.Price,
    StopPrice: report.StopPrice ?? request?.StopPrice ?? order.StopPrice,
    Quantity: report.Quantity,
    Unfill: report.LeavesQuantity,
    ClientId: report.ClientId,
    OriginalClientId: report.OriginalClientId ?? order.ClientId,
  };
}

/** The fields that the server assigns: the ClientId on acceptance, and the name of the combination of legs. */
const namesOf = ({
  ReportType,
  ClientId,
  MultiLegType,
}: WireReport): Partial<Pick<WireOrder, 'ClientId' | 'MultiLegType'>> => ({
  ...(ReportType === 'OrderAccepted' ? { ClientId } : {}),
  ...(MultiLegType === undefined ? {} : { MultiLegType }),
});

/** The stop price of a trailing stop moves in every status but a final one. */
function withMovedStop(order: WireOrder, { StopPrice, ReportType }: WireReport): WireOrder {
  if (StopPrice === undefined || FINAL_STATUSES.has(order.Status) || !MOVES_STOP.has(ReportType))
    return order;
  return { ...order, StopPrice };
}

/**
 * True for a report that rejects a replacement of the order. Before the server has named an order it cannot be replaced, so that
 * a rejection rejects the order itself. A replacement by another client does not affect the request made here.
 */
function rejectsReplace(order: WireOrder, report: WireReport, request: SendBody | undefined): boolean {
  if (order.Status === 'Sent' || order.Status === 'Undefined') return false;
  return isReplaceRefusal(order, report) || (request !== undefined && REFUSALS.has(report.ReportType));
}

/** The order after a report; the same object when the report does not apply to it. `request` is the replacement that it may be about. */
export function applyReport(order: WireOrder, report: WireReport, request?: SendBody): WireOrder {
  if (rejectsReplace(order, report, request))
    return REPLACING.has(order.Status) ? { ...explained(order, report), Status: 'ReplaceRejected' } : order;
  const status = nextStatus(
    order.Status,
    report.ReportType,
    report.LeavesQuantity,
    report.Legs !== undefined,
  );
  const named: WireOrder = order.OrderId === report.OrderId ? order : { ...order, OrderId: report.OrderId };
  if (status === undefined) return withMovedStop(named, report);
  // The server sends the amended order itself next.
  if (AMENDMENTS.has(report.ReportType)) return { ...named, Status: status };
  const next: WireOrder = {
    ...explained(named, report),
    Status: status,
    TimeCompleted: COMPLETED.has(status) ? report.Timestamp : order.TimeCompleted,
  };
  if (report.ReportType === 'OrderExecuted') return { ...next, ...filled(order, report) };
  if (report.ReportType === 'OrderReplaced') return replaced(next, report, request);
  // A trailing stop has its present stop price; the server's ClientId applies from its first report on.
  return {
    ...next,
    ...(report.StopPrice === undefined ? {} : { StopPrice: report.StopPrice }),
    ...namesOf(report),
  };
}
