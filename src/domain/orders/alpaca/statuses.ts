import type { OrderStatus, ReportType } from '../enumerations.ts';
import { REPORT_TRANSITIONS } from '../transitions.ts';

const REPORT_OF: ReadonlyMap<string, ReportType> = new Map([
  ['pending_new', 'OrderAccepted'],
  ['accepted', 'OrderAccepted'],
  ['accepted_for_bidding', 'OrderAccepted'],
  // The exit of a bracket whose entry is not filled yet.
  ['held', 'OrderAccepted'],
  ['new', 'OrderConfirmed'],
  ['partially_filled', 'OrderExecuted'],
  ['filled', 'OrderExecuted'],
  ['done_for_day', 'DoneForDay'],
  ['canceled', 'OrderCanceled'],
  ['expired', 'OrderExpired'],
  ['replaced', 'OrderReplaced'],
  ['pending_cancel', 'OrderCancelPending'],
  ['pending_replace', 'OrderCancelPending'],
  ['stopped', 'OrderStopped'],
  ['rejected', 'OrderRejected'],
] as const);

/** The report type of a status; nothing done for every other name, `suspended` included: such an order may still trade. */
export function reportTypeOfAlpaca(status: string): ReportType {
  return REPORT_OF.get(status) ?? 'NothingDone';
}

/** The product's status of an order in a status of Alpaca, with so many shares filled and still open. */
export function statusOfAlpaca(status: string, filled: number, unfilled: number): OrderStatus {
  const reportType = reportTypeOfAlpaca(status);
  const isWorking =
    reportType === 'OrderAccepted' || reportType === 'OrderConfirmed' || reportType === 'OrderExecuted';
  if (isWorking && unfilled > 0 && (filled > 0 || reportType === 'OrderExecuted')) return 'PartiallyExecuted';
  return REPORT_TRANSITIONS[reportType].to;
}
