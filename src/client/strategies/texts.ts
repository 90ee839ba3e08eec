/** A request was not sent because the trading socket is not open. */
export const NOT_CONNECTED_TEXT = 'The server could not be reached. Check the connection and try again.';
/** The connection was lost after a request was sent; the server may have executed it. */
export const LOST_TEXT =
  'The connection was lost before the server answered. The request may have been executed; check before you repeat it.';
