import * as v from 'valibot';
import {
  ORDER_STATUS_NAMES,
  ORDER_SIDES,
  ORDER_SOURCES,
  ORDER_TYPE_NAMES,
  TIME_IN_FORCES,
} from '../domain/orders/enumerations.ts';
import { accountField, clientIdField, quantityField, shortText, symbolField, volumeField } from './fields.ts';

/*
 * Building blocks of the API for programs. Prices and money are decimal texts in dollars with two to four decimals, so that no client
 * rounds them; quantities are whole numbers; times are ISO 8601 in UTC. Null stands for what there is none of.
 */

/** Dollars with up to four decimals, either sign, such as "187.25". */
export const decimalText = v.pipe(
  v.string(),
  v.regex(/^-?\d{1,12}(\.\d{1,4})?$/, 'a decimal number in quotes expected, with at most four decimals'),
);
/** A price in dollars, not negative, with up to four decimals. */
export const priceText = v.pipe(
  v.string(),
  v.regex(
    /^\d{1,9}(\.\d{1,4})?$/,
    'a price in quotes expected, such as "187.25", with at most four decimals',
  ),
);
/** Dollars or per cent with up to four decimals, either sign, of a trailing stop or a peg. */
export const offsetText = v.pipe(
  v.string(),
  v.regex(/^-?\d{1,6}(\.\d{1,4})?$/, 'a decimal number in quotes expected, with at most four decimals'),
);
/** A moment with its zone, such as "2026-11-30T14:30:00Z". */
export const timeText = v.pipe(
  v.string(),
  v.regex(
    /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/,
    'a time with its zone expected, such as 2026-11-30T14:30:00Z',
  ),
);
/** Items of a page, as a query parameter. */
export const limitText = v.pipe(
  v.string(),
  v.regex(/^(1000|[1-9]\d{0,2})$/, 'a number from 1 to 1000 expected'),
);
/** Symbols separated by commas, as a query parameter. */
export const symbolsText = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(4000),
  v.regex(/^[^,]+(,[^,]+){0,99}$/, 'at most 100 symbols expected, separated by commas'),
);
/** An OrderId. */
export const orderIdText = v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, 'the id of an order expected'));

/** The body of every refusal of the API for programs. */
export const apiErrorBody = v.object({
  error: v.object({
    /** For programs; the guide lists all. */
    code: v.string(),
    /** For users. */
    message: v.string(),
    /** Of a refused order or cancel: the code of the order error catalogue, below 0. */
    orderErrorCode: v.optional(v.number()),
  }),
});

/** National best bid and offer, last trade and session of a symbol. */
export const quoteBody = v.object({
  symbol: symbolField,
  last: v.nullable(decimalText),
  lastSize: volumeField,
  bid: v.nullable(decimalText),
  bidSize: volumeField,
  ask: v.nullable(decimalText),
  askSize: volumeField,
  open: v.nullable(decimalText),
  high: v.nullable(decimalText),
  low: v.nullable(decimalText),
  previousClose: v.nullable(decimalText),
  volume: volumeField,
  /** Exchange time of the newest change. */
  time: timeText,
});

/** A bar; `time` is its start in exchange time. */
export const barBody = v.object({
  time: timeText,
  open: decimalText,
  high: decimalText,
  low: decimalText,
  close: decimalText,
  volume: volumeField,
});

/** An order in its present state. */
export const apiOrderBody = v.object({
  orderId: shortText,
  /** The Idempotency-Key of an order of the API; the ClientId of any other. */
  clientId: clientIdField,
  account: accountField,
  symbol: symbolField,
  side: v.picklist(ORDER_SIDES),
  source: v.picklist(ORDER_SOURCES),
  type: v.picklist(ORDER_TYPE_NAMES),
  timeInForce: v.picklist(TIME_IN_FORCES),
  quantity: quantityField,
  filled: quantityField,
  open: quantityField,
  price: v.nullable(decimalText),
  stopPrice: v.nullable(decimalText),
  averagePrice: v.nullable(decimalText),
  status: v.picklist(ORDER_STATUS_NAMES),
  message: v.string(),
  created: timeText,
  completed: v.nullable(timeText),
});
