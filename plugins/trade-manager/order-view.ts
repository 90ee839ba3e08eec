import { formatInteger, formatPrice } from '../../src/domain/columns/index.ts';
import type { OrderStatus, OrderType, ReportType } from '../../src/domain/orders/enumerations.ts';
import { ORDER_ERRORS, translateOrderMessage } from '../../src/domain/orders/errors.ts';
import { ORDER_STATUSES } from '../../src/domain/orders/order-statuses.ts';
import { REPORT_TRANSITIONS } from '../../src/domain/orders/transitions.ts';
import { ORDER_TYPES } from '../../src/domain/orders/order-types.ts';
import { tradedName, type Traded } from './leg-texts.ts';

/** The limit of an order in dollars; null for one without. The net price of a multi-leg order may be 0. */
export const limitOf = (type: OrderType, price: number, legs?: readonly unknown[]): number | null =>
  ORDER_TYPES[type].takesLimitPrice && (price > 0 || legs !== undefined) ? price : null;

/** `512.30`; the label of its type for an order without a limit. */
export function priceText(type: OrderType, price: number, legs?: readonly unknown[]): string {
  const limit = limitOf(type, price, legs);
  return limit === null ? ORDER_TYPES[type].label : formatPrice(limit);
}

export interface OrderSummary extends Traded {
  readonly Side: string;
  readonly Type: OrderType;
  readonly Quantity: number;
  readonly Price: number;
  readonly Route: string;
}

/** `Buy LMT SPY 100@512.30 AUTO`; MKT in place of the price for orders without one. */
export function orderSummary(order: OrderSummary): string {
  const limit = limitOf(order.Type, order.Price, order.Legs);
  return `${order.Side} ${ORDER_TYPES[order.Type].label} ${tradedName(order)} ${formatInteger(order.Quantity)}@${limit === null ? 'MKT' : formatPrice(limit)} ${order.Route}`.trim();
}

/** The question before an order is cancelled. */
export function cancelQuestion(order: OrderSummary): string {
  return `Please confirm you want to cancel order:\n${orderSummary(order)}`;
}

/** Status that a report made of its order. */
export function reportStatus(
  reportType: ReportType,
  leavesQuantity: number,
  legs?: readonly unknown[],
): OrderStatus {
  if (reportType !== 'OrderExecuted') return REPORT_TRANSITIONS[reportType].to;
  if (leavesQuantity > 0) return 'PartiallyExecuted';
  return legs === undefined ? 'Executed' : 'ExecutedMultileg';
}

/** Reports of executions: made, busted, corrected. */
const EXECUTIONS: ReadonlySet<ReportType> = new Set<ReportType>([
  'OrderExecuted',
  'OrderBusted',
  'OrderCorrected',
]);
export const isOfExecution = ({ ReportType: type }: { readonly ReportType: ReportType }): boolean =>
  EXECUTIONS.has(type);

interface LogReport {
  readonly ReportType: ReportType;
  readonly LeavesQuantity: number;
  readonly ClientId: string;
  readonly OriginalClientId?: string | undefined;
  readonly Legs?: readonly unknown[] | undefined;
}
const REFUSALS: ReadonlySet<ReportType> = new Set<ReportType>([
  'OrderAcceptRejected',
  'OrderRejected',
  'GatewayRejected',
  'OrderCancelRejected',
  'OrderCancelAcceptRejected',
]);

/**
 * Returns the status of an order after each report of a log. A rejected replacement has the report type of a rejected cancel or order; its
 * client id belongs to no order of the log, and its original client id to the unchanged order.
 */
export function logStatuses(log: readonly LogReport[]): (report: LogReport) => OrderStatus {
  const taken = new Set(
    log
      .filter(({ ReportType }) => ReportType === 'OrderAccepted' || ReportType === 'OrderReplaced')
      .map(({ ClientId }) => ClientId),
  );
  return (report) => {
    const { ReportType, ClientId, OriginalClientId } = report;
    if (
      REFUSALS.has(ReportType) &&
      OriginalClientId !== undefined &&
      OriginalClientId !== ClientId &&
      !taken.has(ClientId)
    )
      return 'ReplaceRejected';
    return reportStatus(ReportType, report.LeavesQuantity, report.Legs);
  };
}

/** The text of a report beyond its status, codes translated, details last; empty for the text 'OK' of code 0. */
export function reportMessage({
  Message,
  Detail,
}: {
  readonly Message: string;
  readonly Detail?: string | undefined;
}): string {
  const message = Message === ORDER_ERRORS[0] ? '' : translateOrderMessage(Message);
  return Detail === undefined ? message : `${message}. ${Detail}`;
}

/** Whether an amount of money is a gain, a loss, or neither to the cent. */
export function profitDirection(dollars: number): 'up' | 'down' | 'flat' {
  return Math.abs(dollars) < 0.005 ? 'flat' : dollars > 0 ? 'up' : 'down';
}

export type StatusTone =
  'new' | 'working' | 'partial' | 'done' | 'leaving' | 'ended' | 'refused' | 'corrected';

/** The statuses of each tone, from the faintest row to the strongest: so each status has a row colour of its own. */
const TONES: Readonly<Record<StatusTone, readonly OrderStatus[]>> = {
  new: ['Sent', 'Review', 'Pending'],
  working: ['Confirmed', 'ReplaceConfirmed', 'ReplaceDone', 'Stopped'],
  partial: ['PartiallyExecuted'],
  done: ['TradeClose', 'ExecutedMultileg', 'Executed'],
  leaving: ['ReplaceSent', 'CancelReplaceSent', 'ReplacePending', 'CancelSent', 'PendingCancel'],
  ended: ['Undefined', 'Expired', 'CancelExpired', 'CancelConfirmed', 'Cancelled', 'CancelledByMarket'],
  refused: ['CancelRejected', 'ReplaceRejected', 'Rejected'],
  corrected: ['Restatement', 'CorrectPrice', 'Busted'],
};
const STYLES = new Map(
  Object.entries(TONES).flatMap(([tone, statuses]) =>
    statuses.map((status, index) => [status, { tone: tone as StatusTone, strength: index + 1 }] as const),
  ),
);

/** The row colour of a status: its tone, and how strong (1 to 6). */
export function statusStyle(status: OrderStatus): { readonly tone: StatusTone; readonly strength: number } {
  return STYLES.get(status) ?? { tone: 'ended', strength: 1 };
}

/** What a status means for its colour. */
export function statusTone(status: OrderStatus): StatusTone {
  return statusStyle(status).tone;
}

export interface ReportSummary extends Traded {
  readonly OrderId: string;
  readonly ReportType: ReportType;
  readonly LeavesQuantity: number;
  readonly Side: string;
  readonly Quantity: number;
  readonly LastFillQuantity: number;
  readonly LastFillPrice: number;
  readonly Message: string;
  readonly Detail?: string | undefined;
}

/** Statuses that are shown as a message in every workspace: fills, rejections, and ends. The others are in the trade log only. */
const SHOWN: ReadonlySet<OrderStatus> = new Set<OrderStatus>([
  'PartiallyExecuted',
  'Executed',
  'ExecutedMultileg',
  'Rejected',
  'CancelRejected',
  'ReplaceRejected',
  'Cancelled',
  'Expired',
  'Stopped',
  'Busted',
  'CorrectPrice',
  'ReplaceDone',
]);

const FILLED: ReadonlySet<OrderStatus> = new Set<OrderStatus>([
  'PartiallyExecuted',
  'Executed',
  'ExecutedMultileg',
]);

/** What a toast says of a report, `Executed: Buy 100 SPY, 100 @ 512.30`; null for a step that needs none. */
export function reportToast(
  report: ReportSummary,
  status = reportStatus(report.ReportType, report.LeavesQuantity, report.Legs),
): {
  readonly message: string;
  readonly tone: 'neutral' | 'success' | 'warning' | 'error';
  readonly key: string;
} | null {
  if (!SHOWN.has(status)) return null;
  const fill =
    report.LastFillQuantity > 0
      ? `${formatInteger(report.LastFillQuantity)} @ ${formatPrice(report.LastFillPrice)}`
      : '';
  const tail = [fill, reportMessage(report)].filter((part) => part !== '');
  const tone = statusTone(status);
  return {
    // A fill takes the place of the symbol's fill before it, so that a row of them does not cover the desk; what went wrong stands for itself.
    key: FILLED.has(status) ? `fill ${tradedName(report)}` : report.OrderId,
    message: [
      `${ORDER_STATUSES[status].label}: ${report.Side} ${formatInteger(report.Quantity)} ${tradedName(report)}`,
      ...tail,
    ].join(', '),
    tone:
      tone === 'refused'
        ? 'error'
        : tone === 'done' || tone === 'partial'
          ? 'success'
          : tone === 'corrected'
            ? 'warning'
            : 'neutral',
  };
}
