import * as v from 'valibot';
import {
  SCHWAB_ORDER_TYPES,
  SCHWAB_ROUTES,
  OPTION_INSTRUCTIONS,
  STOCK_INSTRUCTIONS,
} from '../../../domain/orders/schwab/index.ts';

const price = v.pipe(v.string(), v.regex(/^\d{1,9}\.\d{2,4}$/, 'a price as text expected'));

/** The order bodies that are passed on to the broker: what this product sends, and nothing else. */
export const schwabOrderSchema = v.strictObject({
  session: v.literal('NORMAL'),
  duration: v.literal('DAY'),
  orderStrategyType: v.literal('SINGLE'),
  complexOrderStrategyType: v.literal('NONE'),
  cancelable: v.literal(true),
  orderType: v.picklist(SCHWAB_ORDER_TYPES),
  orderId: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  destinationLinkName: v.optional(v.picklist(SCHWAB_ROUTES)),
  orderLegCollection: v.tuple([
    v.strictObject({
      instruction: v.picklist([...STOCK_INSTRUCTIONS, ...OPTION_INSTRUCTIONS]),
      quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)),
      instrument: v.strictObject({
        assetType: v.picklist(['EQUITY', 'OPTION']),
        symbol: v.pipe(v.string(), v.regex(/^[A-Z0-9./ -]{1,21}$/, 'a symbol of the broker expected')),
      }),
    }),
  ]),
  stopPrice: v.optional(price),
  price: v.optional(price),
});
