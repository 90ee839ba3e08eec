export const NOT_CONNECTED_TEXT = 'The server could not be reached. Check the connection and try again.';
export const LOST_TEXT =
  'The connection was lost before the server answered. It may or may not have been done. Check before you repeat it.';
