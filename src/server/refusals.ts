import { OrderError } from '../domain/orders/errors.ts';

/** Why the server rejects a message of the trading socket, with the order error code that the client knows (spec tools.md §8). */
export interface Refusal {
  readonly code: number;
  readonly message: string;
}

/** No user is signed in, or no account is chosen. */
export const NOT_LOGGED_IN: Refusal = { code: OrderError.NotLoggedIn, message: 'Account not logged in' };
/** The request names another account or user than the connection's own. */
export const NO_ACCOUNT: Refusal = { code: OrderError.NoAccount, message: 'No account' };
/** Orders and strategy runs are not available in a demo session. */
export const NO_TRADING_IN_DEMO: Refusal = {
  code: OrderError.NotPermitted,
  message: 'Trading is not supported during Demo Session. Consider subscribing to enable trading.',
};
