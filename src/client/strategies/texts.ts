export const NOT_CONNECTED_TEXT = 'The server could not be reached. Check the connection and try again.';
export const LOST_TEXT =
  'The connection was lost before the server answered. It may have been done or not; look again before you repeat it.';
