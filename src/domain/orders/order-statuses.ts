import type { OrderStatus } from './enumerations.ts';

/** What a cancel or replace may do with an order: too early, working, a change under way, or done. */
export type OrderStage = 'early' | 'working' | 'changing' | 'done';

/** What the platform knows of an order status. The name on the wire and in the journal is the key of the table. */
export interface OrderStatusTraits {
  readonly label: string;
  /** Class of a row with this status; each status has a colour of its own (spec tools.md §4). */
  readonly rowClass: `order-${string}`;
  /** `done` is final: nothing follows but a bust or a correction. */
  readonly stage: OrderStage;
  /**
   * Whether the Open Orders list shows the order. `always`: the open statuses of the specification (tools.md §4).
   * `while-unfilled`: statuses between an open one and an end, as long as a part of the order is unfilled.
   */
  readonly listedOpen: 'always' | 'while-unfilled' | 'never';
}

/** The facts about each order status. Every rule about statuses reads this table; transitions are in REPORT_TRANSITIONS. */
export const ORDER_STATUSES: Readonly<Record<OrderStatus, OrderStatusTraits>> = {
  Pending: { label: 'Pending', rowClass: 'order-pending', stage: 'working', listedOpen: 'always' },
  Review: { label: 'In Review', rowClass: 'order-review', stage: 'early', listedOpen: 'never' },
  Sent: { label: 'Sent', rowClass: 'order-sent', stage: 'early', listedOpen: 'never' },
  Confirmed: { label: 'Confirmed', rowClass: 'order-confirmed', stage: 'working', listedOpen: 'always' },
  PartiallyExecuted: {
    label: 'Partially Executed',
    rowClass: 'order-partially-executed',
    stage: 'working',
    listedOpen: 'always',
  },
  Executed: { label: 'Executed', rowClass: 'order-executed', stage: 'done', listedOpen: 'never' },
  ExecutedMultileg: {
    label: 'Executed Multileg',
    rowClass: 'order-executed-multileg',
    stage: 'done',
    listedOpen: 'never',
  },
  Cancelled: { label: 'Cancelled', rowClass: 'order-cancelled', stage: 'done', listedOpen: 'never' },
  CancelledByMarket: {
    label: 'Cancelled by Market',
    rowClass: 'order-cancelled-by-market',
    stage: 'done',
    listedOpen: 'never',
  },
  CancelSent: {
    label: 'Cancel Sent',
    rowClass: 'order-cancel-sent',
    stage: 'changing',
    listedOpen: 'always',
  },
  PendingCancel: {
    label: 'Pending Cancel',
    rowClass: 'order-pending-cancel',
    stage: 'changing',
    listedOpen: 'while-unfilled',
  },
  CancelConfirmed: {
    label: 'Cancel Confirmed',
    rowClass: 'order-cancel-confirmed',
    stage: 'done',
    listedOpen: 'never',
  },
  CancelRejected: {
    label: 'Cancel Rejected',
    rowClass: 'order-cancel-rejected',
    stage: 'working',
    listedOpen: 'while-unfilled',
  },
  CancelExpired: {
    label: 'Cancel Expired',
    rowClass: 'order-cancel-expired',
    stage: 'done',
    listedOpen: 'never',
  },
  ReplaceSent: {
    label: 'Replace Sent',
    rowClass: 'order-replace-sent',
    stage: 'changing',
    listedOpen: 'never',
  },
  CancelReplaceSent: {
    label: 'Cancel/Replace Sent',
    rowClass: 'order-cancel-replace-sent',
    stage: 'changing',
    listedOpen: 'always',
  },
  ReplacePending: {
    label: 'Replace Pending',
    rowClass: 'order-replace-pending',
    stage: 'changing',
    listedOpen: 'always',
  },
  ReplaceConfirmed: {
    label: 'Replace Confirmed',
    rowClass: 'order-replace-confirmed',
    stage: 'working',
    listedOpen: 'always',
  },
  ReplaceDone: { label: 'Replaced', rowClass: 'order-replace-done', stage: 'working', listedOpen: 'always' },
  ReplaceRejected: {
    label: 'Replace Rejected',
    rowClass: 'order-replace-rejected',
    stage: 'working',
    listedOpen: 'while-unfilled',
  },
  Rejected: { label: 'Rejected', rowClass: 'order-rejected', stage: 'done', listedOpen: 'never' },
  Busted: { label: 'Busted', rowClass: 'order-busted', stage: 'done', listedOpen: 'never' },
  CorrectPrice: {
    label: 'Price Corrected',
    rowClass: 'order-correct-price',
    stage: 'done',
    listedOpen: 'never',
  },
  Stopped: { label: 'Stopped', rowClass: 'order-stopped', stage: 'working', listedOpen: 'while-unfilled' },
  TradeClose: { label: 'Trade Closed', rowClass: 'order-trade-close', stage: 'done', listedOpen: 'never' },
  Expired: { label: 'Expired', rowClass: 'order-expired', stage: 'done', listedOpen: 'never' },
  Restatement: { label: 'Restated', rowClass: 'order-restatement', stage: 'working', listedOpen: 'never' },
  Undefined: { label: 'Undefined', rowClass: 'order-undefined', stage: 'early', listedOpen: 'never' },
};
