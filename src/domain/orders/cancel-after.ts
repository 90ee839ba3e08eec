/** The seconds without a connection after which orders of a session are cancelled, when the user switches that on. */
export const DEFAULT_CANCEL_AFTER_S = 10;
/** The longest time that can be set. */
export const MAX_CANCEL_AFTER_S = 300;
