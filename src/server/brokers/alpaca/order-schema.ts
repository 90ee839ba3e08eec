import * as v from 'valibot';
import {
  ALPACA_ORDER_TYPES,
  ALPACA_POSITION_INTENTS,
  ALPACA_SIDES,
  ALPACA_TIMES_IN_FORCE,
} from '../../../domain/orders/alpaca/index.ts';

const price = v.pipe(v.string(), v.regex(/^\d{1,9}(\.\d{1,4})?$/, 'a price as text expected'));
const quantity = v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/, 'a whole quantity as text expected'));
/** Alpaca's own limit of its length. */
const clientOrderId = v.pipe(v.string(), v.regex(/^[\w-]{1,48}$/, 'a client order id expected'));
const exit = { limit_price: v.optional(price) };

/** The order bodies that are passed on to Alpaca: what this product sends, and nothing else. */
export const alpacaOrderSchema = v.strictObject({
  symbol: v.pipe(v.string(), v.regex(/^[A-Z][A-Z0-9.]{0,14}$/, 'a symbol expected')),
  qty: quantity,
  side: v.picklist(ALPACA_SIDES),
  type: v.picklist(ALPACA_ORDER_TYPES),
  time_in_force: v.picklist(ALPACA_TIMES_IN_FORCE),
  limit_price: v.optional(price),
  stop_price: v.optional(price),
  trail_price: v.optional(price),
  trail_percent: v.optional(price),
  extended_hours: v.optional(v.literal(true)),
  position_intent: v.optional(v.picklist(ALPACA_POSITION_INTENTS)),
  order_class: v.optional(v.picklist(['bracket', 'oco', 'oto'])),
  take_profit: v.optional(v.strictObject({ limit_price: price })),
  stop_loss: v.optional(v.strictObject({ stop_price: price, ...exit })),
  client_order_id: clientOrderId,
});

/** The changes of an order that are passed on. */
export const alpacaChangeSchema = v.strictObject({
  qty: v.optional(quantity),
  time_in_force: v.optional(v.picklist(ALPACA_TIMES_IN_FORCE)),
  limit_price: v.optional(price),
  stop_price: v.optional(price),
  trail: v.optional(price),
  client_order_id: clientOrderId,
});
