import { nextStatus } from '../../domain/orders/transitions.ts';
import type { OrderStatus } from '../../domain/orders/enumerations.ts';
import type { WireOrder, WireReport } from '../types.ts';

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
