import * as v from 'valibot';
import { MAX_LEGS } from '../../../domain/orders/legs.ts';
import {
  OPTION_INSTRUCTIONS,
  SCHWAB_NET_TYPES,
  SCHWAB_ORDER_TYPES,
  SCHWAB_ROUTES,
  SCHWAB_STRATEGIES,
  STOCK_INSTRUCTIONS,
} from '../../../domain/orders/schwab/index.ts';
import { MAX_ORDER_QUANTITY } from '../../../domain/orders/validate.ts';

const price = v.pipe(v.string(), v.regex(/^\d{1,9}\.\d{2,4}$/, 'a price as text expected'));

const leg = v.strictObject({
  instruction: v.picklist([...STOCK_INSTRUCTIONS, ...OPTION_INSTRUCTIONS]),
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_ORDER_QUANTITY)),
  instrument: v.strictObject({
    assetType: v.picklist(['EQUITY', 'OPTION']),
    symbol: v.pipe(v.string(), v.regex(/^[A-Z0-9./ -]{1,21}$/, 'a symbol of the broker expected')),
  }),
});

const common = {
  session: v.literal('NORMAL'),
  duration: v.literal('DAY'),
  orderStrategyType: v.literal('SINGLE'),
  cancelable: v.literal(true),
  orderId: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  destinationLinkName: v.optional(v.picklist(SCHWAB_ROUTES)),
  price: v.optional(price),
};

const single = v.strictObject({
  ...common,
  complexOrderStrategyType: v.literal('NONE'),
  orderType: v.picklist(SCHWAB_ORDER_TYPES),
  orderLegCollection: v.tuple([leg]),
  stopPrice: v.optional(price),
});
const multiLeg = v.strictObject({
  ...common,
  complexOrderStrategyType: v.picklist(SCHWAB_STRATEGIES.filter((name) => name !== 'NONE')),
  orderType: v.picklist(SCHWAB_NET_TYPES),
  orderLegCollection: v.pipe(
    v.array(leg),
    v.minLength(2, 'two legs expected'),
    v.maxLength(MAX_LEGS, `at most ${MAX_LEGS} legs expected`),
  ),
});

/** The order bodies that are passed on to the broker: what this product sends, and nothing else. */
export const schwabOrderSchema = v.lazy((body) => (hasSeveralLegs(body) ? multiLeg : single));

/** Decides which of the two schemas names the problem of a body that fits neither. */
function hasSeveralLegs(body: unknown): boolean {
  const legs =
    typeof body === 'object' && body !== null && 'orderLegCollection' in body
      ? body.orderLegCollection
      : undefined;
  return Array.isArray(legs) && legs.length > 1;
}
