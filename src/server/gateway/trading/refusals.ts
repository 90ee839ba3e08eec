import { OrderError } from '../../../domain/orders/errors.ts';
import type { Refusal } from '../../refusals.ts';

export const TRADING_NOT_PERMITTED: Refusal = {
  code: OrderError.NotPermitted,
  message: 'Trading not permitted',
};
/** Requests of one connection that may wait for the journal at once. */
export const MAX_ORDERS_UNDER_WAY = 4096;
export const TOO_MANY_UNDER_WAY: Refusal = {
  code: OrderError.TooFrequent,
  message: `Too frequent trades. At most ${MAX_ORDERS_UNDER_WAY} orders and changes of a connection wait for their answers at once: wait for some.`,
};
export const TOO_MANY_CHANGES: Refusal = {
  code: OrderError.TooFrequent,
  message:
    'The options of the account were changed too often; wait a minute. Trading can be stopped at any time.',
};
export const NO_OPTION_PERMISSION: Refusal = {
  code: OrderError.NoOptionPermission,
  message: 'No permission to trade options',
};
/** A stock in the message of an option order, or the other way round. */
export const WRONG_MESSAGE: Refusal = {
  code: OrderError.InvalidOrderFormat,
  message: 'Invalid order format',
};
export const JOURNAL_FAILED: Refusal = { code: OrderError.DatabaseOffline, message: 'Database is offline' };
export const UNKNOWN_ROUTE: Refusal = { code: OrderError.UnknownRoute, message: 'Unknown route' };
export const SERVER_FAILED: Refusal = {
  code: OrderError.ServerConnection,
  message: 'Order server connection error',
};
export const NO_LOGOFF_IN_DEMO: Refusal = {
  code: 0,
  message: 'Logging out is not supported during Demo Session',
};
/** The server failed to serve a request that has no failure of its own on the wire. */
export const TRY_AGAIN_LATER: Refusal = { code: 0, message: 'Error occured, please try again later' };
export const BAD_MESSAGE_CODE = -1;
export const NO_REPLAY: Refusal = { code: 0, message: 'This server does not play a recording' };
export const NOT_ADMINISTRATOR: Refusal = { code: 0, message: 'Only an administrator may do this' };
/** Alerts of a demo session are in its page only. */
export const NO_ALERTS_IN_DEMO: Refusal = { code: 0, message: 'Alerts of a demo session are not stored' };
export const ALERTS_NOT_PERMITTED: Refusal = { code: 0, message: 'No permission for alerts' };
