import { nextStatus } from '../../domain/orders/transitions.ts';
import type { OrderStatus } from '../../domain/orders/enumerations.ts';
import type { WireOrder, WireReport } from '../types.ts';

const NETWORK_ERROR = -27;

/** Statuses in which an order is done with; the report that led there says when. */
const COMPLETED: ReadonlySet<OrderStatus> = new Set<OrderStatus>(['Executed', 'Cancelled', 'Expired', 'Rejected', 'Busted']);

/** An order that this client did not send, as far as its first report tells. */
export function orderOfReport(report: WireReport): WireOrder {
  return {
    OrderId: report.OrderId, ClientId: report.ClientId, Account: report.Account, UserId: report.UserId, Symbol: report.Symbol, Side: report.Side, Source: report.Source,
    Type: report.OrderType, TifType: report.TimeInForce, Quantity: report.Quantity, Price: report.Price, StopPrice: 0, Fill: 0, Unfill: report.Quantity, AveragePrice: 0,
    Status: 'Undefined', Destination: report.Destination, Route: report.ExecutedRoute, Timestamp: report.CreatedTime, TimeCompleted: null, Description: '',
  };
}

/** The report of a refusal that only this client knows of, with the serial 0 of what no journal holds. */
export function localRefusal(order: WireOrder, text: string, timeMs: number): WireReport {
  return {
    OrderId: order.OrderId, ClientId: order.ClientId, Serial: 0, UserId: order.UserId, Account: order.Account, Symbol: order.Symbol, Message: text.slice(0, 256), ErrorCode: NETWORK_ERROR,
    Timestamp: timeMs, ReportType: 'GatewayRejected', LeavesQuantity: 0, Quantity: order.Quantity, LastFillPrice: 0, LastFillQuantity: 0, Price: order.Price, Side: order.Side,
    OrderType: order.Type, TimeInForce: order.TifType, Source: order.Source, Destination: order.Destination, ExecutedRoute: order.Route, ExecutionId: '', CreatedTime: order.Timestamp, Fees: 0,
  };
}

/** The order after a report; the same object when the report is out of place for it. */
export function applyReport(order: WireOrder, report: WireReport): WireOrder {
  const status = nextStatus(order.Status, report.ReportType, report.LeavesQuantity);
  const named: WireOrder = order.OrderId === report.OrderId ? order : { ...order, OrderId: report.OrderId };
  if (status === undefined) return named;
  const next: WireOrder = { ...named, Status: status, Description: report.Message.slice(0, 256), TimeCompleted: COMPLETED.has(status) ? report.Timestamp : order.TimeCompleted };
  if (report.ReportType === 'OrderExecuted') {
    const quantity = report.LastFillQuantity;
    next.Fill = Math.max(order.Fill, order.Quantity - report.LeavesQuantity);
    next.Unfill = report.LeavesQuantity;
    const filled = order.Fill + quantity;
    if (filled > 0) next.AveragePrice = (order.AveragePrice * order.Fill + report.LastFillPrice * quantity) / filled;
  } else if (report.ReportType === 'OrderReplaced') {
    next.Price = report.Price;
    next.Quantity = report.Quantity;
    next.Unfill = report.LeavesQuantity;
    next.ClientId = report.ClientId;
  }
  return next;
}
