import type { OrderStatus, ReportType } from '../enumerations.ts';
import { REPORT_TRANSITIONS } from '../transitions.ts';

/** Statuses that the external broker is known to give. New names may come at any time. */
export const SCHWAB_STATUSES = [
  'NEW',
  'PENDING_ACKNOWLEDGEMENT',
  'ACCEPTED',
  'PENDING_ACTIVATION',
  'QUEUED',
  'WORKING',
  'FILLED',
  'PENDING_CANCEL',
  'CANCELED',
  'PENDING_REPLACE',
  'REPLACED',
  'REJECTED',
  'EXPIRED',
  'AWAITING_PARENT_ORDER',
  'AWAITING_CONDITION',
  'AWAITING_STOP_CONDITION',
  'AWAITING_MANUAL_REVIEW',
  'AWAITING_UR_OUT',
  'AWAITING_RELEASE_TIME',
  'PENDING_RECALL',
  'UNKNOWN',
] as const;
/** An order status of the Schwab API. */
export type SchwabStatus = (typeof SCHWAB_STATUSES)[number];

const REPORT_OF: ReadonlyMap<string, ReportType> = new Map([
  ['NEW', 'OrderAccepted'],
  ['WORKING', 'OrderAccepted'],
  ['PENDING_ACTIVATION', 'OrderConfirmed'],
  ['ACCEPTED', 'OrderConfirmed'],
  ['REJECTED', 'OrderRejected'],
  ['FILLED', 'OrderExecuted'],
  ['PENDING_CANCEL', 'OrderCancelPending'],
  ['PENDING_REPLACE', 'OrderCancelPending'],
  ['CANCELED', 'OrderCanceled'],
  ['REPLACED', 'OrderReplaced'],
  ['EXPIRED', 'OrderExpired'],
] as const);

/** The report type of a status (spec platform.md §4); nothing done for every other name. */
export function reportTypeOf(status: string): ReportType {
  return REPORT_OF.get(status) ?? 'NothingDone';
}

/** The product's status of an order that the broker shows in `status`, with so many shares filled and still open. */
export function productStatusOf(status: string, filled: number, unfilled: number): OrderStatus {
  const reportType = reportTypeOf(status);
  // A partial fill leaves the broker's status as it was.
  if (
    filled > 0 &&
    unfilled > 0 &&
    (reportType === 'OrderAccepted' || reportType === 'OrderConfirmed' || reportType === 'OrderExecuted')
  )
    return 'PartiallyExecuted';
  return REPORT_TRANSITIONS[reportType].to;
}

const FINAL: ReadonlySet<string> = new Set<SchwabStatus>([
  'FILLED',
  'CANCELED',
  'REPLACED',
  'REJECTED',
  'EXPIRED',
]);

/** True while the broker may still change the order. */
export function isOpenAtBroker(status: string): boolean {
  return !FINAL.has(status);
}
