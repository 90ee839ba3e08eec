import type { OrderStatus } from '../enumerations.ts';

/** What a cancel or replace may do with an order: too early, working, a change under way, or done. */
export type Stage = 'early' | 'working' | 'changing' | 'done';

const STAGES: Readonly<Record<OrderStatus, Stage>> = {
  Undefined: 'early',
  Sent: 'early',
  Review: 'early',
  Pending: 'working',
  Confirmed: 'working',
  PartiallyExecuted: 'working',
  CancelRejected: 'working',
  ReplaceConfirmed: 'working',
  ReplaceDone: 'working',
  ReplaceRejected: 'working',
  Stopped: 'working',
  Restatement: 'working',
  CancelSent: 'changing',
  PendingCancel: 'changing',
  ReplaceSent: 'changing',
  CancelReplaceSent: 'changing',
  ReplacePending: 'changing',
  Executed: 'done',
  ExecutedMultileg: 'done',
  Cancelled: 'done',
  CancelledByMarket: 'done',
  CancelConfirmed: 'done',
  CancelExpired: 'done',
  Rejected: 'done',
  Busted: 'done',
  CorrectPrice: 'done',
  TradeClose: 'done',
  Expired: 'done',
};

/** A status that is none is as good as done: nothing may be changed. */
export function stageOf(status: OrderStatus): Stage {
  return Object.hasOwn(STAGES, status) ? STAGES[status] : 'done';
}
