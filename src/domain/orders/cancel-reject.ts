import { OrderError } from './errors.ts';

/** Why a cancel or replace was refused, as the wire names it (spec tools.md §3 "Enumerations"). */
export const CANCEL_REJECT_REASONS = [
  'TooLateToCancel',
  'UnknownOrder',
  'BrokerCredit',
  'OrderAlreadyInPendingStatus',
] as const;
/** One of the reasons for the reject of a cancel or replace. */
export type CancelRejectReason = (typeof CANCEL_REJECT_REASONS)[number];

const REASONS: ReadonlyMap<number, CancelRejectReason> = new Map<number, CancelRejectReason>([
  [OrderError.UnknownOrder, 'UnknownOrder'],
  [OrderError.NoOrderId, 'UnknownOrder'],
  [OrderError.CancelTooLate, 'TooLateToCancel'],
  [OrderError.CancelledByMarket, 'TooLateToCancel'],
  [OrderError.CancelTimeout, 'TooLateToCancel'],
  [OrderError.StopExpired, 'TooLateToCancel'],
  [OrderError.CancelPending, 'OrderAlreadyInPendingStatus'],
  [OrderError.CancelTooEarly, 'OrderAlreadyInPendingStatus'],
]);

/** The reason that a refusal's code falls under; what is refused by the account's means or rights is `BrokerCredit`. */
export function cancelRejectReason(code: number): CancelRejectReason {
  return REASONS.get(code) ?? 'BrokerCredit';
}
