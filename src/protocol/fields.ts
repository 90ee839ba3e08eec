import { MAX_SYMBOL_LENGTH, SYMBOL_PATTERN } from '../domain/symbols/symbol.ts';
import * as v from 'valibot';

/*
 * Building blocks of the message bodies. All are bounded, so that a frame cannot carry more than the server accepts.
 */

/** A stock, index or option symbol in upper case. */
export const symbolField = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(MAX_SYMBOL_LENGTH),
  v.regex(SYMBOL_PATTERN, 'an upper-case symbol expected'),
);
/** Name of an account. */
export const accountField = v.pipe(v.string(), v.minLength(1), v.maxLength(40));
/** Name of a user. */
export const userIdField = v.pipe(v.string(), v.minLength(1), v.maxLength(64));
/** Id of an order or a request, chosen by the client. */
export const clientIdField = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(64),
  v.regex(/^[\x21-\x7e]+$/, 'printable characters expected'),
);
/** An access token. */
export const jwtField = v.pipe(v.string(), v.minLength(1), v.maxLength(4096));
/** Matches a collection request with its answers; chosen by the client, unique within its connection. */
export const requestIdField = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(1),
  v.maxValue(Number.MAX_SAFE_INTEGER),
);
/** UTC milliseconds. */
export const timeMsField = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(8.64e15));
/** Unix seconds. */
export const secondsField = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(8.64e12));
/** Decimal dollars with at most four decimals; 0 = none. */
export const dollarsField = v.pipe(v.number(), v.finite(), v.minValue(-1e11), v.maxValue(1e11));
/** Decimal dollars, not negative; 0 = none. */
export const priceField = v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(1e9));
/** Dollars or per cent, either sign, at most four decimals. */
export const offsetField = v.pipe(v.number(), v.finite(), v.minValue(-1e6), v.maxValue(1e6));
/** A number of shares or contracts. */
export const quantityField = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1e9));
/** A number of shares, such as a size or a day's volume. */
export const volumeField = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(0),
  v.maxValue(Number.MAX_SAFE_INTEGER),
);
/** A text of one line. */
export const shortText = v.pipe(v.string(), v.maxLength(256));
/** A message or a description. */
export const longText = v.pipe(v.string(), v.maxLength(2000));
/** A figure; null = unknown or undefined. */
export const nullableNumber = v.nullable(v.pipe(v.number(), v.finite()));
/** A signed number of shares or contracts. */
export const changeField = v.pipe(v.number(), v.integer(), v.minValue(-1e11), v.maxValue(1e11));
/** Of the order error catalogue; 0 = no error. */
export const errorCodeField = v.pipe(v.number(), v.integer(), v.minValue(-999), v.maxValue(0));
/** PROTOCOL_VERSION of the sender. Clients that do not send it are accepted. */
export const protocolField = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)));
