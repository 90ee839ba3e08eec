import { ORDER_STATUS_NAMES, type OrderStatus, type ReportType } from './enumerations.ts';
import { ORDER_STATUSES, type OrderStatusTraits } from './order-statuses.ts';

const statusesWhere = (has: (traits: OrderStatusTraits) => boolean): ReadonlySet<OrderStatus> =>
  new Set(ORDER_STATUS_NAMES.filter((status) => has(ORDER_STATUSES[status])));

/** Statuses of an order that may still fill; the Open Orders list shows these (spec tools.md §4). */
export const OPEN_STATUSES = statusesWhere(({ listedOpen }) => listedOpen === 'always');
/** Statuses after which nothing more happens to an order, short of a bust or a correction. */
export const FINAL_STATUSES = statusesWhere(({ stage }) => stage === 'done');

const NEW: readonly OrderStatus[] = ['Undefined', 'Sent', 'Review'];
/** A replace is on its way. */
const REPLACING: readonly OrderStatus[] = ['ReplaceSent', 'CancelReplaceSent', 'ReplacePending'];
/** A fill or a cancel may overtake any of these. */
const WORKING: readonly OrderStatus[] = [
  'Undefined',
  'Sent',
  'Pending',
  'Confirmed',
  'PartiallyExecuted',
  'CancelSent',
  'PendingCancel',
  'CancelRejected',
  ...REPLACING,
  'ReplaceConfirmed',
  'ReplaceDone',
  'ReplaceRejected',
  'Stopped',
  'Restatement',
];
/** Open without a fill that the status would have to show. A repeated confirmation reports changed terms: a stop was triggered, or has trailed. */
const CONFIRMED_AGAIN: readonly OrderStatus[] = [
  'Pending',
  'Confirmed',
  'CancelRejected',
  'ReplaceConfirmed',
  'ReplaceDone',
  'ReplaceRejected',
  'Stopped',
  'Restatement',
];
const TRADED: readonly OrderStatus[] = [
  'Undefined',
  'PartiallyExecuted',
  'Executed',
  'ExecutedMultileg',
  'CorrectPrice',
  'Busted',
  'Cancelled',
  'Expired',
];

/** The status change that a report causes. */
export interface Transition {
  readonly to: OrderStatus;
  /** Statuses in which the report makes sense; in any other it changes nothing. */
  readonly from: ReadonlySet<OrderStatus>;
  /** Where the report leads elsewhere than `to`. */
  readonly except?: Readonly<Partial<Record<OrderStatus, OrderStatus>>>;
}
const transition = (
  to: OrderStatus,
  from: readonly OrderStatus[],
  except?: Transition['except'],
): Transition => ({ to, from: new Set(from), ...(except ? { except } : {}) });
const rejected = transition('Rejected', [...NEW, 'Pending']);
const cancelPending = transition('PendingCancel', WORKING);
/** The reject of a replace has the report type of a rejected cancel; the order's state distinguishes the two. */
const cancelRejected = transition('CancelRejected', WORKING, {
  ReplaceSent: 'ReplaceRejected',
  CancelReplaceSent: 'ReplaceRejected',
  ReplacePending: 'ReplaceRejected',
});
const backToPending = transition('Pending', WORKING);

/** What each execution report makes of an order's status (spec tools.md §4 "Execution report type to status"). The one table there is. */
export const REPORT_TRANSITIONS: Readonly<Record<ReportType, Transition>> = {
  OrderAccepted: transition('Pending', NEW),
  OrderAcceptRejected: rejected,
  OrderRejected: rejected,
  GatewayRejected: rejected,
  OrderCancelAccepted: cancelPending,
  OrderCancelPending: cancelPending,
  OrderCancelRejected: cancelRejected,
  OrderCancelAcceptRejected: cancelRejected,
  OrderConfirmed: transition('Confirmed', [...NEW, ...CONFIRMED_AGAIN]),
  OrderExecuted: transition('Executed', WORKING),
  OrderReplaced: transition('ReplaceDone', WORKING),
  OrderCanceled: transition('Cancelled', WORKING),
  OrderExpired: transition('Expired', WORKING),
  OrderStopped: transition('Stopped', WORKING),
  OrderBusted: transition('Busted', TRADED),
  OrderCorrected: transition('CorrectPrice', TRADED),
  NothingDone: backToPending,
  DoneForDay: backToPending,
};

/**
 * The status after a report, or undefined when the report is out of place in `previous` (the order then stays as it is).
 * An execution that leaves shares open makes PartiallyExecuted: such an order still belongs to the open ones.
 */
export function nextStatus(
  previous: OrderStatus,
  reportType: ReportType,
  leavesQuantity: number,
  isMultiLeg = false,
): OrderStatus | undefined {
  const { to, from, except } = REPORT_TRANSITIONS[reportType];
  if (!from.has(previous)) return undefined;
  if (reportType === 'OrderExecuted' && leavesQuantity > 0) return 'PartiallyExecuted';
  if (reportType === 'OrderExecuted' && isMultiLeg) return 'ExecutedMultileg';
  return except?.[previous] ?? to;
}
