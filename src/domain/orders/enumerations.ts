/** The enumerations of orders, as names on the wire and in the journal (spec tools.md §3 and §4). */

export const ORDER_SIDES = ['Buy', 'Sell', 'Short'] as const;
export type OrderSide = (typeof ORDER_SIDES)[number];

export const ORDER_SOURCES = ['Open', 'Close', 'Cover'] as const;
export type OrderSource = (typeof ORDER_SOURCES)[number];

export const ORDER_TYPE_NAMES = [
  'Market',
  'Limit',
  'Stop',
  'StopLimit',
  'MarketOnClose',
  'LimitOnClose',
  'Pegged',
] as const;
export type OrderType = (typeof ORDER_TYPE_NAMES)[number];

export const TIME_IN_FORCES = [
  'Day',
  'GoodTillCancel',
  'AtOpening',
  'ImmediateOrCancel',
  'FillOrKill',
  'GoodTillCrossing',
  'GoodTillDate',
] as const;
export type TimeInForce = (typeof TIME_IN_FORCES)[number];

export const STOP_TYPES = ['Static', 'Trailing'] as const;
export type StopType = (typeof STOP_TYPES)[number];

export const STOP_OFFSET_TYPES = ['Value', 'Percent'] as const;
export type StopOffsetType = (typeof STOP_OFFSET_TYPES)[number];

/** What a pegged order follows. `Primary`: the best price of its own side. `Midpoint`: half way between best bid and best offer. */
export const PEG_TYPES = ['Primary', 'Midpoint'] as const;
export type PegType = (typeof PEG_TYPES)[number];

export const ORDER_STATUS_NAMES = [
  'Pending',
  'Review',
  'Sent',
  'Confirmed',
  'PartiallyExecuted',
  'Executed',
  'ExecutedMultileg',
  'Cancelled',
  'CancelledByMarket',
  'CancelSent',
  'PendingCancel',
  'CancelConfirmed',
  'CancelRejected',
  'CancelExpired',
  'ReplaceSent',
  'CancelReplaceSent',
  'ReplacePending',
  'ReplaceConfirmed',
  'ReplaceDone',
  'ReplaceRejected',
  'Rejected',
  'Busted',
  'CorrectPrice',
  'Stopped',
  'TradeClose',
  'Expired',
  'Restatement',
  'Undefined',
] as const;
export type OrderStatus = (typeof ORDER_STATUS_NAMES)[number];

export const REPORT_TYPES = [
  'OrderAccepted',
  'OrderAcceptRejected',
  'OrderRejected',
  'GatewayRejected',
  'OrderCancelAccepted',
  'OrderCancelPending',
  'OrderCancelRejected',
  'OrderCancelAcceptRejected',
  'OrderConfirmed',
  'OrderExecuted',
  'OrderReplaced',
  'OrderCanceled',
  'OrderExpired',
  'OrderStopped',
  'OrderBusted',
  'OrderCorrected',
  'NothingDone',
  'DoneForDay',
] as const;
export type ReportType = (typeof REPORT_TYPES)[number];

export const SUBSCRIPTION_RESULTS = [
  'Subscribed',
  'Unsubscribed',
  'UnknownSymbol',
  'NoPermission',
  'Error',
] as const;
export type SubscriptionResult = (typeof SUBSCRIPTION_RESULTS)[number];
