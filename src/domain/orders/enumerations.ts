/** The enumerations of orders, as names on the wire and in the journal (spec tools.md §3 and §4). */

/** Buy, sell a long position, or sell short. */
export const ORDER_SIDES = ['Buy', 'Sell', 'Short'] as const;
/** The side of an order. */
export type OrderSide = (typeof ORDER_SIDES)[number];

/** Whether an order opens a position, closes a long one or covers a short one. */
export const ORDER_SOURCES = ['Open', 'Close', 'Cover'] as const;
/** The effect of an order on the position. */
export type OrderSource = (typeof ORDER_SOURCES)[number];

/** The order types. `ORDER_TYPES` in `order-types.ts` holds the traits of each. */
export const ORDER_TYPE_NAMES = [
  'Market',
  'Limit',
  'Stop',
  'StopLimit',
  'MarketOnClose',
  'LimitOnClose',
  'Pegged',
] as const;
/** The type of an order. `ORDER_TYPES` in `order-types.ts` holds the traits of each. */
export type OrderType = (typeof ORDER_TYPE_NAMES)[number];

/** How long an order works. `TIFS` in `times-in-force.ts` holds the traits of each. */
export const TIME_IN_FORCES = [
  'Day',
  'GoodTillCancel',
  'AtOpening',
  'ImmediateOrCancel',
  'FillOrKill',
  'GoodTillCrossing',
  'GoodTillDate',
] as const;
/** How long an order works. */
export type TimeInForce = (typeof TIME_IN_FORCES)[number];

/** A stop at a fixed price, or one that trails the market. */
export const STOP_TYPES = ['Static', 'Trailing'] as const;
/** Whether a stop is fixed or trails. */
export type StopType = (typeof STOP_TYPES)[number];

/** The unit of a trailing offset: dollars, or per cent of the price. */
export const STOP_OFFSET_TYPES = ['Value', 'Percent'] as const;
/** The unit of a trailing offset. */
export type StopOffsetType = (typeof STOP_OFFSET_TYPES)[number];

/** What a pegged order follows. `Primary`: the best price of its own side. `Midpoint`: half way between best bid and best offer. */
export const PEG_TYPES = ['Primary', 'Midpoint'] as const;
/** The reference price of a pegged order. */
export type PegType = (typeof PEG_TYPES)[number];

/** The statuses of an order, as the wire names them. */
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
/** The status of an order. */
export type OrderStatus = (typeof ORDER_STATUS_NAMES)[number];

/** The types of execution reports, as the wire names them. */
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
/** The type of an execution report. */
export type ReportType = (typeof REPORT_TYPES)[number];

/** The outcomes of a subscription or its end. */
export const SUBSCRIPTION_RESULTS = [
  'Subscribed',
  'Unsubscribed',
  'UnknownSymbol',
  'NoPermission',
  'Error',
] as const;
/** The outcome of a subscription or its end. */
export type SubscriptionResult = (typeof SUBSCRIPTION_RESULTS)[number];
