import type { OrderStatus, OrderType, TimeInForce } from './enumerations.ts';

/** Short codes of the order types (spec tools.md §3 "Enumerations"). */
export const ORDER_TYPE_CODES: Readonly<Record<OrderType, string>> = {
  Market: 'MKT', Limit: 'LMT', Stop: 'LOS', StopLimit: 'STL', MarketOnClose: 'MOC', LimitOnClose: 'LOC', Pegged: 'PEG',
};

/** What a grid and order entry show for an order type (spec tools.md §9). */
export const ORDER_TYPE_LABELS: Readonly<Record<OrderType, string>> = {
  Market: 'MKT', Limit: 'LMT', Stop: 'STOP', StopLimit: 'STOP LMT', MarketOnClose: 'MKT', LimitOnClose: 'LMT', Pegged: 'PEG',
};

export const TIME_IN_FORCE_LABELS: Readonly<Record<TimeInForce, string>> = {
  Day: 'DAY', GoodTillCancel: 'GTC', AtOpening: 'OPG', ImmediateOrCancel: 'IOC', FillOrKill: 'FOK', GoodTillCrossing: 'GTX', GoodTillDate: 'GTD',
};

export const ORDER_STATUS_LABELS: Readonly<Record<OrderStatus, string>> = {
  Pending: 'Pending', Review: 'In Review', Sent: 'Sent', Confirmed: 'Confirmed', PartiallyExecuted: 'Partially Executed', Executed: 'Executed',
  ExecutedMultileg: 'Executed Multileg', Cancelled: 'Cancelled', CancelledByMarket: 'Cancelled by Market', CancelSent: 'Cancel Sent',
  PendingCancel: 'Pending Cancel', CancelConfirmed: 'Cancel Confirmed', CancelRejected: 'Cancel Rejected', CancelExpired: 'Cancel Expired',
  ReplaceSent: 'Replace Sent', CancelReplaceSent: 'Cancel/Replace Sent', ReplacePending: 'Replace Pending', ReplaceConfirmed: 'Replace Confirmed',
  ReplaceDone: 'Replaced', ReplaceRejected: 'Replace Rejected', Rejected: 'Rejected', Busted: 'Busted', CorrectPrice: 'Price Corrected',
  Stopped: 'Stopped', TradeClose: 'Trade Closed', Expired: 'Expired', Restatement: 'Restated', Undefined: 'Undefined',
};
