import { qualifiersOf } from '../orders/order-qualifiers.ts';
import { fromE4 } from '../../domain/money/price.ts';
import {
  reportsOf,
  withoutUsPrefix,
  withUsPrefix,
  type ExternalOrder,
  type ExternalReport,
} from '../../domain/orders/schwab/index.ts';
import type { ApiOrder, ApiReport } from '../../protocol/index.ts';
import type { WireOrder, WireReport } from '../types.ts';

/** Shown as the destination of orders at the external broker. */
export const EXTERNAL_DESTINATION = 'EXTERNAL';

/** Whom orders of the external account are shown for: the desk's own user and account. */
export interface Desk {
  readonly userId: string;
  readonly account: string;
}

function averagePrice(order: ExternalOrder): number {
  const quantity = order.fills.reduce((sum, fill) => sum + fill.quantity, 0);
  return quantity === 0
    ? 0
    : fromE4(Math.round(order.fills.reduce((sum, fill) => sum + fill.quantity * fill.priceE4, 0) / quantity));
}

/** An order read from the broker as the record that goes to our server. */
export function toApiOrder(order: ExternalOrder, clientId: string): ApiOrder {
  const endMs = reportsOf(order).at(-1)?.timeMs ?? order.enteredMs;
  return {
    OrderId: order.orderId,
    ClientId: clientId,
    Symbol: withUsPrefix(order.symbol),
    Side: order.side,
    Source: order.source,
    Type: order.type,
    TifType: order.tif,
    Quantity: order.quantity,
    Price: fromE4(order.priceE4),
    StopPrice: fromE4(order.stopPriceE4),
    Fill: order.filled,
    Unfill: order.unfilled,
    AveragePrice: averagePrice(order),
    Status: order.status,
    Route: order.route,
    Timestamp: order.enteredMs,
    TimeCompleted: isDone(order) ? (order.closedMs ?? endMs) : null,
    Description: order.description,
  };
}

const isDone = ({ reportType, unfilled }: ExternalOrder): boolean =>
  (reportType === 'OrderExecuted' && unfilled === 0) ||
  reportType === 'OrderCanceled' ||
  reportType === 'OrderRejected' ||
  reportType === 'OrderExpired' ||
  reportType === 'OrderReplaced';

export function toApiReport(
  {
    reportId,
    order,
    reportType,
    timeMs,
    message,
    leavesQuantity,
    lastFillPriceE4,
    lastFillQuantity,
    executionId,
  }: ExternalReport,
  clientId: string,
): ApiReport {
  return {
    ReportId: reportId,
    OrderId: order.orderId,
    ClientId: clientId,
    Symbol: withUsPrefix(order.symbol),
    Message: message,
    Timestamp: timeMs,
    ReportType: reportType,
    LeavesQuantity: leavesQuantity,
    Quantity: order.quantity,
    LastFillPrice: fromE4(lastFillPriceE4),
    LastFillQuantity: lastFillQuantity,
    Price: fromE4(order.priceE4),
    Side: order.side,
    OrderType: order.type,
    TimeInForce: order.tif,
    Source: order.source,
    ExecutedRoute: order.route,
    ExecutionId: executionId,
    CreatedTime: order.enteredMs,
    Fees: 0,
  };
}

/**
 * The record as the desk's order store shows it. An order that was replaced is over there, and its replacement is another order; the desk's
 * status "Replaced" is of an order that goes on under a new price, so the old one shows as cancelled, with the reason.
 */
export function toDeskOrder(order: ApiOrder, desk: Desk): WireOrder {
  const isSuperseded = order.Status === 'ReplaceDone';
  return {
    ...order,
    ...qualifiersOf(order),
    Symbol: withoutUsPrefix(order.Symbol),
    Account: desk.account,
    UserId: desk.userId,
    Destination: EXTERNAL_DESTINATION,
    ...(isSuperseded
      ? { Status: 'Cancelled' as const, Description: order.Description || 'Replaced by another order' }
      : {}),
  };
}

export function toDeskReport(report: ApiReport, desk: Desk, serial: number): WireReport {
  const { ReportId: _id, ...rest } = report;
  return {
    ...rest,
    Symbol: withoutUsPrefix(report.Symbol),
    Account: desk.account,
    UserId: desk.userId,
    Destination: EXTERNAL_DESTINATION,
    Serial: serial,
    ErrorCode: 0,
  };
}
