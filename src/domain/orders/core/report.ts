import { assert } from '../../assert/assert.ts';
import { totalFeesE4 } from '../../portfolio/fees.ts';
import type { ReportType } from '../enumerations.ts';
import { orderErrorMessage } from '../errors.ts';
import { leavesOf, type Book } from './book.ts';
import type { BookOrder, OrderEvent, OrderReport, OrderRequest } from './types.ts';

const REPORT_TYPE: Readonly<Record<Exclude<OrderEvent['kind'], 'funded' | 'session'>, ReportType>> = {
  accepted: 'OrderAccepted', rejected: 'OrderRejected', confirmed: 'OrderConfirmed', executed: 'OrderExecuted', cancelPending: 'OrderCancelPending',
  cancelled: 'OrderCanceled', expired: 'OrderExpired', cancelRejected: 'OrderCancelRejected',
};

/**
 * The report of an event, from the book just after it; undefined for events that concern no order.
 * Every report carries its order's own ClientId; only the refusal of an unknown order carries that of the cancel.
 */
export function reportOf(book: Book, serial: number, event: OrderEvent): OrderReport | undefined {
  if (event.kind === 'funded' || event.kind === 'session') return undefined;
  const order = book.orders.get(event.orderId);
  if (event.kind === 'cancelRejected' && (order === undefined || order.account !== event.account)) return unknownOrderReport(serial, event);
  assert(order, `order ${event.orderId} of a report is in the book`);
  const isClosed = order.completedMs !== null;
  const code = 'code' in event ? event.code : 0;
  const execution = event.kind === 'executed' ? event : undefined;
  return {
    ...orderPart(order), serial, orderId: order.orderId, originalClientId: undefined,
    userId: event.kind === 'cancelRejected' || event.kind === 'cancelPending' ? event.userId : order.userId,
    message: orderErrorMessage(code), errorCode: code, timeMs: event.timeMs, reportType: REPORT_TYPE[event.kind],
    leavesQuantity: isClosed ? 0 : leavesOf(order), createdMs: order.createdMs,
    lastFillPriceE4: execution?.priceE4 ?? 0, lastFillQuantity: execution?.quantity ?? 0, executedRoute: execution?.exchange ?? order.route,
    executionId: execution ? `E${serial}` : '', feesE4: execution ? totalFeesE4(execution.fees) : 0,
  };
}

/** A refusal that could not be journalled: serial 0, no order behind it. */
export function refusalReport(order: OrderRequest, code: number, timeMs: number): OrderReport {
  return {
    ...orderPart(order), serial: 0, orderId: '-', originalClientId: undefined, userId: order.userId, message: orderErrorMessage(code), errorCode: code, timeMs,
    reportType: 'GatewayRejected', leavesQuantity: 0, createdMs: timeMs, lastFillPriceE4: 0, lastFillQuantity: 0, executedRoute: '', executionId: '', feesE4: 0,
  };
}

/** The refusal of a cancel. Tells nothing of an order that the asker does not own, so side, type and the rest are placeholders of the wire. */
export function unknownOrderReport(serial: number, cancel: { orderId: string; account: string; userId: string; clientId: string; code: number; timeMs: number }): OrderReport {
  return {
    serial, orderId: cancel.orderId, clientId: cancel.clientId, originalClientId: undefined, account: cancel.account, userId: cancel.userId, symbol: '-',
    message: orderErrorMessage(cancel.code), errorCode: cancel.code, timeMs: cancel.timeMs, reportType: 'OrderCancelRejected', leavesQuantity: 0, quantity: 0,
    lastFillPriceE4: 0, lastFillQuantity: 0, priceE4: 0, side: 'Buy', orderType: 'Market', tif: 'Day', source: 'Open', destination: '', executedRoute: '',
    executionId: '', createdMs: cancel.timeMs, feesE4: 0,
  };
}

function orderPart(order: OrderRequest | BookOrder) {
  return {
    clientId: order.clientId, account: order.account, symbol: order.symbol, quantity: order.quantity, priceE4: order.priceE4, side: order.side,
    orderType: order.type, tif: order.tif, source: order.source, destination: order.destination,
  };
}
