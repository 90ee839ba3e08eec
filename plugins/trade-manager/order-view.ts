import { formatInteger, formatPrice } from '../../src/domain/columns/index.ts';
import type { OrderStatus, OrderType, ReportType } from '../../src/domain/orders/enumerations.ts';
import { ORDER_ERRORS } from '../../src/domain/orders/errors.ts';
import { ORDER_STATUS_LABELS, ORDER_TYPE_LABELS } from '../../src/domain/orders/labels.ts';
import { OPEN_STATUSES, REPORT_TRANSITIONS } from '../../src/domain/orders/transitions.ts';

/** An order a person may still want to act on: open, or with a cancel under way or refused while shares are left. */
export function isListedOpen(order: { readonly Status: OrderStatus; readonly Unfill: number }): boolean {
  if (OPEN_STATUSES.has(order.Status)) return true;
  return order.Unfill > 0 && (order.Status === 'PendingCancel' || order.Status === 'CancelRejected' || order.Status === 'ReplaceRejected' || order.Status === 'Stopped');
}

/** True while a cancel makes sense: not when one is on its way already. */
export function isCancellable(order: { readonly Status: OrderStatus; readonly Unfill: number }): boolean {
  return isListedOpen(order) && order.Status !== 'CancelSent' && order.Status !== 'PendingCancel' && order.Status !== 'CancelReplaceSent';
}

export interface OrderSummary { readonly Side: string; readonly Type: OrderType; readonly Symbol: string; readonly Quantity: number; readonly Price: number; readonly Route: string }

/** `Buy LMT SPY 100@512.30 AUTO`; MKT in place of the price for orders without one. */
export function orderSummary(order: OrderSummary): string {
  const hasPrice = order.Type === 'Limit' || order.Type === 'StopLimit' || order.Type === 'LimitOnClose';
  return `${order.Side} ${ORDER_TYPE_LABELS[order.Type]} ${order.Symbol} ${formatInteger(order.Quantity)}@${hasPrice ? formatPrice(order.Price) : 'MKT'} ${order.Route}`.trim();
}

/** The question before an order is cancelled. */
export function cancelQuestion(order: OrderSummary): string {
  return `Please confirm you want to cancel order:\n${orderSummary(order)}`;
}

/** Status that a report made of its order. */
export function reportStatus(reportType: ReportType, leavesQuantity: number): OrderStatus {
  return reportType === 'OrderExecuted' && leavesQuantity > 0 ? 'PartiallyExecuted' : REPORT_TRANSITIONS[reportType].to;
}

/** What a report says beyond its status; a code of 0 has the text 'OK', which says nothing. */
export function reportMessage({ Message }: { readonly Message: string }): string {
  return Message === ORDER_ERRORS[0] ? '' : Message;
}

/** Whether an amount of money is a gain, a loss, or neither to the cent. */
export function profitDirection(dollars: number): 'up' | 'down' | 'flat' {
  return Math.abs(dollars) < 0.005 ? 'flat' : dollars > 0 ? 'up' : 'down';
}

export type StatusTone = 'new' | 'working' | 'partial' | 'done' | 'leaving' | 'ended' | 'refused' | 'corrected';

const TONES: Readonly<Record<OrderStatus, StatusTone>> = {
  Pending: 'new', Review: 'new', Sent: 'new', Confirmed: 'working', PartiallyExecuted: 'partial', Executed: 'done', ExecutedMultileg: 'done',
  Cancelled: 'ended', CancelledByMarket: 'ended', CancelSent: 'leaving', PendingCancel: 'leaving', CancelConfirmed: 'ended', CancelRejected: 'refused', CancelExpired: 'ended',
  ReplaceSent: 'leaving', CancelReplaceSent: 'leaving', ReplacePending: 'leaving', ReplaceConfirmed: 'working', ReplaceDone: 'working', ReplaceRejected: 'refused',
  Rejected: 'refused', Busted: 'corrected', CorrectPrice: 'corrected', Stopped: 'working', TradeClose: 'done', Expired: 'ended', Restatement: 'corrected', Undefined: 'ended',
};

/** What a status means for its colour. */
export function statusTone(status: OrderStatus): StatusTone {
  return TONES[status];
}

export interface ReportSummary {
  readonly OrderId: string;
  readonly ReportType: ReportType; readonly LeavesQuantity: number; readonly Side: string; readonly Quantity: number; readonly Symbol: string;
  readonly LastFillQuantity: number; readonly LastFillPrice: number; readonly Message: string;
}

/** Reports that a person is told of wherever they look: fills, refusals, and ends they did not ask for. The steps between are in the log. */
const TOLD: ReadonlySet<OrderStatus> = new Set<OrderStatus>(['PartiallyExecuted', 'Executed', 'Rejected', 'CancelRejected', 'Cancelled', 'Expired', 'Stopped', 'Busted', 'CorrectPrice', 'ReplaceDone']);

/** What a toast says of a report, `Executed: Buy 100 SPY, 100 @ 512.30`; null for a step that needs none. */
export function reportToast(report: ReportSummary): { readonly message: string; readonly tone: 'neutral' | 'success' | 'warning' | 'error'; readonly key: string } | null {
  const status = reportStatus(report.ReportType, report.LeavesQuantity);
  if (!TOLD.has(status)) return null;
  const fill = report.LastFillQuantity > 0 ? `${formatInteger(report.LastFillQuantity)} @ ${formatPrice(report.LastFillPrice)}` : '';
  const tail = [fill, reportMessage(report)].filter((part) => part !== '');
  const tone = statusTone(status);
  return {
    // One toast an order: a fill takes the place of the fill before it.
    key: report.OrderId,
    message: [`${ORDER_STATUS_LABELS[status]}: ${report.Side} ${formatInteger(report.Quantity)} ${report.Symbol}`, ...tail].join(', '),
    tone: tone === 'refused' ? 'error' : tone === 'done' || tone === 'partial' ? 'success' : tone === 'corrected' ? 'warning' : 'neutral',
  };
}
