import type { OrderQualifier } from './qualifiers.ts';
import type { OrderStatus, TimeInForce } from './enumerations.ts';

export const TIME_IN_FORCE_LABELS: Readonly<Record<TimeInForce, string>> = {
  Day: 'DAY',
  GoodTillCancel: 'GTC',
  AtOpening: 'OPG',
  ImmediateOrCancel: 'IOC',
  FillOrKill: 'FOK',
  GoodTillCrossing: 'GTX',
  GoodTillDate: 'GTD',
};

export const ORDER_STATUS_LABELS: Readonly<Record<OrderStatus, string>> = {
  Pending: 'Pending',
  Review: 'In Review',
  Sent: 'Sent',
  Confirmed: 'Confirmed',
  PartiallyExecuted: 'Partially Executed',
  Executed: 'Executed',
  ExecutedMultileg: 'Executed Multileg',
  Cancelled: 'Cancelled',
  CancelledByMarket: 'Cancelled by Market',
  CancelSent: 'Cancel Sent',
  PendingCancel: 'Pending Cancel',
  CancelConfirmed: 'Cancel Confirmed',
  CancelRejected: 'Cancel Rejected',
  CancelExpired: 'Cancel Expired',
  ReplaceSent: 'Replace Sent',
  CancelReplaceSent: 'Cancel/Replace Sent',
  ReplacePending: 'Replace Pending',
  ReplaceConfirmed: 'Replace Confirmed',
  ReplaceDone: 'Replaced',
  ReplaceRejected: 'Replace Rejected',
  Rejected: 'Rejected',
  Busted: 'Busted',
  CorrectPrice: 'Price Corrected',
  Stopped: 'Stopped',
  TradeClose: 'Trade Closed',
  Expired: 'Expired',
  Restatement: 'Restated',
  Undefined: 'Undefined',
};

/**
 * The class of a row for each status, which is its colour: every status has one of its own (spec tools.md §4). Hues go by what a person
 * should do: nothing, wait, look. The colours themselves are the style sheet's.
 */
export const ORDER_STATUS_CLASSES: Readonly<Record<OrderStatus, `order-${string}`>> = {
  Pending: 'order-pending',
  Review: 'order-review',
  Sent: 'order-sent',
  Confirmed: 'order-confirmed',
  PartiallyExecuted: 'order-partially-executed',
  Executed: 'order-executed',
  ExecutedMultileg: 'order-executed-multileg',
  Cancelled: 'order-cancelled',
  CancelledByMarket: 'order-cancelled-by-market',
  CancelSent: 'order-cancel-sent',
  PendingCancel: 'order-pending-cancel',
  CancelConfirmed: 'order-cancel-confirmed',
  CancelRejected: 'order-cancel-rejected',
  CancelExpired: 'order-cancel-expired',
  ReplaceSent: 'order-replace-sent',
  CancelReplaceSent: 'order-cancel-replace-sent',
  ReplacePending: 'order-replace-pending',
  ReplaceConfirmed: 'order-replace-confirmed',
  ReplaceDone: 'order-replace-done',
  ReplaceRejected: 'order-replace-rejected',
  Rejected: 'order-rejected',
  Busted: 'order-busted',
  CorrectPrice: 'order-correct-price',
  Stopped: 'order-stopped',
  TradeClose: 'order-trade-close',
  Expired: 'order-expired',
  Restatement: 'order-restatement',
  Undefined: 'order-undefined',
};

export const ORDER_QUALIFIER_LABELS: Readonly<Record<OrderQualifier, string>> = {
  None: '',
  OnOpen: 'On open',
  OnClose: 'On close',
  Reserve: 'Reserve',
};
