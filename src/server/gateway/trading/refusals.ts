import { OrderError } from '../../../domain/orders/errors.ts';
import { RESTART_TEXT } from '../../../protocol/index.ts';
import type { Refusal } from '../../refusals.ts';

/** ErrorCode of a refusal that is not about an order. */
const NO_ORDER_ERROR = 0;

/** The user may not trade. */
export const TRADING_NOT_PERMITTED: Refusal = {
  code: OrderError.NotPermitted,
  message: 'Trading not permitted',
};
/** Requests of one connection that may wait for the journal at once. */
export const MAX_ORDERS_UNDER_WAY = 4096;
/** The connection has MAX_ORDERS_UNDER_WAY unanswered requests. */
export const TOO_MANY_UNDER_WAY: Refusal = {
  code: OrderError.TooFrequent,
  message: `Too frequent trades. At most ${MAX_ORDERS_UNDER_WAY} orders and changes of a connection wait for their answers at once: wait for some.`,
};
/** The account options were changed too often. */
export const TOO_MANY_CHANGES: Refusal = {
  code: OrderError.TooFrequent,
  message:
    'The options of the account were changed too often; wait a minute. Trading can be stopped at any time.',
};
/** The user may not trade options. */
export const NO_OPTION_PERMISSION: Refusal = {
  code: OrderError.NoOptionPermission,
  message: 'No permission to trade options',
};
/** A stock symbol in the message for option orders, or an option symbol in the one for stock orders. */
export const WRONG_MESSAGE: Refusal = {
  code: OrderError.InvalidOrderFormat,
  message: 'Invalid order format',
};
/** The journal takes no records. */
export const JOURNAL_FAILED: Refusal = { code: OrderError.DatabaseOffline, message: 'Database is offline' };
/** The server does not offer the route of the order. */
export const UNKNOWN_ROUTE: Refusal = { code: OrderError.UnknownRoute, message: 'Unknown route' };
/** The brokerage failed unexpectedly. */
export const SERVER_FAILED: Refusal = {
  code: OrderError.ServerConnection,
  message: 'Order server connection error',
};
/** The server stops: what it has accepted before is still finished. */
export const SERVER_RESTARTS: Refusal = {
  code: OrderError.ServerConnection,
  message: `${RESTART_TEXT}. The order was not taken.`,
};
/** A demo session ends by its time only. */
export const NO_LOGOFF_IN_DEMO: Refusal = {
  code: NO_ORDER_ERROR,
  message: 'Logging out is not supported during Demo Session',
};
/** The server failed to serve a request that has no failure of its own on the wire. */
export const TRY_AGAIN_LATER: Refusal = {
  code: NO_ORDER_ERROR,
  message: 'Error occured, please try again later',
};
/** ErrorCode of the answer to a frame that is not a message. */
export const BAD_MESSAGE_CODE = -1;
/** Only a replay has a speed. */
export const NO_REPLAY: Refusal = { code: NO_ORDER_ERROR, message: 'This server does not play a recording' };
/** Only administrators may change the speed of a replay. */
export const NOT_ADMINISTRATOR: Refusal = {
  code: NO_ORDER_ERROR,
  message: 'Only an administrator may do this',
};
/** Alerts of a demo session are in its page only. */
export const NO_ALERTS_IN_DEMO: Refusal = {
  code: NO_ORDER_ERROR,
  message: 'Alerts of a demo session are not stored',
};
/** The user may not set alerts. */
export const ALERTS_NOT_PERMITTED: Refusal = { code: NO_ORDER_ERROR, message: 'No permission for alerts' };
/** Drawings of a demo session are in its page only. */
export const NO_DRAWINGS_IN_DEMO: Refusal = {
  code: NO_ORDER_ERROR,
  message: 'Drawings of a demo session are not stored',
};
/** Saves of a demo session are not stored. */
export const NO_SAVES_IN_DEMO: Refusal = {
  code: NO_ORDER_ERROR,
  message: 'Saving is not supported during Demo Session',
};
/** The user may not open charts. */
export const CHARTS_NOT_PERMITTED: Refusal = { code: NO_ORDER_ERROR, message: 'No permission for charts' };
/** A change of guards that the brokerage refused, with the reason as a sentence. */
export const guardsRefused = (message: string): Refusal => ({ code: NO_ORDER_ERROR, message });
