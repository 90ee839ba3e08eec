/**
 * The name spaces of orders do not overlap: an OrderId is the decimal serial of the order's first record, and a ClientId is never all
 * digits. Otherwise the identifier in a cancel could match two orders.
 */

/** The OrderId of the order whose first record has this serial. */
export const orderIdOf = (serial: number): string => String(serial);

/** Whether a text could be an OrderId, of an order that exists or of a later one. */
export const hasOrderIdForm = (text: string): boolean => /^\d+$/.test(text);
